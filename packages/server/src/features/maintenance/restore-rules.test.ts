import { boardsApi } from '@rodada/contract/boards/board-calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshEmail, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { RoomClient } from '../../../test/room-client.ts'
import { afterRestore, endWhatWasRevived, livesOn } from './restore-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
})
afterAll(() => server.stop())

/** What a column is called that holds something by which one gets in, acts, or is reached. */
const secretive =
  /(^|_)(hash|token|secret|key|code|password|pin|seed|salt|signature|verifier|mark|url|endpoint|p256dh|auth|value|data|public_id|address|network)s?$/

/** Columns that are called so, of every table of the database; the index of cards and the list of migrations hold no row of anybody. */
async function secretiveColumns(): Promise<{ table: string; column: string }[]> {
  const tables = await server.app.deps.db.introspection.getTables()
  return tables
    .filter(({ name }) => !/^(kysely|sqlite)_|^card_search($|_(?!queue))/.test(name))
    .flatMap(({ name, columns }) => columns.map((column) => ({ table: name, column: column.name })))
    .filter(({ column }) => secretive.test(column))
}
const named = ({ table, column }: { table: string; column: string }) => `${table}.${column}`
const ruleOf = (table: string) => (afterRestore as Record<string, unknown>)[table]

test('each table of the database says what it goes on with after a restore', async () => {
  const tables = await server.app.deps.db.introspection.getTables()
  const there = tables.map(({ name }) => name).filter((name) => !/^(kysely|sqlite)_|^card_search($|_(?!queue))/.test(name))
  expect(there.filter((name) => !Object.hasOwn(afterRestore, name))).toEqual([])
})

test('each column that sounds like a secret is ended by a restore, or says why it may live', async () => {
  const columns = await secretiveColumns()
  const unanswered = columns.filter(({ table }) => ruleOf(table) !== 'forgotten' && typeof ruleOf(table) !== 'function')
  expect(unanswered.map(named).filter((name) => !Object.hasOwn(livesOn, name))).toEqual([])
  // A reason for what is gone, or was deleted anyway, would hide the next column of that name.
  const living = columns.filter(({ table }) => ruleOf(table) !== 'forgotten').map(named)
  expect(Object.keys(livesOn).filter((name) => !living.includes(name))).toEqual([])
})

test('where only part of a table ends, no value of a secret that may not live is there afterwards', async () => {
  const { db } = server.app.deps
  const owner = await register(server)
  const board = await makeBoard(server, owner)
  ok(await server.call(boardsApi.addMember, { token: owner.token, params: { boardId: board.id }, body: { email: freshEmail() } }))
  const guest = await new RoomClient(server.url()).ready()
  const { roomId, hostToken } = await guest.send('createRoom', { roomName: 'Planejamento', userName: 'Ana' })
  await guest.join(String(roomId), 'Ana', { hostToken, browserId: 'um-navegador-qualquer-1' })
  expect(await guest.send('updateRoom', { roomId, password: 'sexta-feira' })).toEqual({ ok: true })
  // An import that fetches files: this process has it, and so nobody takes it up.
  await db
    .insertInto('imports')
    .values({
      ...{ user_id: owner.user.id, token_id: null, source: 'trello', file_name: '', created_at: new Date().toISOString() },
      ...{ status: 'running', step: 'write', phase: 'files', process_id: server.app.deps.processId, secret: 'v1:selado' },
    })
    .execute()
  const partly = (await secretiveColumns()).filter((one) => typeof ruleOf(one.table) === 'function' && !Object.hasOwn(livesOn, named(one)))
  expect(partly.map(named)).toEqual(expect.arrayContaining(['rooms.host_token_hash', 'seats.token_hash', 'seats.browser_hash']))
  const values = async ({ table, column }: { table: string; column: string }) => {
    const { rows } = await sql<{ value: string | null }>`select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db)
    return rows.map(({ value }) => value).filter((value) => value !== null && value !== '')
  }
  for (const one of partly) expect(await values(one), named(one)).not.toEqual([])
  guest.socket.disconnect()
  await db.transaction().execute(endWhatWasRevived)
  for (const one of partly) expect(await values(one), named(one)).toEqual([])
  expect(await db.selectFrom('invitations').select('id').where('accepted_at', 'is', null).execute()).toEqual([])
})
