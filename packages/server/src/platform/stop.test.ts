import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { expect, test } from 'vitest'
import { register } from '../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../test/boards.ts'
import { callThrough, createEnvironment, startProcess } from '../../test/harness.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { openReceiver } from '../../test/webhook-receiver.ts'

/** A connection on which `bytes` were sent, and which has answered `answer` if it does. */
async function hold(url: string, bytes: string, answer?: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  if (answer) expect(String((await once(socket, 'data'))[0])).toContain(answer)
  return socket
}

const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='

test('a stop is orderly, whatever connections are open', async () => {
  const { env, cleanUp } = await createEnvironment({}, { sqlite: true })
  const server = await startProcess(env)
  try {
    const held = await Promise.all([
      // A browser's, ahead of its need.
      hold(server.url, ''),
      hold(server.url, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n'),
      // The server reads the head before it says that it waits for the body.
      hold(
        server.url,
        'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
        '100 Continue',
      ),
      hold(server.url, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n', '200 OK'),
      // A WebSocket that answers no farewell.
      hold(server.url, `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`, '101 Switching'),
    ])
    const closed = Promise.all(held.map((socket) => once(socket.resume(), 'close')))
    await server.stop()
    expect(server.child.exitCode).toBe(0)
    // SQLite removes its log with the last connection, and only then.
    expect(existsSync(join(env.DATA_DIR ?? '', 'rodada.sqlite-wal'))).toBe(false)
    await closed
  } finally {
    await server.kill()
    await cleanUp()
  }
})

test('a request that is under way when the stop begins is answered', async () => {
  const { env, cleanUp } = await createEnvironment({}, { sqlite: true })
  const server = await startProcess(env)
  try {
    const unused = await hold(server.url, '')
    const head =
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n'
    const underWay = await hold(server.url, head, '100 Continue')
    const stopped = server.stop()
    // It is the first to go.
    await once(unused.resume(), 'close')
    underWay.write('{}')
    expect(await text(underWay)).toMatch(/^HTTP\/1.1 400 [\s\S]*Por favor, digite seu e-mail!/)
    await stopped
    expect(server.child.exitCode).toBe(0)
  } finally {
    await server.kill()
    await cleanUp()
  }
})

test('a stop begins no further letter and no further message, and the next start sends the rest, each once', async () => {
  const [box, receiver] = [await openMailbox(), await openReceiver()]
  const { env, cleanUp } = await createEnvironment({ ...box.env, ...receiver.env }, { sqlite: true })
  const server = await startProcess(env)
  const call = callThrough((path, init) => fetch(server.url + path, init))
  const held = Promise.withResolvers<void>()
  try {
    const ana = await register({ call })
    const board = await makeBoard({ call }, ana)
    const to = { token: ana.token, params: { boardId: board.id } }
    ok(await call(webhooksApi.create, { ...to, body: { url: receiver.url, events: ['card.created'] } }))
    await expect.poll(() => box.received.length).toBe(1)
    box.hold = receiver.hold = held.promise
    for (const title of ['Pix', 'Boleto', 'Cartão']) {
      await makeCard({ call }, ana, board, title)
      await register({ call })
    }
    await expect.poll(() => [box.attempts, receiver.arrived.length]).toEqual([2, 1])
    const stopped = server.stop()
    await expect.poll(async () => (await fetch(`${server.url}/api/health`)).status).toBe(503)
    held.resolve()
    await stopped
    expect(server.child.exitCode).toBe(0)
    expect([box.attempts, receiver.arrived.length]).toEqual([2, 1])
    const again = await startProcess(env)
    await expect.poll(() => [box.attempts, receiver.arrived.length]).toEqual([4, 3])
    await again.stop()
    expect(new Set(box.received.map((letter) => letter.to)).size).toBe(4)
    expect(new Set(receiver.arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  } finally {
    held.resolve()
    await server.kill()
    await box.stop()
    await receiver.stop()
    await cleanUp()
  }
})
