import { instant } from '../../platform/deps.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { happened } from '../boards/events.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { CardRow } from '../cards/queries.ts'
import { keepClosing } from './closing/queries.ts'
import { sprintEnded } from './events.ts'
import { getFigures } from './figure-queries.ts'
import { moveToBacklog } from './move-commands.ts'
import { listTasksOfSprint } from './place-queries.ts'
import { planCards } from './plan-commands.ts'
import { closeSprint, overStatuses, type SprintRow } from './queries.ts'
import { readBurndown } from './reports/report-queries.ts'
import { today } from './sprint-queries.ts'

/**
 * Ends a held sprint: its numbers are kept as they are now, and what is not done leaves it.
 * @param to where a card goes: to another open sprint of the board by its id, or (null) on top of the backlog
 * @returns how many tasks were not done
 * @throws AppError 400 for a foreign sprint, 409 when one ended or is full
 */
export async function endSprint(
  work: Work,
  viewer: Actor,
  board: BoardRow,
  sprint: SprintRow,
  to: (card: CardRow) => number | null = () => null,
): Promise<number> {
  const { trx } = work
  const { total, done, in_progress } = await getFigures(trx, sprint)
  const { committed, completed } = await readBurndown(trx, sprint, today())
  const open = (await listTasksOfSprint(trx, sprint.id)).filter(({ status }) => !overStatuses.includes(status))
  await closeSprint(trx, sprint.id, instant(), { total, done, in_progress, committed, completed })
  await keepClosing(trx, sprint.id, {
    status: sprint.status === 'planejada' ? 'planejada' : 'ativa',
    cards: open.map((card) => ({ id: card.id, column_id: card.column_id, from_sprint_id: card.from_sprint_id, to: to(card) })),
  })
  const how = { follows: true, from_sprint_id: sprint.id }
  for (const [id, cards] of Map.groupBy(open, to)) {
    if (id === null) await moveToBacklog(work, board, cards, how)
    else await planCards(work, viewer, board, cards, id, how)
  }
  await work.emit(happened, { board_id: board.id, kind: 'sprint.ended', subject: sprint.name })
  await work.emit(sprintEnded, { board, sprint: { id: sprint.id, name: sprint.name }, done, total })
  return total - done
}
