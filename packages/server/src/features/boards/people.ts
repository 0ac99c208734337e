import type { PersonSummary } from '@rodada/contract/fields'
import type { Deps } from '../../platform/deps.ts'
import type { BoardLive } from './live.ts'
import { touchBoardsOf } from './member-queries.ts'

/** Shows a person's new name or picture on every board that they are on, also where it is open. Call after the commit. */
export async function showPersonAnew(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  live: BoardLive,
  { id, name, avatar_url }: PersonSummary,
): Promise<void> {
  live.personChanged({ id, name, avatar_url })
  const boards = await db.transaction().execute((trx) => touchBoardsOf(trx, engine, id))
  for (const board of boards) live.publish(board.id, board.revision)
}
