import type { Deps } from '../../platform/deps.ts'
import { touchBoardsOf } from '../boards/members/queries.ts'
import type { Publish } from '../boards/write.ts'
import { touchCardsOf } from './write.ts'

/** Marks every board of a person, and their cards there, as changed, because the person looks different now. */
export async function touchCardsOfPerson({ db, engine }: Pick<Deps, 'db' | 'engine'>, publish: Publish, userId: number): Promise<void> {
  const boards = await db.transaction().execute(async (trx) => {
    const touched = await touchBoardsOf(trx, engine, userId)
    await touchCardsOf(
      trx,
      userId,
      touched.map(({ id }) => id),
    )
    return touched
  })
  for (const { id, revision } of boards) publish(id, revision)
}
