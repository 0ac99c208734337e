import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { allStatementsOf } from '../../../../test/query-plans.ts'

// One process, whose statements are heard.
let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
  await register(server)
})
afterAll(() => server.stop())

test('that the last admin may not leave is found before anything is done', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  const card = await makeCard(server, ana, board)
  ok(await server.call(cardsApi.assign, { token: ana.token, params: { cardId: card.id }, body: { user_id: ana.user.id } }))
  const params = { boardId: board.id, userId: ana.user.id }
  const statements = await allStatementsOf(async () =>
    expect(await server.call(boardsApi.removeMember, { token: ana.token, params })).toMatchObject({
      status: 409,
      body: { message: texts.lastBoardAdmin },
    }),
  )
  expect(statements.length).toBeGreaterThan(2)
  // The program's own work goes on beside it, and does neither of these.
  expect(statements.filter(({ sql }) => /^(?:update "cards"|delete from "board_members")/.test(sql))).toEqual([])
})

test('who leaves a board leaves its fields by one statement for thousands of cards', async () => {
  const [ana, bia] = [await register(server), await register(server)]
  const board = await makeBoard(server, ana)
  await addToBoard(server, ana, board.id, bia, 'member')
  const as = { token: ana.token, params: { boardId: board.id } }
  const field = ok(await server.call(boardFieldsApi.add, { ...as, body: { name: 'Quem', type: 'person', on_card: true } }))
  const ids: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const { id } = await makeCard(server, ana, board)
    ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: id }, body: { fields: { [field.id]: bia.user.id } } }))
    ids.push(id)
  }
  const query = { since: ok(await server.call(boardsApi.get, as)).revision }
  const params = { boardId: board.id, userId: bia.user.id }
  const statements = await allStatementsOf(async () => ok(await server.call(boardsApi.removeMember, { ...as, params })))
  // The second finds nothing any more.
  expect(statements.filter(({ sql }) => sql.startsWith('delete from "card_field_values"'))).toHaveLength(2)
  const { cards } = ok(await server.call(boardsApi.changes, { ...as, query }))
  expect(cards.map(({ id, fields }) => [id, fields]).sort()).toEqual(ids.map((id) => [id, {}]).sort())
})
