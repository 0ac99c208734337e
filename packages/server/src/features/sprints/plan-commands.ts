import { texts } from '@rodada/contract/texts/texts'
import { invalid } from '../../platform/http/errors.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { CardRow } from '../cards/queries.ts'
import { type ColumnRow, listColumns } from './columns/queries.ts'
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
): Promise<boolean> {
  const sprint = sprintId === null ? null : await targetSprint(work, viewer, board, sprintId)
  const moved = cards.filter((card) => card.sprint_id !== sprintId)
  if (moved.length === 0) return false
  if (sprint === null) await moveToBacklog(work, board, moved, { follows: false })
  else {
    await requireRoomForTasks(work.trx, sprint.id, moved.length)
    const groups = byColumn(await listColumns(work.trx, sprint.id), moved)
    for (const [column, group] of groups) await moveToColumn(work, board, group, column, { follows: false })
  }
  return true
}

async function targetSprint({ trx }: Work, viewer: Actor, board: BoardRow, sprintId: number): Promise<SprintRow> {
  const sprint = await findSprint(trx, viewer, sprintId)
  if (sprint?.board_id !== board.id) throw invalid({ sprint_id: texts.sprintElsewhere })
  requireOpen(sprint)
  return sprint
}

/** Each card goes to the first column with its status, so that planning does not begin its work again, else to the first of all. */
function byColumn(columns: readonly ColumnRow[], cards: readonly CardRow[]): Map<ColumnRow, CardRow[]> {
  const groups = new Map<ColumnRow, CardRow[]>()
  for (const card of cards) {
    const column = columns.find(({ status }) => status === card.status) ?? columns[0]
    if (!column) throw new Error('a sprint has no columns')
    groups.set(column, [...(groups.get(column) ?? []), card])
  }
  return groups
}
