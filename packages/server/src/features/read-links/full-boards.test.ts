import { readLinksApi } from '@rodada/contract/boards/read-links'
import { limits } from '@rodada/contract/core/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeManyCards } from '../../../test/many-cards.ts'
import { clockStepMs } from '../../../test/turns.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer({ alone: true })
  await register(server)
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())

const labelsOfCard = 20

/** A link of a board of so many cards, each with many labels. @returns what a look at it costs the process, in microseconds */
async function linkOfBoard(cards: number): Promise<() => Promise<number>> {
  const { db } = server.app.deps
  const board = await makeBoard(server, ana)
  await makeManyCards(server, ana, board, cards)
  const names = Array.from({ length: labelsOfCard }, (_, index) => `Etiqueta ${index}`)
  const labels = await db
    .insertInto('labels')
    .values(names.map((name) => ({ board_id: board.id, name, color: '#266fb8', search_text: name.toLowerCase() })))
    .returning('id')
    .execute()
  const rows = await db.selectFrom('cards').select('id').where('board_id', '=', board.id).execute()
  for (let from = 0; from < rows.length; from += 500) {
    const pairs = rows.slice(from, from + 500).flatMap(({ id }) => labels.map((label) => ({ card_id: id, label_id: label.id })))
    await db.insertInto('card_labels').values(pairs).execute()
  }
  const params = { boardId: board.id }
  const { url } = ok(await server.call(readLinksApi.create, { token: ana.token, params, body: { names: true } }))
  return async () => {
    // Only a board that has changed is made again.
    await db
      .updateTable('boards')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', board.id)
      .execute()
    const before = process.threadCpuUsage()
    const page = ok(await server.call(readLinksApi.read, { params: { secret: url.slice(-43) } }))
    const { user, system } = process.threadCpuUsage(before)
    const shown = page.kind === 'board' ? page.lists.flatMap((list) => list.cards) : []
    expect([shown.length, shown.at(-1)?.labels.length]).toEqual([limits.publicCards, labelsOfCard])
    return (user + system) / 1000
  }
}

test('of a board with far more cards than a link shows, what is on the others is not read', async () => {
  const [whole, large] = [await linkOfBoard(limits.publicCards), await linkOfBoard(10 * limits.publicCards)]
  const least = async (look: () => Promise<number>) => {
    const costs: number[] = []
    for (let i = 0; i < 5; i += 1) costs.push(await look())
    return Math.min(...costs)
  }
  const [usual, most] = [await least(whole), await least(large)]
  // With the labels of all of them it is four times as much.
  expect(most).toBeLessThan(2.5 * Math.max(usual, clockStepMs))
})
