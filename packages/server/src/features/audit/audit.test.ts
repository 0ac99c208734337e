import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { adminApi } from '@rodada/contract/instance/admin'
import { type AuditEntry, auditApi } from '@rodada/contract/instance/audit'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, freshEmail, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeSprint } from '../../../test/sprints.ts'

let server: TestServer
let admin: Account

beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(() => server.stop())

async function entries(query: Record<string, string | number> = {}): Promise<AuditEntry[]> {
  const { status, body } = await server.call(auditApi.list, { token: admin.token, query })
  expect(status).toBe(200)
  return body.entries
}
const chrome = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36' }

test('a sign-in is told with who, from where and with what', async () => {
  const person = await register(server, { name: 'Téo Entrou' })
  await server.call(authApi.login, { body: { email: person.email, password: person.password }, headers: chrome })
  const [newest] = await entries({ kind: 'session.opened', q: 'teo entrou' })
  expect(newest).toMatchObject({
    user: { id: person.user.id, name: 'Téo Entrou' },
    address: '127.0.0.1',
    device: 'Chrome no Windows',
    times: 1,
  })
})

test('failed sign-ins are counted in one entry that holds nothing of what was typed', async () => {
  const { email } = await register(server)
  for (const password of ['errada-um', 'errada-dois', 'errada-tres']) await server.call(authApi.login, { body: { email, password } })
  const typed = 'minha-senha-no-campo-errado'
  await server.call(authApi.login, { body: { email: typed, password: typed } })
  await server.call(authApi.login, { body: { email: 'ninguem@exemplo.com.br', password: typed } })
  const failed = await entries({ kind: 'session.failed' })
  expect(failed.map(({ subject, times, user }) => [subject, times, user])).toEqual([
    ['', 2, null],
    [email, 3, null],
  ])
  expect(JSON.stringify(await entries({ limit: 200 }))).not.toMatch(/errada-|minha-senha|ninguem@/)
})

test('roles, activation and passwords leave their marks with what they were before', async () => {
  const person = await register(server, { name: 'Caio Mudou' })
  const change = (body: object) => server.call(adminApi.updateUser, { token: admin.token, params: { userId: person.user.id }, body })
  await change({ role: 'manager' })
  await change({ role: 'manager' })
  const password = { current_password: person.password, new_password: 'nova senha', confirmation: 'nova senha' }
  await server.call(accountApi.changePassword, { token: person.token, body: password })
  await change({ is_active: false })
  await change({ is_active: true })
  const about = await entries({ q: person.email })
  expect(about.map(({ kind, user, details }) => [kind, user?.name, details])).toEqual([
    ['account.activated', 'Bia Administra', {}],
    ['account.deactivated', 'Bia Administra', {}],
    ['password.changed', 'Caio Mudou', {}],
    ['account.role_changed', 'Bia Administra', { from: 'collaborator', to: 'manager' }],
    ['session.opened', 'Caio Mudou', {}],
    ['account.registered', 'Caio Mudou', {}],
  ])
  expect(JSON.stringify(about)).not.toContain('nova senha')
})

test('a board that could not be deleted is not told as deleted', async () => {
  const stranger = await register(server)
  const board = await makeBoard(server, admin, { title: 'Quadro que some' })
  await server.call(boardsApi.remove, { token: stranger.token, params: { boardId: board.id } })
  expect(await entries({ q: 'quadro que some' })).toEqual([])
  await server.call(boardsApi.remove, { token: admin.token, params: { boardId: board.id } })
  expect((await entries({ q: 'QUADRO QUE SOME' })).map(({ kind, details }) => [kind, details])).toEqual([
    ['board.deleted', { board: board.id }],
  ])
})

test('a sprint that is deleted, a board that comes back and another e-mail are told', async () => {
  const board = await makeBoard(server, admin, { title: 'Quadro que volta' })
  const sprint = await makeSprint(server, admin, board, { nome: 'Sprint que some' })
  ok(await server.call(sprintsApi.remove, { token: admin.token, params: { sprintId: sprint.id } }))
  expect((await entries({ q: 'sprint que some' })).map(({ kind, user }) => [kind, user?.id])).toEqual([['sprint.deleted', admin.user.id]])
  ok(await server.call(boardsApi.remove, { token: admin.token, params: { boardId: board.id } }))
  ok(await server.call(boardsApi.restore, { token: admin.token, params: { boardId: board.id } }))
  expect((await entries({ q: 'quadro que volta' })).map(({ kind }) => kind)).toEqual(['board.restored', 'board.deleted'])
  const { token, password, user } = await register(server)
  ok(await server.call(authApi.updateProfile, { token, body: { email: freshEmail(), current_password: password } }))
  expect((await entries({ kind: 'account.email_changed' })).map((entry) => entry.user?.id)).toEqual([user.id])
})

test('pages follow each other without a gap, and a period is kept to', async () => {
  for (let i = 0; i < 5; i += 1) await register(server)
  const all = await entries({ limit: 200 })
  const walked: number[] = []
  let before: number | null | undefined
  while (before !== null) {
    const { body } = await server.call(auditApi.list, { token: admin.token, query: { limit: 3, ...(before && { before }) } })
    walked.push(...body.entries.map(({ id }) => id))
    before = body.next
  }
  expect(walked).toEqual(all.map(({ id }) => id))
  const middle = all[Math.floor(all.length / 2)]?.created_at ?? ''
  const since = all.filter(({ created_at }) => created_at >= middle)
  const until = all.filter(({ created_at }) => created_at <= middle)
  for (const { length } of [since, until]) expect([length > 5, length < all.length]).toEqual([true, true])
  expect(await entries({ from: middle, limit: 200 })).toEqual(since)
  expect(await entries({ until: middle, limit: 200 })).toEqual(until)
  expect((await server.call(auditApi.list, { token: admin.token, query: { kind: 'outra' } })).status).toBe(400)
})

test('the exported file is CSV that no spreadsheet runs, and exporting is told', async () => {
  const formula = '=HYPERLINK("http://exemplo.com";"clique")'
  const board = await makeBoard(server, admin, { title: formula })
  await server.call(boardsApi.remove, { token: admin.token, params: { boardId: board.id } })
  const { body, headers } = await server.call(auditApi.export, { token: admin.token, query: { kind: 'board.deleted' } })
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="rodada-auditoria-\d{4}-\d\d-\d\d\.csv"$/)
  const [head, first] = body.replace(/^\uFEFF/, '').split('\r\n')
  expect(head).toBe('"quando","o que","quem","sobre","detalhes","endereço","aparelho","vezes"')
  expect(first).toContain(`"'=HYPERLINK(""http://exemplo.com"";""clique"")"`)
  expect((await entries({ limit: 1 }))[0]).toMatchObject({ kind: 'audit.exported', user: { id: admin.user.id } })
  const exports = async () => (await entries({ kind: 'audit.exported' })).length
  const before = await exports()
  const looked = await server.raw(`/api${auditApi.export.url}`, { method: 'HEAD', headers: { authorization: `Bearer ${admin.token}` } })
  expect([looked.status, await exports()]).toEqual([404, before])
})

test.each([
  ['a;=1+1', `a;'=1+1`],
  ['a,+1', `a,'+1`],
  ['a|-1', `a|'-1`],
  ['a; "=1+1"', `a; ""'=1+1""`],
  ['"=1+1"', `""'=1+1""`],
  ['a;＝1+1', `a;'＝1+1`],
  ['Café, pão - e 1-2=x; fim', 'Café, pão - e 1-2=x; fim'],
])('nor one that divides it elsewhere: %s', async (title, expected) => {
  const board = await makeBoard(server, admin, { title })
  await server.call(boardsApi.remove, { token: admin.token, params: { boardId: board.id } })
  const { body } = await server.call(auditApi.export, { token: admin.token, query: { kind: 'board.deleted' } })
  expect(body.split('\r\n')[1]).toContain(`,"${expected}",`)
})
