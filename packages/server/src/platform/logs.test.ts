import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../test/harness.ts'
import { openRoom, RoomClient } from '../../test/room-client.ts'

const main = join(import.meta.dirname, '../main.ts')

test('nothing secret reaches the log, not even at its most talkative', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rodada-log-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'trace', METRICS_TOKEN: 'segredo-das-metricas' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  child.stderr.on('data', (chunk) => printed.push(String(chunk)))
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      printed.push(String(chunk))
      if (String(chunk).includes('está pronta')) resolve()
    })
  })
  try {
    await ready
    const url = `http://127.0.0.1:${port}`
    const call = async (path: string, body?: unknown, authorization?: string) => {
      const response = await fetch(`${url}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(authorization && { authorization }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return (await response.json()) as { token?: string }
    }
    const person = { name: 'Ana', email: 'ana.sigilosa@exemplo.com.br', password: 'senha-muito-secreta' }
    const { token: first = '' } = await call('/auth/register', person)
    const { token = '' } = await call('/auth/login', person)
    await call('/auth/login', { ...person, password: 'senha-quase-secreta' })
    await call('/auth/login', `{"password": "senha-quebrada"`)
    await call('/auth/login', { email: person.email, password: 'senha-gigante'.repeat(100_000) })
    await call('/auth/profile', undefined, `Bearer ${token}`)
    await call(`/nada?token=${token}`, undefined, `Bearer ${token}`)
    await call('/auth/profile', undefined, 'Bearer token-forjado')
    await fetch(`${url}/api/metrics`, { headers: { authorization: 'Bearer segredo-das-metricas' } })

    const account = await new RoomClient(url, { token, transports: ['polling', 'websocket'] }).ready()
    const guest = await new RoomClient(url).ready()
    const forger = new RoomClient(url, { token: 'token-forjado' })
    await forger.next('auth_error')
    const { roomId, hostToken } = await openRoom(account, { deck: ['carta-a', 'carta-b'] })
    await account.join(roomId, 'Ana', { hostToken })
    await guest.join(roomId, 'Bia')
    await guest.send('joinRoom', { roomId, userName: 'Bia', userRole: 'guest', seatToken: 'assento-forjado', hostToken: 5 })
    await guest.join(roomId, 'Bia', { seatToken: guest.seatToken })
    await account.send('vote', { roomId, vote: 'carta-a' })
    await guest.send('vote', { roomId, vote: 'carta-b' })
    await guest.send('vote', { roomId, vote: 'carta-z' })
    await guest.send('vote', { roomId, vote: { carta: 'carta-b' } })
    await guest.send('chatMessage', { roomId, message: 'conversa reservada' })
    await call('/auth/logout', {}, `Bearer ${first}`)
    account.leave()
    guest.leave()

    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
    const log = printed.join('')
    expect(log).toContain(`${port}`)
    const secrets = [token, first, hostToken, guest.seatToken ?? '', person.password, person.email]
    expect(secrets.every((secret) => secret.length > 10)).toBe(true)
    const typed = ['senha-', 'forjado', 'carta-', 'conversa reservada', 'segredo-das-metricas', 'Bearer', 'argon2id']
    for (const secret of [...secrets, ...typed]) expect([secret, log.includes(secret)]).toEqual([secret, false])
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
