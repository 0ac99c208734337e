import { boardsApi } from '@rodada/contract/boards/board-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type BoardScenes, boardCalls, openBoardScenes } from './board-scene.ts'
import { ok } from './boards.ts'

let server: BoardScenes['server']
let scenes: BoardScenes['scenes']
let stop: BoardScenes['stop']
/** Every column of the database with a value that nothing else has. */
let columns: Record<string, number | string>

const marks = { number: 1_999_999_999, text: 'não declarado' }

beforeAll(async () => {
  ;({ server, scenes, stop } = await openBoardScenes())
  const tables = await server.app.deps.db.introspection.getTables()
  columns = Object.fromEntries(
    tables.flatMap((table) =>
      table.columns.map(({ name, dataType }) => [name, /int|real|float|double|numeric/i.test(dataType) ? marks.number : marks.text]),
    ),
  )
})
afterAll(() => stop())

/**
 * What SQLite keeps of its text indexes: numbers of its own, which once something was deleted are too large for JavaScript. What is indexed stands
 * in the tables.
 */
const ofTextIndex = /^card_search\w*_(?:data|idx|docsize|config|content)$/

/** Tables that hold a mark. */
async function marked(): Promise<string[]> {
  const { db } = server.app.deps
  const tables = await db.introspection.getTables()
  const found: string[] = []
  for (const { name } of tables) {
    if (ofTextIndex.test(name)) continue
    const rows = JSON.stringify(
      await db
        .selectFrom(name as 'boards')
        .selectAll()
        .execute(),
    )
    if (rows.includes(String(marks.number)) || rows.includes(marks.text)) found.push(name)
  }
  return found
}

/** The names of the fields that a body declares, at any depth. */
function declared(body: z.ZodType): Set<string> {
  const names = new Set<string>()
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties') for (const name of Object.keys(value)) names.add(name)
      visit(value)
    }
  }
  visit(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
  return names
}

const writes = boardCalls.flatMap(({ name, endpoint, row }) => (endpoint.body ? [{ name, endpoint, row, body: endpoint.body }] : []))

test.each(writes)('$name stores of a body what it declares, and no other column of any table', async ({ name, endpoint, row, body }) => {
  const scene = scenes.private
  const { token } = scene.accounts[row.need === 'edit a comment' ? 'member' : 'board admin']
  const known = declared(body)
  const extra = Object.fromEntries(Object.entries(columns).filter(([column]) => !known.has(column)))
  expect(Object.keys(extra)).toEqual(expect.arrayContaining(['created_by', 'deleted_at', 'revision', 'token_hash', 'password_hash']))
  const request = await row.request(scene)
  const { status, body: reply } = await server.call(endpoint, { token, ...request, body: { ...extra, ...(request.body as object) } })
  expect([name, status]).toEqual([name, 200])
  expect(JSON.stringify(reply)).not.toMatch(new RegExp(`${marks.number}|${marks.text}`))
  expect(await marked()).toEqual([])
  await row.after?.(scene)
})

test('a mark that is stored would be found', async () => {
  const { token } = scenes.private.accounts['board admin']
  const board = ok(await server.call(boardsApi.create, { token, body: { title: marks.text } }))
  expect(await marked()).toContain('boards')
  ok(await server.call(boardsApi.update, { token, params: { boardId: board.id }, body: { title: 'Outro' } }))
})
