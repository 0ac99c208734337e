import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { clockStepMs } from '../../../../test/turns.ts'
import { ranksBehind } from '../../../platform/order/ranks.ts'
import { indexTexts } from './index-queries.ts'

let server: TestServer
let eva: Account
beforeAll(async () => {
  server = await startServer({ alone: true })
  await register(server)
  eva = await register(server, { name: 'Eva' })
})
afterAll(() => server.stop())

/** A board with so many checklist items, all of them alike, on cards of four thousand. */
async function fill(title: string, count: number): Promise<Board> {
  const { db } = server.app.deps
  const board = await makeBoard(server, eva, { title })
  const ranks = ranksBehind(null, 200)
  for (let left = count; left > 0; left -= 4000) {
    const card_id = (await makeCard(server, eva, board, 'Cartão')).id
    for (const rank of ranks.slice(0, 20)) {
      const values = { card_id, title: 'Aceite', rank }
      const { id } = await db.insertInto('checklists').values(values).returning('id').executeTakeFirstOrThrow()
      // All groups of three letters of the word that is sought, and not the word.
      const item = { checklist_id: id, title: 'mesame same', search_text: 'mesame same' }
      await db
        .insertInto('checklist_items')
        .values(ranks.map((of) => ({ ...item, rank: of })))
        .execute()
    }
  }
  return board
}
const sought = 'mesamesame'
/** A cost that grows with the square of eight is sixty-four times as much. */
const mostTimes = 20

/** What the process spends on a search, however busy its machine is. */
async function cost(more: { board_id?: number }): Promise<number> {
  const before = process.cpuUsage()
  expect(ok(await server.call(cardsApi.search, { token: eva.token, query: { q: sought, ...more } }))).toEqual([])
  return process.cpuUsage(before).user / 1000
}
const leastCost = async (more: { board_id?: number }) => Math.min(await cost(more), await cost(more), await cost(more))

test('eight times as many checklist items take a search about eight times as long, on a board and on all of them', async () => {
  const { db, engine } = server.app.deps
  const few = await fill('Poucos', 4000)
  await indexTexts(db, engine)
  const ofFew = await leastCost({ board_id: few.id })
  const many = await fill('Muitos', 32_000)
  await indexTexts(db, engine)
  expect(await leastCost({ board_id: many.id })).toBeLessThan(mostTimes * Math.max(ofFew, clockStepMs))
  // So many cards that not all that is said on them is read.
  const cards = await makeBoard(server, eva, { title: 'Cartões' })
  const { id } = await makeCard(server, eva, cards)
  const { id: _, ...card } = await db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rows = ranksBehind(card.rank, 1600).map((rank, i) => ({ ...card, rank, number: card.number + 1 + i }))
  for (let from = 0; from < rows.length; from += 400)
    await db
      .insertInto('cards')
      .values(rows.slice(from, from + 400))
      .execute()
  await indexTexts(db, engine)
  expect(await leastCost({})).toBeLessThan(mostTimes * Math.max(ofFew, clockStepMs))
})
