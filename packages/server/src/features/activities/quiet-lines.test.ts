import { boardsApi } from '@rodada/contract/boards/board-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { clockStepMs, longestTurn } from '../../../test/turns.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer()
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())

/** A board with one card, of which the figures know so many states behind what is told of it. */
async function makeQuiet(states: number) {
  const board = await makeBoard(server, ana)
  const card = await makeCard(server, ana, board)
  const { db } = server.app.deps
  const { id: _, ...told } = await db.selectFrom('activities').selectAll().where('card_id', '=', card.id).executeTakeFirstOrThrow()
  const quiet = { ...told, kind: 'card.state' as const, details: '{}', user_id: null }
  for (let from = 0; from < states; from += 1000)
    await db
      .insertInto('activities')
      .values(Array.from({ length: 1000 }, () => quiet))
      .execute()
  return { boardId: board.id }
}

test('what is told of a board is found as soon behind very many states as behind few', { timeout: 120_000 }, async () => {
  const { token } = ana
  const [few, many] = [await makeQuiet(1000), await makeQuiet(100_000)]
  const read = async ({ boardId }: typeof few) => ok(await server.call(boardsApi.activity, { token, params: { boardId }, query: {} }))
  expect((await read(many)).map(({ kind }) => kind)).toEqual((await read(few)).map(({ kind }) => kind))
  const [least, most] = [await longestTurn(() => read(few), 5), await longestTurn(() => read(many), 5)]
  expect(most).toBeLessThan(3 * least + 2 * clockStepMs)
})
