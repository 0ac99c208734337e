import type { ChangeTasks, SprintTask } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import { invalid } from '../../../platform/http/errors.ts'
import type { Work } from '../../../platform/work.ts'
import type { Actor } from '../../auth/queries.ts'
import { requireAssignee } from '../../boards/members/queries.ts'
import { type BoardRow, changeBoard } from '../../boards/queries.ts'
import type { Change } from '../../boards/write.ts'
import type { CardRow } from '../../cards/queries.ts'
import { updateCards } from '../../cards/write.ts'
import { planCards } from '../plan-commands.ts'
import { requireOpen } from '../queries.ts'
import { getBoardOf, getTask, listCardsToChange, listTasksById } from '../tasks/queries.ts'
import { taskView } from '../view.ts'
import { rankInBacklog } from './ranks.ts'

/**
 * Puts a card of a board's backlog behind another one, or on top.
 * @throws AppError 404 or 403 for the board, 400 when the card is not on it, 409 when one of the two left the backlog
 */
export async function rankBacklog(
  work: Work,
  viewer: Actor,
  boardId: number,
  { task_id, after_id }: { task_id: number; after_id: number | null },
): Promise<Change<SprintTask>> {
  const board = await changeBoard(work.trx, viewer, boardId)
  const [card] = await listCardsToChange(work.trx, [task_id])
  if (card?.board_id !== boardId) throw invalid({ task_id: texts.taskElsewhere })
  await rankInBacklog(work, board, card, after_id)
  return { boardId, revision: board.revision, result: taskView(await getTask(work.trx, task_id)) }
}

/**
 * Assigns many tasks of one board, or takes them to another sprint or to the backlog: all or none.
 * @throws AppError 404 or 403, 400 for cards of several boards, a foreign sprint or person, 409 when a sprint ended or is full
 */
export async function changeTasks(work: Work, viewer: Actor, input: z.output<typeof ChangeTasks>): Promise<Change<SprintTask[]>> {
  const { trx } = work
  const ids = [...new Set(input.task_ids)]
  const board = await changeBoard(trx, viewer, await getBoardOf(trx, viewer, ids))
  const cards = await listCardsToChange(trx, ids)
  if (cards.length < ids.length || cards.some(({ board_id }) => board_id !== board.id)) throw invalid({ task_ids: texts.taskElsewhere })
  for (const card of cards) requireOpen(card)
  const given = await assign(work, board, cards, input.assigned_to)
  const planned = input.sprint_id !== undefined && (await planCards(work, viewer, board, given.cards, input.sprint_id))
  const tasks = (await listTasksById(trx, ids)).map(taskView)
  return { boardId: board.id, revision: given.changed || planned ? board.revision : null, result: tasks }
}

/** @returns the cards as they are then */
async function assign(
  work: Work,
  board: BoardRow,
  cards: readonly CardRow[],
  userId: number | null | undefined,
): Promise<{ cards: readonly CardRow[]; changed: boolean }> {
  if (userId === undefined || cards.every((card) => card.assignee_id === userId)) return { cards, changed: false }
  if (userId !== null) await requireAssignee(work.trx, board.id, userId, 'assigned_to')
  await updateCards(
    work,
    board,
    cards.map((card) => ({ card, set: { assignee_id: userId } })),
  )
  return { cards: cards.map((card) => ({ ...card, assignee_id: userId })), changed: true }
}
