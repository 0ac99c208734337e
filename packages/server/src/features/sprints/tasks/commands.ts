import { limits } from '@rodada/contract/core/limits'
import { type CreateTask, SprintTask, type UpdateTask } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, invalid, stale } from '../../../platform/http/errors.ts'
import { findRank } from '../../../platform/order/queries.ts'
import type { Work } from '../../../platform/work.ts'
import type { Actor } from '../../auth/queries.ts'
import { listLists } from '../../boards/lists/queries.ts'
import { requireAssignee } from '../../boards/members/queries.ts'
import type { BoardRow } from '../../boards/queries.ts'
import type { Change } from '../../boards/write.ts'
import { tellMentions } from '../../cards/mentions/write.ts'
import { placeByStatus } from '../../cards/place-queries.ts'
import { type CardRow, type CardUpdate, cardsOfList, changeCard, descriptionExcerpt } from '../../cards/queries.ts'
import { addCard, updateCard } from '../../cards/write.ts'
import { type ColumnRow, listColumns } from '../columns/queries.ts'
import { placeInColumn, requireRoomForTasks } from '../place-queries.ts'
import { changeSprint, getSprint, requireOpen } from '../queries.ts'
import { taskView } from '../view.ts'
import { getTask } from './queries.ts'

const changed = async (trx: Db, board: BoardRow, cardId: number): Promise<Change<SprintTask>> => ({
  boardId: board.id,
  revision: board.revision,
  result: taskView(await getTask(trx, cardId)),
})

/** A column by its id among those of a sprint. @throws AppError 400 */
function pick(columns: readonly ColumnRow[], columnId: number | undefined): ColumnRow {
  const column = columnId === undefined ? columns[0] : columns.find(({ id }) => id === columnId)
  if (!column) throw invalid({ column_id: texts.columnElsewhere })
  return column
}

/** A new card in a sprint. @throws AppError 404 or 403, 409 when the sprint ended or something is full, 400 for a foreign column or person. */
export async function createTask(work: Work, viewer: Actor, input: z.output<typeof CreateTask>): Promise<Change<SprintTask>> {
  const { trx } = work
  const { sprint, board } = await changeSprint(trx, viewer, input.sprint_id)
  const column = pick(await listColumns(trx, sprint.id), input.column_id)
  await requireRoomForTasks(trx, sprint.id, 1)
  if (input.assigned_to) await requireAssignee(trx, board.id, input.assigned_to, 'assigned_to')
  const lists = await listLists(trx, board.id)
  const [first] = lists
  if (!first) throw conflict(texts.boardWithoutLists)
  // The first list, unless another says the same as the column.
  const list = first.status === column.status ? first : (lists.find(({ status }) => status === column.status) ?? first)
  const unplaced = { id: 0, list_id: list.id, column_id: null, column_rank: null, status: list.status }
  const place = await placeInColumn(trx, board.id, unplaced, column, undefined)
  const card = await addCard(work, board, list.id, {
    title: input.title,
    description: input.description ?? '',
    due_date: input.due_date ?? null,
    priority: input.priority ?? 'medium',
    estimate: input.estimate ?? null,
    estimated_hours: input.estimated_hours ?? null,
    notes: input.notes ?? '',
    assignee_id: input.assigned_to ?? null,
    rank: await findRank(trx, cardsOfList(list.id), {}),
    status: column.status,
    sprint_id: sprint.id,
    column_id: column.id,
    column_rank: place.column_rank ?? null,
    created_by: viewer.userId,
  })
  await tellMentions(work, card, { before: '', after: card.description, field: 'description' }, { isNew: true })
  await tellMentions(work, card, { before: '', after: card.notes, field: 'notes' }, { isNew: true })
  return changed(trx, board, card.id)
}

type Input = Omit<z.output<typeof UpdateTask>, 'version'>

/**
 * Changes fields of a task, or its place.
 * @throws AppError 404 or 403, 409 when its sprint ended or, with the fresh task, when new texts are late, 400 for a foreign
 * column or person, or a new description in the place of a longer one.
 */
export async function editTask(
  work: Work,
  viewer: Actor,
  taskId: number,
  { version, ...input }: z.output<typeof UpdateTask>,
): Promise<Change<SprintTask>> {
  const { trx } = work
  const { card, board } = await changeOpenTask(trx, viewer, taskId)
  const description = keptWhole(card, input.description)
  const newTexts = [input.title, description, input.notes].some((text) => text !== undefined)
  if (newTexts && version !== undefined && version !== card.version) throw stale(SprintTask.parse(taskView(await getTask(trx, card.id))))
  if (input.assigned_to && input.assigned_to !== card.assignee_id) await requireAssignee(trx, board.id, input.assigned_to, 'assigned_to')
  const { assigned_to, column_id: _, status: __, after_id: ___, ...fields } = input
  const set = { ...fields, description, assignee_id: assigned_to, ...(await requestedPlace(trx, board, card, input)) }
  if (set.description !== undefined)
    await tellMentions(work, card, { before: card.description, after: set.description, field: 'description' })
  if (set.notes !== undefined) await tellMentions(work, card, { before: card.notes, after: set.notes, field: 'notes' })
  const [written] = await updateCard(work, board, card, set)
  return { ...(await changed(trx, board, card.id)), ...(written === undefined && { revision: null }) }
}

/**
 * A new description; undefined for the beginning of a longer one, which is what this side knows of it and sends back.
 * @throws AppError 400 when it would take the place of a text that this side does not show to its end
 */
function keptWhole({ description }: CardRow, wanted: string | undefined): string | undefined {
  if (wanted === undefined || description.length <= limits.descriptionExcerpt) return wanted
  if (wanted === descriptionExcerpt(description)) return undefined
  throw invalid({ descricao: texts.taskDescriptionLonger })
}

/** As `changeCard`, for a task whose sprint has not ended. */
async function changeOpenTask(trx: Db, viewer: Actor, taskId: number): Promise<{ card: CardRow; board: BoardRow }> {
  const change = await changeCard(trx, viewer, { cardId: taskId })
  if (change.card.sprint_id !== null) requireOpen(await getSprint(trx, viewer, change.card.sprint_id))
  return change
}

/** Where a task is to go: nothing when it stays where it is. */
async function requestedPlace(trx: Db, board: BoardRow, card: CardRow, { column_id, status, after_id }: Input): Promise<CardUpdate> {
  if (card.sprint_id === null && column_id !== undefined) await requireNotLetGo(trx, card, column_id)
  const columns = card.sprint_id === null ? [] : await listColumns(trx, card.sprint_id)
  const from = columns.find(({ id }) => id === card.column_id)
  const newStatus = column_id === undefined && status !== card.status ? status : undefined
  const byStatus = newStatus === undefined ? from : columns.find((column) => column.status === newStatus)
  const to = column_id === undefined ? byStatus : pick(columns, column_id)
  return {
    ...(newStatus !== undefined && (await placeByStatus(trx, board.id, card, newStatus))),
    ...(to && (await placeInColumn(trx, board.id, card, to, after_id))),
  }
}

/** That a column is none of the ended sprint that let a card go, maybe while somebody moved it there. @throws AppError 409 */
async function requireNotLetGo(trx: Db, { from_sprint_id }: CardRow, columnId: number): Promise<void> {
  const left = from_sprint_id === null ? [] : await listColumns(trx, from_sprint_id)
  if (left.some(({ id }) => id === columnId)) throw conflict(texts.sprintEnded)
}

/** Deletes a task, which is deleting its card. */
export async function removeTask(work: Work, viewer: Actor, taskId: number): Promise<Change<Record<string, never>>> {
  const { card, board } = await changeOpenTask(work.trx, viewer, taskId)
  await updateCard(work, board, card, { deleted_at: instant() })
  return { boardId: board.id, revision: board.revision, result: {} }
}
