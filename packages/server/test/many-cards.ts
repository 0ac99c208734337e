import type { Board } from '@rodada/contract/boards/boards'
import type { Account } from './accounts.ts'
import { makeCard } from './boards.ts'
import type { TestServer } from './harness.ts'

/** Gives a board many cards with long titles. @returns the id of the first */
export async function makeManyCards(server: TestServer, owner: Account, board: Board, count: number): Promise<number> {
  const { id } = await makeCard(server, owner, board, 'Primeiro')
  const { db } = server.app.deps
  const { id: _, ...card } = await db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: 500 }, (_, i) => ({
      ...card,
      title: 'é'.repeat(255),
      rank: `b${from + i}`,
      number: card.number + 1 + from + i,
    }))
    await db.insertInto('cards').values(rows).execute()
  }
  return id
}
