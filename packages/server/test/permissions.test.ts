import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountApi } from '@rodada/contract/auth/account'
import { api } from '@rodada/contract/core/api'
import type { Access, Endpoint } from '@rodada/contract/core/endpoint'
import type { TokenRights } from '@rodada/contract/core/token-reach'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTotpSecret, recoveryHash } from '../src/features/auth/two-factor/totp.ts'
import { createInstanceKeys } from '../src/features/notifications/keys.ts'
import { hashSecret, newSecret } from '../src/platform/secrets/secrets.ts'
import { freshEmail, login, register } from './accounts.ts'
import { boardRows } from './board-rows.ts'
import { makeBoard } from './boards.ts'
import { estimationRows } from './estimation-rows.ts'
import { fileRows } from './file-rows.ts'
import { openGithub, type StandInGithub } from './github.ts'
import { startServer, type TestServer } from './harness.ts'
import { type HostileCompany, openHostileCompany } from './hostile-company.ts'
import { integrationRows } from './integration-rows.ts'
import { openRoom, RoomClient } from './room-client.ts'
import { sprintRows } from './sprint-rows.ts'
import { isLetTo } from './token-rows.ts'
import { makeToken } from './tokens.ts'

/** One address for all processes, as behind a balancer. */
const publicUrl = 'http://rodada.exemplo.com.br'

let server: TestServer
let github: StandInGithub
let company: HostileCompany
let roomId: string
let boardId: number
let userId: number
const ofBoards = { ...boardRows, ...sprintRows, ...estimationRows, ...fileRows, ...integrationRows }
const known = { email: 'conhecida@exemplo.com.br', password: 'senha conhecida' }
/** The account of each caller who has one. */
const ids: Record<string, number> = {}
const tokens: Record<string, () => Promise<string | undefined>> = {}

beforeAll(async () => {
  github = await openGithub()
  company = await openHostileCompany()
  server = await startServer({ env: { ...github.env, ...company.env, PUBLIC_URL: publicUrl } })
  const admin = { ...(await register(server, { password: known.password })), password: known.password }
  const collaborator = { ...(await register(server, { password: known.password })), password: known.password }
  const manager = { ...(await register(server, { password: known.password, role: 'manager' })), password: known.password }
  const expired = await register(server)
  const deactivated = await register(server)
  await register(server, known)
  boardId = (await makeBoard(server, admin)).id
  userId = (await register(server)).user.id
  const { db } = server.app.deps
  await db.updateTable('sessions').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('user_id', '=', expired.user.id).execute()
  await db.updateTable('users').set({ deactivated_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', deactivated.user.id).execute()
  const host = await new RoomClient(server.url()).ready()
  roomId = (await openRoom(host)).roomId
  host.leave()

  tokens['no token'] = async () => undefined
  tokens['a garbage token'] = async () => 'x'.repeat(43)
  tokens['an expired token'] = async () => expired.token
  tokens['the token of a deactivated account'] = async () => deactivated.token
  // A session of its own for each call: one of the calls ends it.
  for (const [who, account] of Object.entries({ 'a collaborator': collaborator, 'a manager': manager, 'an admin': admin })) {
    ids[who] = account.user.id
    tokens[who] = async () => {
      // One of the calls turns it on.
      await db.deleteFrom('two_factor').execute()
      return login(server, account)
    }
  }
  for (const [who, rights] of Object.entries(programs)) {
    const token = await programToken(who, rights)
    tokens[who] = async () => token
  }
})
afterAll(async () => {
  await server.stop()
  await github.stop()
  await company.stop()
})

/** A token of one of the programs. */
async function programToken(who: string, { scope, boardIds }: TokenRights): Promise<string> {
  const owner = { token: (await tokens[who === 'a program of an admin' ? 'an admin' : 'a collaborator']?.()) ?? '' }
  const board_ids = boardIds && [(await makeBoard(server, owner)).id]
  return (await makeToken(server, owner, { scope, ...(board_ids && { board_ids }) })).token
}

/** A session of this caller, to be ended. */
async function sessionOf(who: string): Promise<number> {
  const token = await tokens[who]?.()
  if (!token) return 1
  const { body } = await server.call(accountApi.sessions, { token })
  return (Array.isArray(body) && body.find(({ current }) => current)?.id) || 1
}

/** A recovery code of an account. */
async function recoveryCodeOf(id: number): Promise<string> {
  const code = 'aaaa-bbbb-cccc-dddd'
  const row = { user_id: id, code_hash: recoveryHash(id, code) ?? '' }
  await server.app.deps.db
    .insertInto('recovery_codes')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute()
  return code
}
/** A personal token of an account. */
async function tokenIdOf(user_id: number): Promise<number> {
  const text = { name: 'Painel', hint: 'abcd', scope: 'read', token_hash: freshEmail() }
  const row = { ...text, user_id, all_boards: 1, created_at: soon(), expires_at: soon() }
  const { id } = await server.app.deps.db.insertInto('personal_tokens').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
/** The calendar address of an account. */
async function calendarOf(user_id: number): Promise<{ id: number; secret: string }> {
  const secret = newSecret()
  const { db } = server.app.deps
  await db.deleteFrom('calendar_feeds').where('user_id', '=', user_id).execute()
  const row = { user_id, secret_hash: hashSecret(secret), created_at: soon() }
  const { id } = await db.insertInto('calendar_feeds').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, secret }
}
/** What a public link of the admin's board opens with. */
async function readLinkSecret(): Promise<string> {
  const secret = newSecret()
  const row = { board_id: boardId, user_id: ids['an admin'] ?? userId, secret_hash: hashSecret(secret), names: 0, created_at: soon() }
  await server.app.deps.db.insertInto('read_links').values(row).execute()
  return secret
}
/** A file among the backups. */
function putBackup(): string {
  const folder = join(server.app.deps.config.dataDir, 'backups')
  mkdirSync(folder, { recursive: true })
  const id = 'rodada-20260101-030000-manual'
  writeFileSync(join(folder, `${id}.sqlite`), 'conteúdo')
  return id
}
/** An invitation to the installation; its token is its id behind 'convite-'. */
async function invitationId(): Promise<number> {
  const { db } = server.app.deps
  const email = freshEmail()
  const { id: invited_by } = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('sign_up_invitations')
    .values({ email, token_hash: email, invited_by, created_at: soon(), expires_at: soon() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token_hash = hashSecret(`convite-${id}`)
  await db.updateTable('sign_up_invitations').set({ token_hash }).where('id', '=', id).execute()
  return id
}
/** The person whom the provider of the company knows as somebody's account; null: nobody. */
async function companyLink(linked: number | null): Promise<number> {
  const { db } = server.app.deps
  await db.deleteFrom('identities').execute()
  if (linked === null) return 0
  const row = { user_id: linked, issuer: company.issuer, subject: `de ${linked}`, email: '', linked_at: soon() }
  return (await db.insertInto('identities').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const soon = () => new Date(Date.now() + 60_000).toISOString()

/** A browser that is told through an address of no network, so that nothing leaves the test. */
const browser = { endpoint: 'https://192.0.2.1/push', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }
const unsubscribeToken = () => createInstanceKeys(server.app.deps).unsubscribeToken(userId, 'weekly_digest')

type Request = { params?: Record<string, string | number>; body?: unknown; headers?: Record<string, string> }
/** `allowed`: the status for those who may call, where the scene lets nobody get through. */
type Row = { access: Access; allowed?: number; request?: (who: string) => Request | Promise<Request> }

/** One pixel. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

/**
 * Every call of the contract: who may make it, decided here a second time so that nothing opens by accident, and a request
 * that succeeds. A new endpoint needs a row, here or, when it is about boards, among the rows of boards and sprints, where it depends on more
 * than the session.
 */
const rows: Record<string, Row> = {
  'account.endSession': { access: 'session', request: async (who) => ({ params: { sessionId: await sessionOf(who) } }) },
  'account.endOtherSessions': { access: 'session' },
  'account.changePassword': {
    access: 'session',
    request: () => ({ body: { current_password: known.password, new_password: known.password, confirmation: known.password } }),
  },
  'account.sessions': { access: 'session' },
  'accountExport.download': { access: 'session', request: () => ({ body: { current_password: known.password } }) },
  'account.settings': { access: 'session' },
  'account.updateSettings': { access: 'session', request: () => ({ body: { appearance: { theme: 'dark' } } }) },
  'admin.dashboard': { access: 'admin' },
  'admin.reportBug': { access: 'admin', request: () => ({ body: { board_id: boardId, title: 'Tela em branco' } }) },
  'admin.resetTwoFactor': { access: 'admin', request: () => ({ params: { userId } }) },
  'admin.updateUser': { access: 'admin', request: () => ({ params: { userId }, body: { role: 'manager' } }) },
  'admin.tasks': { access: 'admin' },
  'admin.users': { access: 'admin' },
  'audit.list': { access: 'admin' },
  'audit.export': { access: 'admin' },
  'auth.register': { access: 'open', request: () => ({ body: { name: 'Ana', email: freshEmail(), password: 'segredo' } }) },
  'auth.login': { access: 'open', request: () => ({ body: known }) },
  'auth.logout': { access: 'session' },
  'auth.profile': { access: 'session' },
  'auth.updateProfile': { access: 'session', request: () => ({ body: { name: 'Ana Clara' } }) },
  'avatar.upload': { access: 'session', request: () => ({ body: picture }) },
  'avatar.remove': { access: 'session' },
  // Without mail there is nothing to send, which those who may ask are told.
  'emailConfirmation.send': { access: 'session', allowed: 409 },
  'calendar.get': { access: 'session' },
  'calendar.create': { access: 'session' },
  'calendar.remove': { access: 'session', request: async (who) => ({ params: { feedId: (await calendarOf(ids[who] ?? userId)).id } }) },
  'calendar.read': { access: 'open', request: async () => ({ params: { secret: (await calendarOf(userId)).secret } }) },
  'emailConfirmation.complete': {
    access: 'session',
    request: async (who) => {
      const [token, user_id] = [freshEmail(), ids[who] ?? userId]
      const { db } = server.app.deps
      const { email } = await db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()
      await db
        .insertInto('email_confirmations')
        .values({ token_hash: hashSecret(token), user_id, email, expires_at: soon() })
        .execute()
      return { body: { token } }
    },
  },
  'notifications.list': { access: 'session' },
  'notifications.unread': { access: 'session' },
  'news.list': { access: 'session' },
  // Boards of others are passed over.
  'news.see': { access: 'session', request: () => ({ body: { boards: [{ board_id: boardId, until: 1 }] } }) },
  'notifications.counts': { access: 'session' },
  // Nobody has it: whose it is decides, not the role. The first ids are those of notices with which the imports of these callers end.
  'notifications.change': {
    access: 'session',
    allowed: 404,
    request: () => ({ params: { notificationId: 2e9 }, body: { state: 'read' } }),
  },
  'notifications.read': { access: 'session', request: () => ({ params: { notificationId: 2e9 } }) },
  'notifications.readAll': { access: 'session', request: () => ({ body: {} }) },
  'notifications.delivery': { access: 'session' },
  'notifications.muteMail': { access: 'session', request: () => ({ body: { kind: 'weekly_digest', muted: true } }) },
  'notifications.subscribe': { access: 'session', request: () => ({ body: { ...browser, endpoint: 'https://93.184.215.14/push' } }) },
  'notifications.unsubscribe': { access: 'session', request: () => ({ body: { endpoint: browser.endpoint } }) },
  'notifications.test': {
    access: 'session',
    request: async (who) => {
      const { endpoint, keys } = browser
      const row = { user_id: ids[who] ?? userId, endpoint, ...keys, created_at: soon() }
      await server.app.deps.db.deleteFrom('push_subscriptions').execute()
      await server.app.deps.db.insertInto('push_subscriptions').values(row).execute()
      return { body: { endpoint } }
    },
  },
  'notifications.endMail': { access: 'open', request: async () => ({ body: { token: await unsubscribeToken() } }) },
  'notifications.endMailByOneClick': { access: 'open', request: async () => ({ params: { token: await unsubscribeToken() } }) },
  'imports.list': { access: 'session' },
  'imports.create': { access: 'session', request: () => ({ query: { source: 'trello' }, body: new TextEncoder().encode('{}') }) },
  // Whose it is decides, not the role.
  'imports.get': { access: 'session', allowed: 404, request: () => ({ params: { importId: 1_000_000 } }) },
  'imports.run': { access: 'session', allowed: 404, request: () => ({ params: { importId: 1_000_000 }, body: {} }) },
  'imports.cancel': { access: 'session', allowed: 404, request: () => ({ params: { importId: 1_000_000 } }) },
  'imports.undo': { access: 'session', allowed: 404, request: () => ({ params: { importId: 1_000_000 } }) },
  'github.status': { access: 'session' },
  'github.authUrl': { access: 'session', request: () => ({ body: { redirectUri: `${publicUrl}/settings` } }) },
  'github.disconnect': { access: 'session' },
  'maintenance.status': { access: 'admin' },
  'maintenance.operations': { access: 'admin' },
  'maintenance.operate': { access: 'admin', request: () => ({ body: { kind: 'optimize' } }) },
  'maintenance.clearCache': { access: 'admin' },
  'maintenance.backups': { access: 'admin' },
  'maintenance.updateBackupSettings': { access: 'admin', request: () => ({ body: { keep: 5 } }) },
  'maintenance.downloadBackup': { access: 'admin', request: () => ({ params: { backupId: putBackup() } }) },
  'maintenance.deleteBackup': { access: 'admin', request: () => ({ params: { backupId: putBackup() } }) },
  'maintenance.logs': { access: 'admin' },
  'maintenance.exportLogs': { access: 'admin' },
  'readLinks.read': { access: 'open', request: async () => ({ params: { secret: await readLinkSecret() } }) },
  'retention.get': { access: 'admin' },
  'retention.update': { access: 'admin', request: () => ({ body: { rooms: 365 } }) },
  'oidc.session': {
    access: 'open',
    request: async (who) => {
      const browser = newSecret()
      const row = {
        code_hash: hashSecret(who),
        browser_hash: hashSecret(browser),
        identity_id: await companyLink(userId),
        expires_at: soon(),
      }
      await server.app.deps.db.insertInto('oidc_handovers').values(row).execute()
      return { body: { code: who }, headers: { cookie: `rodada_oidc=${browser}` } }
    },
  },
  'oidc.status': { access: 'session' },
  'oidc.link': {
    access: 'session',
    request: async () => {
      await companyLink(null)
      return { body: { current_password: known.password } }
    },
  },
  'oidc.prove': {
    access: 'session',
    request: async (who) => {
      await companyLink(ids[who] ?? userId)
      return { body: {} }
    },
  },
  'oidc.unlink': {
    access: 'session',
    request: async (who) => {
      await companyLink(ids[who] ?? userId)
      return { body: { current_password: known.password } }
    },
  },
  'passwordReset.request': { access: 'open', request: () => ({ body: { email: freshEmail() } }) },
  'passwordReset.complete': {
    access: 'open',
    request: async () => {
      const token = freshEmail()
      await server.app.deps.db
        .insertInto('password_resets')
        .values({ token_hash: hashSecret(token), user_id: userId, expires_at: soon() })
        .execute()
      return { body: { token, new_password: 'outra senha', confirmation: 'outra senha' } }
    },
  },
  'rooms.active': { access: 'open' },
  'rooms.invitation': { access: 'open', request: () => ({ params: { roomId } }) },
  'record.rooms': { access: 'session' },
  // Of a room in which none of them sat: record.test.ts has those who did.
  'record.history': { access: 'session', allowed: 404, request: () => ({ params: { roomId } }) },
  'record.export': { access: 'session', allowed: 404, request: () => ({ params: { roomId } }) },
  'record.delete': { access: 'session', allowed: 404, request: () => ({ params: { roomId } }) },
  'roomTasks.list': { access: 'session', request: () => ({ params: { roomId } }) },
  'signUp.change': { access: 'admin', request: () => ({ body: { mode: 'open', domains: [] } }) },
  'signUp.invite': { access: 'admin', request: () => ({ body: { emails: [freshEmail()] } }) },
  'signUp.invitations': { access: 'admin' },
  'signUp.withdraw': { access: 'admin', request: async () => ({ params: { invitationId: await invitationId() } }) },
  // Without mail there is no link to ask for, which is said.
  'signUp.ask': { access: 'open', allowed: 409, request: () => ({ body: { email: freshEmail() } }) },
  'signUp.open': { access: 'open', request: async () => ({ body: { token: `convite-${await invitationId()}` } }) },
  'system.health': { access: 'open' },
  'system.info': { access: 'open' },
  'system.live': { access: 'open' },
  'tokens.list': { access: 'session' },
  'tokens.create': { access: 'session', request: () => ({ body: { name: 'Relatório', scope: 'read' } }) },
  'tokens.revoke': { access: 'session', request: async (who) => ({ params: { tokenId: await tokenIdOf(ids[who] ?? userId) } }) },
  'adminTokens.list': { access: 'admin' },
  'adminTokens.revoke': { access: 'admin', request: async () => ({ params: { tokenId: await tokenIdOf(userId) } }) },
  'twoFactor.status': { access: 'session' },
  'twoFactor.enrol': { access: 'session', request: () => ({ body: { current_password: known.password } }) },
  'twoFactor.confirm': {
    access: 'session',
    request: async (who) => {
      const secret = newTotpSecret()
      const { db } = server.app.deps
      await db.deleteFrom('two_factor_enrolments').execute()
      const row = { user_id: ids[who] ?? userId, secret: `plain:${secret}`, expires_at: soon() }
      await db.insertInto('two_factor_enrolments').values(row).execute()
      return { body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } }
    },
  },
  'twoFactor.renewCodes': {
    access: 'session',
    request: async (who) => ({ body: { current_password: known.password, code: await recoveryCodeOf(ids[who] ?? userId) } }),
  },
  'twoFactor.disable': {
    access: 'session',
    request: async (who) => ({ body: { current_password: known.password, code: await recoveryCodeOf(ids[who] ?? userId) } }),
  },
  'twoFactor.login': {
    access: 'open',
    request: async (who) => {
      const { db } = server.app.deps
      const { password_hash } = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow()
      const row = { token_hash: hashSecret(who), user_id: userId, password_mark: hashSecret(password_hash), tries: 0, expires_at: soon() }
      await db.insertInto('login_challenges').values(row).execute()
      return { body: { token: who, code: await recoveryCodeOf(userId) } }
    },
  },
}

/** Tokens of the collaborator, and one of the administrator, who has no more rights with it. */
const programs: Record<string, TokenRights> = {
  'a program that reads': { scope: 'read', boardIds: null },
  'a program that writes': { scope: 'write', boardIds: null },
  'a program of one board': { scope: 'write', boardIds: [0] },
  'a program of an admin': { scope: 'write', boardIds: null },
}
const signedOut = ['no token', 'a garbage token', 'an expired token', 'the token of a deactivated account']
const callers = [...signedOut, 'a collaborator', 'a manager', 'an admin', ...Object.keys(programs)]
const expectedStatus = (name: string, { access, method }: Endpoint, who: string): number => {
  const rights = programs[who]
  if (rights) return isLetTo(name, method, rights) ? 200 : 403
  if (access === 'open') return 200
  if (signedOut.includes(who)) return 401
  return access === 'admin' && who !== 'an admin' ? 403 : 200
}

const endpoints = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

test('every endpoint of the contract has a row of expectations, and no row is left over', () => {
  expect([...Object.keys(rows), ...Object.keys(ofBoards)].sort()).toEqual(endpoints.map(([name]) => name).sort())
})

test('every call that any file of the contract declares is among them', async () => {
  const folder = join(import.meta.dirname, '../../contract/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(join(folder, name))))
  const isCall = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'url' in value
  const declared = modules
    .flatMap((module) => Object.values(module))
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value).filter(isCall) : []))
  const lines = (calls: Endpoint[]) => [...new Set(calls.map(({ method, url }) => `${method} ${url}`))].sort()
  expect(lines(declared)).toEqual(lines(endpoints.map(([, endpoint]) => endpoint)))
})

describe.each(endpoints.filter(([name]) => ofBoards[name]))('%s', (_, endpoint) => {
  test('asks for a session', async () => {
    expect(endpoint.access).toBe('session')
    for (const who of signedOut) {
      const { status, body } = await server.call(endpoint, { token: await tokens[who]?.() })
      expect([who, status, body]).toEqual([who, 401, { message: 'Token expirado ou inválido', error: 'unauthorized' }])
    }
  })
})

describe.each(endpoints.filter(([name]) => !ofBoards[name]))('%s', (name, endpoint) => {
  test('asks for what the table of expectations says', () => {
    expect(endpoint.access).toBe(rows[name]?.access)
  })

  test.each(callers)('answers %s as declared', async (who) => {
    const { status, body } = await server.call(endpoint, { token: await tokens[who]?.(), ...(await rows[name]?.request?.(who)) })
    const expected = expectedStatus(name, endpoint, who)
    const allowed = rows[name]?.allowed ?? 200
    expect(status).toBe(expected === 200 ? allowed : expected)
    const refusals: Record<number, unknown> = {
      401: { message: 'Token expirado ou inválido', error: 'unauthorized' },
      403: { message: programs[who] ? 'Este token não pode fazer isso.' : 'Você não tem permissão para isso.', error: 'forbidden' },
    }
    if (status !== allowed) expect(body).toEqual(refusals[status])
  })
})

test('a stranger does not learn whether a body would be right', async () => {
  for (const [, endpoint] of endpoints.filter(([, { access, body }]) => access !== 'open' && body)) {
    expect((await server.call(endpoint, { body: { name: 5 } })).status).toBe(401)
  }
})
