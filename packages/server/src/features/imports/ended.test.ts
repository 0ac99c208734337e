import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { auditApi } from '@rodada/contract/instance/audit'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { filesMs, runImport, sendImport, settled } from '../../../test/imports.ts'
import { allStatementsOf } from '../../../test/query-plans.ts'
import { makeToken } from '../../../test/tokens.ts'

vi.setConfig({ testTimeout: filesMs })

let server: TestServer
let admin: Account
let ana: Account
beforeAll(async () => {
  server = await startServer({ alone: true })
  admin = await register(server)
  ana = await register(server, { name: 'Ana Importa' })
})
afterAll(() => server.stop())

const fileOf = (name: string, email?: string) => ({
  ...{ id: name, name, lists: [{ id: 'l', name: 'Ideias', pos: 1 }] },
  members: [{ id: 'b', fullName: 'Bia', email }],
  cards: [{ id: `c ${name}`, idList: 'l', name: 'Pix', idMembers: ['b'] }],
})
const look = (name: string, email?: string) => sendImport(server, ana, 'trello', fileOf(name, email))
const wholeOf = async (importId: number) => ok(await server.call(importsApi.get, { token: ana.token, params: { importId } }))

test('of an import that brought nothing, what is long is forgotten', async () => {
  const cancelled = await look('Cancelado')
  ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId: cancelled.id } }))
  const undone = await runImport(server, ana, (await look('Desfeito')).id)
  ok(await server.call(importsApi.undo, { token: ana.token, params: { importId: undone.id } }))
  await settled(server, ana, undone.id)
  const kept = await runImport(server, ana, (await look('Fica')).id)
  await server.app.runJobs()
  for (const [{ id }, status] of [
    [cancelled, 'cancelled'],
    [undone, 'undone'],
  ] as const) {
    await vi.waitFor(async () => expect(await wholeOf(id)).toMatchObject({ status, plan: null }), { timeout: filesMs / 4, interval: 20 })
  }
  expect((await wholeOf(kept.id)).plan?.lists.map(({ title }) => title)).toEqual(['Ideias'])
})

test('a disk that is nearly full stops what waits to be read or written, and nothing stays', async () => {
  const looked = await look('Sem lugar')
  const { files } = server.app.deps
  const hasRoom = vi.spyOn(files.disk, 'hasRoom').mockResolvedValue(false)
  try {
    const { status, message, board_id } = await runImport(server, ana, looked.id)
    expect([status, message, board_id]).toEqual(['failed', texts.importNoRoom, null])
    const unread = await look('Nem lido')
    expect([unread.status, unread.message]).toEqual(['failed', texts.importNoRoom])
  } finally {
    hasRoom.mockRestore()
  }
  expect((await look('Com lugar')).status).toBe('ready')
})

test('what a program brings is told as its own', async () => {
  const bia = await register(server, { name: 'Bia' })
  await addToBoard(server, ana, (await makeBoard(server, ana)).id, bia, 'member')
  const program = await makeToken(server, ana, { name: 'Traz quadros' })
  const { id, plan } = await look('De um programa', bia.user.email)
  expect(plan?.people.map(({ user_id }) => user_id)).toEqual([bia.user.id])
  const { board_id } = await runImport(server, { token: program.token }, id)
  const params = { boardId: board_id ?? 0 }
  const lines = ok(await server.call(boardsApi.activity, { token: ana.token, params }))
  const told = lines.filter(({ kind }) => kind !== 'card.created').map(({ kind, user, by_program }) => [kind, user?.id, by_program])
  expect(told.sort()).toEqual([
    ['board.imported', ana.user.id, true],
    ['member.added', ana.user.id, true],
  ])
  const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { kind: 'board.imported' } }))
  expect(entries[0]?.details).toMatchObject({ board: board_id, program: 'Traz quadros' })
})

test('imports of long ago are forgotten one at a time, each of which may be some megabytes', async () => {
  const { db } = server.app.deps
  const { id } = await look('De muito antes')
  ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId: id } }))
  const { id: _, ...row } = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const many = 25
  const old = Array.from({ length: many }, () => ({ ...row, created_at: '2024-01-01T00:00:00.000Z' }))
  await db.insertInto('imports').values(old).execute()
  const statements = await allStatementsOf(() => server.app.runJobs())
  const ended = statements.filter(({ sql }) => sql.startsWith('delete from "imports"'))
  expect(ended.length).toBeGreaterThanOrEqual(many)
  const left = await db.selectFrom('imports').select('id').where('created_at', '<', '2025-01-01').execute()
  expect(left).toEqual([])
  expect((await wholeOf(id)).status).toBe('cancelled')
})
