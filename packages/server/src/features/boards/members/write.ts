import type { Work } from '../../../platform/work.ts'
import { memberRemoved } from '../events.ts'
import type { BoardRow } from '../queries.ts'
import { deleteFiltersOf } from '../saved-filters/queries.ts'
import { removeMember, type Trust } from './queries.ts'

/**
 * Takes a person off a held board with everything that follows from that. Their page is told with `live.accessChanged`, after the commit.
 * @param group by which they were on it, where it no longer gives them their place
 */
export async function takeOffBoard(
  work: Work,
  board: BoardRow,
  { userId, name, group }: { userId: number; name: string; group?: string },
  trust: Trust,
): Promise<void> {
  await removeMember(work.trx, board.id, userId, trust)
  await deleteFiltersOf(work.trx, board.id, userId)
  await work.emit(memberRemoved, { board, userId, name, ...(group !== undefined && { group }) })
}
