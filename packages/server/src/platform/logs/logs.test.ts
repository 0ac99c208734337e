import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authApi } from '@rodada/contract/auth/auth'
import { emailConfirmationApi } from '@rodada/contract/auth/email-confirmation'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { readLinksApi } from '@rodada/contract/boards/read-links'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { calendarApi } from '@rodada/contract/integrations/calendar'
import { githubApi } from '@rodada/contract/integrations/github'
import { slackApi } from '@rodada/contract/integrations/slack'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { Secret, TOTP } from 'otpauth'
import { afterEach, expect, test, vi } from 'vitest'
import { confirmAddress, freshEmail, register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { openGithub } from '../../../test/github.ts'
import { freePort, startServer } from '../../../test/harness.ts'
import { openMailbox, type Received } from '../../../test/mailbox.ts'
import { openPushService } from '../../../test/push-service.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'
import { openSlack } from '../../../test/slack.ts'
import { makeToken } from '../../../test/tokens.ts'

afterEach(() => vi.restoreAllMocks())

const main = join(import.meta.dirname, '../../main.ts')

test('nothing secret reaches the log at its most verbose level', async () => {
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
    const { roomId, hostToken } = await openRoom(account, { deck: ['¤a¤', '¤b¤'] })
    await account.join(roomId, 'Ana', { hostToken })
    await guest.join(roomId, 'Bia')
    await guest.send('joinRoom', { roomId, userName: 'Bia', userRole: 'guest', seatToken: 'assento-forjado', hostToken: 5 })
    await guest.join(roomId, 'Bia', { seatToken: guest.seatToken })
    await account.send('vote', { roomId, vote: '¤a¤' })
    await guest.send('vote', { roomId, vote: '¤b¤' })
    await guest.send('vote', { roomId, vote: '¤z¤' })
    await guest.send('vote', { roomId, vote: { carta: '¤b¤' } })
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
    const typed = ['senha-', 'forjado', '¤a¤', '¤b¤', '¤z¤', 'conversa reservada', 'segredo-das-metricas', 'Bearer', 'argon2id']
    for (const secret of [...secrets, ...typed]) expect([secret, log.includes(secret)]).toEqual([secret, false])
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

test('no token is printed or kept in the log, whether it is valid, used up, invented or part of a failure', async () => {
  const printed: string[] = []
  let stored = ''
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      printed.push(String(chunk))
      return true
    })
  }
  const [box, github, slack, pushes] = [await openMailbox(), await openGithub(), await openSlack(), await openPushService()]
  const OUTGOING_HOSTS = `${slack.env.OUTGOING_HOSTS},${pushes.env.OUTGOING_HOSTS}`
  const key = 'chave da instalação com mais de 32 letras'
  const server = await startServer({
    alone: true,
    env: { ...box.env, ...github.env, OUTGOING_HOSTS, SECRET: key, LOG_LEVEL: 'trace' },
  })
  const { db, config } = server.app.deps
  const secrets: Record<string, string> = { key, 'github client': github.env.GITHUB_CLIENT_SECRET ?? '', 'slack address': slack.url }
  /** What a pattern finds in the next email to somebody. */
  const mailed = async (take: () => Received[], pattern: RegExp) => {
    let token = ''
    const arrived = async () => {
      await server.app.runJobs()
      token ||= take().flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0] ?? ''
      return token
    }
    await expect.poll(arrived).not.toBe('')
    return token
  }
  /** Everything waiting is due. */
  const soon = async () => {
    const due = '2020-01-01T00:00:00.000Z'
    await db.updateTable('notifications').set({ mail_at: due }).where('mail_at', 'is not', null).execute()
    await db.updateTable('outbox').set({ next_try_at: due }).execute()
    await db.updateTable('slack_messages').set({ next_try_at: due }).execute()
  }

  try {
    const { board, admin, member } = await makeTeam(server)
    Object.assign(secrets, { session: admin.token, password: admin.password })
    const boardParams = { boardId: board.id }

    const bia = await register(server, { name: 'Bia' })
    secrets.confirmation = await mailed(() => box.takeConfirmations(bia.email), /confirmar-email#([\w-]{43})/)
    const confirmation = { token: bia.token, body: { token: secrets.confirmation } }
    for (const status of [200, 400]) expect((await server.call(emailConfirmationApi.complete, confirmation)).status).toBe(status)

    box.refusing = true
    const before = box.attempts
    ok(await server.call(passwordResetApi.request, { body: { email: bia.email } }))
    await expect
      .poll(async () => {
        await server.app.runJobs()
        return box.attempts
      })
      .toBeGreaterThan(before)
    box.refusing = false
    await soon()
    secrets.reset = await mailed(() => box.take(bia.email), /redefinir-senha#([\w-]{43})/)
    const reset = { body: { token: secrets.reset, new_password: 'senha-trocada', confirmation: 'senha-trocada' } }
    for (const status of [200, 400]) expect((await server.call(passwordResetApi.complete, reset)).status).toBe(status)

    const invited = freshEmail()
    ok(await server.call(boardsApi.addMember, { token: admin.token, params: boardParams, body: { email: invited } }))
    secrets.invitation = await mailed(() => box.take(invited), /convite#([\w-]{43})/)
    const caio = await register(server, { name: 'Caio' })
    for (const endpoint of [invitationsApi.open, invitationsApi.accept, invitationsApi.open])
      await server.call(endpoint, { token: caio.token, body: { token: secrets.invitation } })
    // As in emails of before, and as somebody may try.
    for (const path of [`/convite/${secrets.invitation}`, `/api/invitations/${secrets.invitation}`]) await server.raw(path)

    const card = await makeCard(server, admin, board)
    ok(await server.call(cardsApi.assign, { token: admin.token, params: { cardId: card.id }, body: { user_id: member.user.id } }))
    await soon()
    secrets.unsubscribe = await mailed(() => box.take(member.email), /cancelar-emails#(\S+)/)
    ok(await server.call(notificationsApi.endMail, { body: { token: secrets.unsubscribe } }))
    for (const method of ['POST', 'GET']) {
      await server.raw(`/api/notifications/unsubscribe/${secrets.unsubscribe}`, { method, redirect: 'manual' })
      await server.raw(`/api/notifications/unsubscribe/${secrets.unsubscribe}x`, { method, redirect: 'manual' })
    }

    const eva = await register(server, { name: 'Eva' })
    await confirmAddress(server, eva)
    const { secret } = ok(await server.call(twoFactorApi.enrol, { token: eva.token, body: { current_password: eva.password } }))
    const code = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate()
    const { recovery_codes } = ok(await server.call(twoFactorApi.confirm, { token: eva.token, body: { code } }))
    const { two_factor: challenge = '' } = (await server.call(authApi.login, { body: eva })).body
    const [recovery = ''] = recovery_codes
    for (const given of [recovery.replace(/./g, '0'), recovery, recovery])
      await server.call(twoFactorApi.login, { body: { token: challenge, code: given } })
    Object.assign(secrets, { 'two factor': secret, challenge, recovery })

    const redirectUri = `${box.env.PUBLIC_URL}/settings?tab=integracoes`
    const { headers, body } = await server.call(githubApi.authUrl, { token: member.token, body: { redirectUri } })
    const back = new URL(await github.authorize(body.authUrl))
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    for (const sent of [cookie, cookie, ''])
      await server.raw(back.pathname + back.search, { redirect: 'manual', headers: { cookie: sent } })
    secrets.state = back.searchParams.get('state') ?? ''
    secrets.code = back.searchParams.get('code') ?? ''
    secrets.cookie = cookie.split('=')[1] ?? ''
    secrets.access = [...github.tokens.keys()][0] ?? ''
    const { number } = github.addIssue('time/app', { pull: { draft: false, merged: false } })
    for (const trouble of [{ status: 500 }, undefined]) {
      github.trouble = trouble
      await server.call(githubApi.link, { token: member.token, params: { cardId: card.id }, body: { address: `time/app#${number}` } })
    }
    const made = ok(await server.call(githubApi.createWebhook, { token: admin.token, params: boardParams }))
    secrets.webhook = made.secret
    const hook = { url: server.url() + new URL(made.url, server.url()).pathname, secret: made.secret }
    for (const more of [{}, { signature: 'sha256=00' }, { body: '{' }]) await github.deliver(hook, 'time/app', number, more)

    ok(await server.call(slackApi.save, { token: admin.token, params: boardParams, body: { url: slack.url } }))
    const list_id = board.lists.at(-1)?.id
    ok(await server.call(cardsApi.move, { token: admin.token, params: { cardId: card.id }, body: { list_id, position: 0 } }))
    for (const status of [500, 404]) {
      slack.status = status
      await soon()
      await server.app.runJobs()
      await server.call(slackApi.test, { token: admin.token, params: boardParams })
    }

    const program = { url: slack.url.replace('segredo1234', 'outrosegredo5678'), events: ['card.done'] }
    const told = ok(await server.call(webhooksApi.create, { token: admin.token, params: boardParams, body: program }))
    Object.assign(secrets, { 'program address': program.url, 'signing secret': told.secret })
    await server.call(webhooksApi.test, { token: admin.token, params: { ...boardParams, webhookId: told.id } })

    const browser = pushes.browser()
    Object.assign(secrets, { endpoint: browser.endpoint, p256dh: browser.keys.p256dh, auth: browser.keys.auth })
    for (const status of [201, 500, 410]) {
      pushes.status = status
      ok(await server.call(notificationsApi.subscribe, { token: member.token, body: browser }))
      await server.call(notificationsApi.test, { token: member.token, body: { endpoint: browser.endpoint } })
    }
    const room = await new RoomClient(server.url(), { token: admin.token }).ready()
    secrets.host = (await openRoom(room)).hostToken
    room.leave()
    secrets.token = (await makeToken(server, admin)).token
    // Nobody sends it so; who does, did not mean it to be written down.
    await server.raw(`/api/boards?q=${secrets.token}`)
    await server.raw(`/api/boards/${secrets.token}`)
    const { url } = ok(await server.call(calendarApi.create, { token: admin.token }))
    secrets.calendar = url.slice(-47, -4)
    for (const path of [new URL(url).pathname, `/api/calendar/${secrets.calendar}`]) await server.raw(path)
    const link = ok(await server.call(readLinksApi.create, { token: admin.token, params: boardParams, body: {} }))
    secrets.link = link.url.slice(-43)
    for (const path of [`/publico/${secrets.link}`, `/api/public/${secrets.link}`, `/api/public/${secrets.link}x`]) await server.raw(path)
    const folder = join(config.dataDir, 'logs')
    stored = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
  } finally {
    await server.stop().catch(() => undefined)
    await Promise.all([box.stop(), github.stop(), slack.stop(), pushes.stop()])
  }
  vi.restoreAllMocks()
  for (const log of [printed.join(''), stored]) expect(log).toContain('push refused')
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, secret.length > 9]).toEqual([name, true])
    expect([name, printed.join('').includes(secret), stored.includes(secret)]).toEqual([name, false, false])
  }
})
