import type { Deps } from '../../platform/deps.ts'
import { slicesOf } from '../../platform/slices.ts'
import { touchBoardsOf } from '../boards/members/queries.ts'
import type { Publish } from '../boards/write.ts'
import { listShownOf } from './participants/queries.ts'
import { touchCardsOn } from './write.ts'

/** Cards of one transaction, for whose end everybody else who writes waits on SQLite. */
const cardsAtOnce = 2000

/**
 * Marks every board of a person, and their cards there, as changed, because the person looks different now. With the first cards all boards, with
 * others their own.
 */
export async function touchCardsOfPerson(
  { db, reads, engine }: Pick<Deps, 'db' | 'reads' | 'engine'>,
  publish: Publish,
  userId: number,
): Promise<void> {
  const [first = [], ...others] = slicesOf(await listShownOf(reads, userId), cardsAtOnce)
  for (const cards of [first, ...others]) {
    const boards = await db.transaction().execute(async (trx) => {
      const only = cards === first ? undefined : [...new Set(cards.map(({ board_id }) => board_id))]
      const touched = await touchBoardsOf(trx, engine, userId, only)
      await touchCardsOn(
        trx,
        cards.map(({ id }) => id),
        touched.map(({ id }) => id),
      )
      return touched
    })
    for (const { id, revision } of boards) publish(id, revision)
  }
}
