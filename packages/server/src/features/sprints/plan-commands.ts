import { texts } from '@rodada/contract/texts/texts'
import { invalid } from '../../platform/http/errors.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { CardRow } from '../cards/queries.ts'
import { columnFor } from './columns/policy.ts'
import { listColumns } from './columns/queries.ts'
import { moveToBacklog, moveToColumn } from './move-commands.ts'
import { requireRoomForTasks } from './place-queries.ts'
import { findSprint, requireOpen, type SprintRow } from './queries.ts'

/**
 * Takes cards of a held board, in their order, to a sprint or (null) to the backlog, unless they are there.
 * @returns whether a card went to another sprint or to the backlog
 * @throws AppError 400 for a foreign sprint, 409 when it ended or is full
 */
export async function planCards(
  work: Work,
  viewer: Actor,
  board: BoardRow,
  cards: readonly CardRow[],
  sprintId: number | null,
  how: Parameters<typeof moveToColumn>[4] = { follows: false },
): Promise<boolean> {
  const sprint = sprintId === null ? null : await targetSprint(work, viewer, board, sprintId)
  const moved = cards.filter((card) => card.sprint_id !== sprintId)
  if (moved.length === 0) return false
  if (sprint === null) await moveToBacklog(work, board, moved, how)
  else {
    await requireRoomForTasks(work.trx, sprint.id, moved.length)
    const columns = await listColumns(work.trx, sprint.id)
    for (const [column, group] of Map.groupBy(moved, (card) => columnFor(columns, card)))
      await moveToColumn(work, board, group, column, how)
  }
  return true
}

async function targetSprint({ trx }: Work, viewer: Actor, board: BoardRow, sprintId: number): Promise<SprintRow> {
  const sprint = await findSprint(trx, viewer, sprintId)
  if (sprint?.board_id !== board.id) throw invalid({ sprint_id: texts.sprintElsewhere })
  requireOpen(sprint)
  return sprint
}
