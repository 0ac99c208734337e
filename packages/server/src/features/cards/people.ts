import type { PersonSummary } from '@rodada/contract/fields'
import type { Deps } from '../../platform/deps.ts'
import { touchBoardsOf } from '../boards/member-queries.ts'
import type { Publish } from '../boards/write.ts'
import { touchCardsOf } from './write.ts'

/** Shows a person's new name or picture on every board that they are on, also where it is open. Call after the commit. */
export async function showPersonAnew(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  { personChanged, publish }: { personChanged: (person: PersonSummary) => void; publish: Publish },
  { id, name, avatar_url }: PersonSummary,
): Promise<void> {
  personChanged({ id, name, avatar_url })
  const boards = await db.transaction().execute(async (trx) => {
    const touched = await touchBoardsOf(trx, engine, id)
    await touchCardsOf(
      trx,
      id,
      touched.map((board) => board.id),
    )
    return touched
  })
  for (const board of boards) publish(board.id, board.revision)
}
