import type { ChangeTasks, SprintTask } from '@rodada/contract/sprint-tasks'
import { texts } from '@rodada/contract/texts'
import type { z } from 'zod'
import type { Db } from '../../migrations/schema.ts'
import { invalid } from '../../platform/errors.ts'
import { addActivities, type NewActivity } from '../boards/activity-queries.ts'
import { requireAssignee } from '../boards/member-queries.ts'
import { type Asker, type BoardRow, changeBoard } from '../boards/queries.ts'
import { findPerson, getCardFor } from '../cards/queries.ts'
import { tellAssignedMany } from '../notifications/notice-queries.ts'
import { rankInBacklog } from './backlog-queries.ts'
import { type ColumnRow, listColumns } from './column-queries.ts'
import type { Change } from './commands.ts'
import { recordChanged, recordLeaving } from './journal-queries.ts'
import { moveToBacklog, moveToColumn, requireRoomForTasks } from './place-queries.ts'
import { findSprint, requireLasting, type SprintRow } from './queries.ts'
import { assignMany, type CardOfMany, getBoardOf, getTask, listCardsById, listTasksById } from './task-queries.ts'
import { taskView } from './view.ts'

/**
 * Puts a card of a board's backlog behind another one, or on top.
 * @throws AppError 404 or 403 for the board, 400 when the card is not on it, 409 when one of the two left the backlog
 */
export async function rankBacklog(
  trx: Db,
  viewer: Asker,
  boardId: number,
  { task_id, after_id }: { task_id: number; after_id: number | null },
): Promise<Change<SprintTask>> {
  const board = await changeBoard(trx, viewer, boardId)
  const [found] = await listCardsById(trx, [task_id])
  if (found?.board_id !== boardId) throw invalid({ task_id: texts.taskElsewhere })
  await rankInBacklog(trx, board, await getCardFor(trx, viewer, { cardId: task_id }), after_id)
  return { boardId, revision: board.revision, result: taskView(await getTask(trx, task_id)) }
}

/**
 * Assigns many tasks of one board, or takes them to another sprint or to the backlog: all or none.
 * @throws AppError 404 or 403, 400 for cards of several boards, a foreign sprint or person, 409 when a sprint ended or is full
 */
export async function changeTasks(trx: Db, viewer: Asker, wish: z.output<typeof ChangeTasks>): Promise<Change<SprintTask[]>> {
  const ids = [...new Set(wish.task_ids)]
  const board = await changeBoard(trx, viewer, await getBoardOf(trx, viewer, ids))
  const cards = await listCardsById(trx, ids)
  if (cards.length < ids.length || cards.some(({ board_id }) => board_id !== board.id)) throw invalid({ task_ids: texts.taskElsewhere })
  for (const card of cards) requireLasting(card)
  const activities = [...(await assign(trx, board, cards, wish.assigned_to)), ...(await plan(trx, viewer, board, cards, wish.sprint_id))]
  await addActivities(
    trx,
    activities.map((activity) => ({ ...activity, board_id: board.id, user_id: viewer.userId })),
  )
  const given = cards.filter(({ assignee_id }) => wish.assigned_to !== undefined && assignee_id !== wish.assigned_to)
  const news = { boardId: board.id, boardTitle: board.title, cards: given }
  const told = await tellAssignedMany(trx, news, wish.assigned_to ?? null, viewer.userId)
  const tasks = (await listTasksById(trx, ids)).map(taskView)
  return { boardId: board.id, revision: activities.length > 0 ? board.revision : null, result: tasks, told }
}

type Told = Omit<NewActivity, 'board_id' | 'user_id'>

async function assign(trx: Db, board: BoardRow, cards: readonly CardOfMany[], userId: number | null | undefined): Promise<Told[]> {
  if (userId === undefined) return []
  const changed = cards.filter((card) => card.assignee_id !== userId)
  if (changed.length === 0) return []
  if (userId !== null) await requireAssignee(trx, board.id, userId, 'assigned_to')
  await assignMany(
    trx,
    board,
    changed.map(({ id }) => id),
    userId,
  )
  const person = userId === null ? null : await findPerson(trx, userId)
  const details = person ? { to: person.name } : {}
  return changed.map((card) => ({ card_id: card.id, kind: 'card.assigned', subject: card.title, details }))
}

const backlogName = 'Backlog'

async function plan(
  trx: Db,
  viewer: Asker,
  board: BoardRow,
  cards: readonly CardOfMany[],
  sprintId: number | null | undefined,
): Promise<Told[]> {
  if (sprintId === undefined) return []
  const sprint = sprintId === null ? null : await targetSprint(trx, viewer, board, sprintId)
  const moved = cards.filter((card) => card.sprint_id !== sprintId)
  if (moved.length === 0) return []
  await recordLeaving(
    trx,
    moved.map(({ id }) => id),
  )
  if (sprint === null) {
    await moveToBacklog(
      trx,
      board,
      moved.map(({ id }) => id),
    )
  } else {
    await requireRoomForTasks(trx, sprint.id, moved.length)
    for (const [column, group] of byColumn(await listColumns(trx, sprint.id), moved)) await moveToColumn(trx, board, group, column)
    await recordChanged(trx, board)
  }
  return moved.map((card) => ({
    card_id: card.id,
    kind: 'card.moved',
    subject: card.title,
    details: { from: card.sprint_name ?? backlogName, to: sprint?.name ?? backlogName },
  }))
}

async function targetSprint(trx: Db, viewer: Asker, board: BoardRow, sprintId: number): Promise<SprintRow> {
  const sprint = await findSprint(trx, viewer, sprintId)
  if (sprint?.board_id !== board.id) throw invalid({ sprint_id: texts.sprintElsewhere })
  requireLasting(sprint)
  return sprint
}

/** Each card goes to the first column with its status, so that planning begins nothing anew, else to the first of all. */
function byColumn(columns: readonly ColumnRow[], cards: readonly CardOfMany[]): Map<ColumnRow, CardOfMany[]> {
  const groups = new Map<ColumnRow, CardOfMany[]>()
  for (const card of cards) {
    const column = columns.find(({ status }) => status === card.status) ?? columns[0]
    if (!column) throw new Error('a sprint has no columns')
    groups.set(column, [...(groups.get(column) ?? []), card])
  }
  return groups
}
