import { cardsApi } from '@rodada/contract/cards'
import type { WorkStatus } from '@rodada/contract/fields'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprint-tasks'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call.ts'
import { type Edit, sendText } from '../../../lib/late-text.ts'
import { callSprints } from '../../../lib/sprint-call.ts'
import type { SprintColumn } from '../../../lib/sprint-words.ts'
import type { KanbanPlace } from '../../../ui/kanban/kanban-controller.ts'
import { cardIdsOf } from '../../../ui/kanban/live/live-state.ts'
import type { LiveStore } from '../../../ui/kanban/live/live-store.ts'
import { createLiveWrites, type SavedText } from '../../../ui/kanban/live/live-writes.ts'
import type { ProblemStore } from '../../../ui/kanban/live/problem-store.ts'
import { cardRank, listRank } from '../../../ui/kanban/live/ranks.ts'
import type { UndoStack } from '../../../ui/kanban/live/undo-stack.ts'
import type { NewItem } from '../../../ui/kanban/new-item.ts'
import { type Change, itemOf, type SprintItem, type SprintState, sprintModel } from './sprint-state.ts'

export type SprintActions = ReturnType<typeof createSprintActions>

/** Temporary ids of tasks that the server has not numbered yet; real ones are positive. */
let lastTemporary = 0

/**
 * What people do on a sprint's board. Each change is drawn at once and taken back, with the catalogue's text, when the server
 * refuses it. All resolve to whether it was accepted.
 */
export function createSprintActions(
  sprintId: number,
  store: LiveStore<SprintState>,
  refresh: () => Promise<void>,
  undo: UndoStack,
  complain: ProblemStore['tell'],
) {
  const { mayWrite, perform, performText, offerUndo } = createLiveWrites({
    store,
    model: sprintModel,
    columnOf: (task: SprintItem) => task.column_id,
    refresh,
    undo,
    offline: () => t('sprints:offline.refused'),
    complain,
  })
  const board = () => store.get().board
  const columnOf = (id: number) => board()?.lists.find((column) => column.id === id)

  const sendMove = async (taskId: number, { columnId, afterId }: KanbanPlace): Promise<boolean> => {
    const now = board()
    const task = now?.cards.get(taskId)
    if (!now || !task) return false
    const status = columnOf(columnId)?.status ?? task.status
    const change: Change = { kind: 'moveCard', cardId: taskId, listId: columnId, rank: cardRank(now, taskId, columnId, afterId), status }
    // Behind a task that has no number yet: behind the one before it.
    const above = afterId !== null && afterId < 0 ? (cardIdsOf(now, columnId).findLast((id) => id > 0 && id !== taskId) ?? null) : afterId
    const body = { column_id: columnId, after_id: above }
    return (
      (await perform(change, () => callSprints(sprintTasksApi.update, { params: { taskId }, body }), t('sprints:problems.move'))) !== null
    )
  }

  const moveTask = async (taskId: number, to: KanbanPlace): Promise<boolean> => {
    const before = board()
    const task = before?.cards.get(taskId)
    // A task whose creation is still under way has no id that the server knows.
    if (!before || !task || taskId < 0 || !mayWrite()) return false
    const ids = cardIdsOf(before, task.column_id)
    const from: KanbanPlace = { columnId: task.column_id, afterId: ids[ids.indexOf(taskId) - 1] ?? null }
    if (from.columnId === to.columnId && from.afterId === to.afterId) return true
    const done = sendMove(taskId, to)
    const now = board()
    if (!now || now.cards.get(taskId)?.column_id !== to.columnId) return done
    const there = cardIdsOf(now, to.columnId)
    const text = t('sprints:announce.moved', {
      column: columnOf(to.columnId)?.name ?? '',
      position: there.indexOf(taskId) + 1,
      count: there.length,
    })
    offerUndo(text, done, () => sendMove(taskId, from))
    return done
  }

  const restoreTask = async (taskId: number): Promise<boolean> =>
    (await perform(null, () => call(cardsApi.restore, { params: { cardId: taskId } }), t('sprints:problems.restoreTask'))) !== null

  const deleteTask = async (taskId: number): Promise<boolean> => {
    const title = board()?.cards.get(taskId)?.title ?? ''
    if (taskId < 0 || !mayWrite()) return false
    const change: Change = { kind: 'removeCard', cardId: taskId }
    const send = () => callSprints(sprintTasksApi.remove, { params: { taskId } })
    const done = perform(change, send, t('sprints:problems.deleteTask')).then((reply) => reply !== null)
    offerUndo(t('sprints:done.taskDeleted', { title }), done, () => restoreTask(taskId))
    return done
  }

  /** Adds a task at the end of a column. False: it was refused, and the text belongs back into its field. */
  const addTask = async (columnId: number, item: NewItem): Promise<boolean> => {
    const now = board()
    const column = columnOf(columnId)
    if (!now || !column) return false
    lastTemporary -= 1
    const body = {
      sprint_id: sprintId,
      column_id: columnId,
      title: item.title,
      description: item.description,
      priority: item.priority,
      due_date: item.due_date,
    }
    const task: SprintItem = {
      id: lastTemporary,
      sprint_id: sprintId,
      column_id: columnId,
      rank: cardRank(now, lastTemporary, columnId, cardIdsOf(now, columnId).at(-1) ?? null),
      board_id: now.frame.sprint.board_id,
      list_id: 0,
      title: item.title,
      description: item.description,
      priority: item.priority,
      due_date: item.due_date,
      estimated_hours: null,
      estimate: null,
      notes: '',
      status: column.status,
      labels: [],
      assigned_user: null,
      comment_count: 0,
      checklist_total: 0,
      checklist_done: 0,
      attachment_count: 0,
      github_state: null,
      came_from: null,
      version: 0,
      card: { title: item.title, description: item.description },
    }
    const reply = await perform(
      { kind: 'addCard', card: task },
      () => callSprints(sprintTasksApi.create, { body }),
      t('sprints:problems.createTask'),
      ({ data }): Change => ({ kind: 'addCard', card: itemOf(now.lists)(data) }),
    )
    return reply !== null
  }

  // ---- columns -----------------------------------------------------------------------------------------------------

  const addColumn = async (name: string): Promise<boolean> =>
    (await perform(
      null,
      () => callSprints(sprintColumnsApi.create, { params: { sprintId }, body: { name } }),
      t('sprints:problems.createColumn'),
    )) !== null

  const setColumnStatus = async (columnId: number, status: WorkStatus): Promise<boolean> =>
    (await perform(
      { kind: 'patchList', listId: columnId, patch: { status } },
      () => callSprints(sprintColumnsApi.update, { params: { sprintId, columnId }, body: { status } }),
      t('sprints:problems.updateColumn'),
    )) !== null

  /** Writes the name on the version that it was read on: what somebody else made of it is not replaced. */
  const renameColumn = (columnId: number, edit: Edit): Promise<SavedText> => {
    const send = async (version: number): Promise<SprintColumn> => {
      const body = { name: edit.text, version }
      return (await callSprints(sprintColumnsApi.update, { params: { sprintId, columnId }, body })).data
    }
    return performText(
      { kind: 'patchList', listId: columnId, patch: { name: edit.text } },
      () => sendText(edit, send, ({ name }) => name),
      t('sprints:problems.updateColumn'),
    )
  }

  const sendColumnMove = async (columnId: number, position: number): Promise<boolean> => {
    const now = board()
    if (!now) return false
    const change: Change = { kind: 'moveList', listId: columnId, rank: listRank(now, columnId, position) }
    const send = () => callSprints(sprintColumnsApi.update, { params: { sprintId, columnId }, body: { position } })
    return (await perform(change, send, t('sprints:problems.moveColumn'))) !== null
  }

  const moveColumn = async (columnId: number, index: number): Promise<boolean> => {
    const lists = board()?.lists ?? []
    const from = lists.findIndex(({ id }) => id === columnId)
    if (from < 0 || from === index || index < 0 || index >= lists.length) return true
    if (!mayWrite()) return false
    const done = sendColumnMove(columnId, index)
    if (board()?.lists[index]?.id !== columnId) return done
    const text = t('sprints:announce.columnMoved', { column: columnOf(columnId)?.name ?? '', position: index + 1, count: lists.length })
    offerUndo(text, done, () => sendColumnMove(columnId, from))
    return done
  }

  /** Its tasks go to another column, which only the answer shows. */
  const deleteColumn = async (columnId: number, targetId: number): Promise<boolean> => {
    const send = () => callSprints(sprintColumnsApi.remove, { params: { sprintId, columnId }, query: { target_column_id: targetId } })
    return (await perform(null, send, t('sprints:problems.deleteColumn'))) !== null
  }

  return { moveTask, deleteTask, addTask, addColumn, setColumnStatus, renameColumn, moveColumn, deleteColumn }
}
