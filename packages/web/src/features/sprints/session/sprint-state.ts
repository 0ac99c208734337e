import type { SprintBoard, SprintChanges, SprintColumn, SprintTask } from '../../../lib/call/sprint-words.ts'
import type { Draft } from '../../../ui/cards/board-actions.ts'
import { filled, toggled } from '../../../ui/cards/changes.ts'
import { createLiveModel, type LiveAnswer, type LiveState, same } from '../../../ui/cards/live-state.ts'
import type { NewItem } from '../../../ui/kanban/new-item.ts'

/** A task that stands in a column. */
export type SprintItem = SprintTask & { column_id: number; rank: string }
export type SprintFrame = Pick<SprintBoard, 'sprint' | 'revision'>
export type SprintState = LiveState<SprintFrame, SprintColumn, SprintItem>

/** Behind every rank: tasks without one stand last. */
const last = '~'

export const itemOf =
  (columns: readonly SprintColumn[]) =>
  (task: SprintTask): SprintItem => ({ ...task, column_id: task.column_id ?? columns[0]?.id ?? 0, rank: task.rank ?? last })

export const sprintModel = createLiveModel<SprintFrame, SprintColumn, SprintItem>({
  columnOf: ({ column_id }) => column_id,
  place: (task, { listId, rank, status }) => {
    // Somebody just moved it: when that was, the server says.
    const moved_at = listId === task.column_id ? task.moved_at : null
    return { ...task, column_id: listId, rank, status, moved_at }
  },
  draw: (task, change) => {
    switch (change.kind) {
      case 'removeCards':
        return undefined
      case 'planCards':
        return change.sprint?.id === task.sprint_id ? task : undefined
      case 'patchCards':
        return { ...task, ...change.fields }
      case 'labelCard':
        return { ...task, labels: toggled(task.labels, change.label, change.on) }
      case 'fillField':
        return { ...task, fields: filled(task.fields, change.fieldId, change.value) }
      case 'participate':
        return { ...task, participants: toggled(task.participants, change.person, change.on) }
      default:
        return task
    }
  },
  patchList: (column, fields) => ({ ...column, ...fields }),
  keepFrame: (old, now) => ({ ...now, sprint: same(old.sprint, now.sprint) ? old.sprint : now.sprint }),
})

/** What the server told, as the model reads it; tasks that left the sprint are among the removed. */
export const fromSprint = ({
  sprint,
  revision,
  columns,
  tasks,
  ...rest
}: SprintBoard | SprintChanges): LiveAnswer<SprintFrame, SprintColumn, SprintItem> => ({
  frame: { sprint, revision },
  lists: columns,
  cards: tasks.map(itemOf(columns)),
  removed: 'removed' in rest ? rest.removed : [],
})

/** A task as its column shows it until the server has made it. */
export const draftOf =
  (sprint_id: number, board_id: number) =>
  ({ title, description, priority, due_date }: NewItem, { id, listId, rank, status }: Draft): SprintItem => ({
    id,
    key: '',
    sprint_id,
    column_id: listId,
    rank,
    board_id,
    list_id: 0,
    title,
    description,
    description_cut: false,
    priority,
    start_date: null,
    due_date,
    estimated_hours: null,
    estimate: null,
    notes: '',
    status,
    moved_at: null,
    labels: [],
    assigned_user: null,
    participants: [],
    comment_count: 0,
    checklist_total: 0,
    checklist_done: 0,
    attachment_count: 0,
    file_count: 0,
    blocked: false,
    subcards_total: 0,
    subcards_done: 0,
    recurs: false,
    github_state: null,
    fields: {},
    came_from: null,
    version: 0,
    card: { title, description },
  })

/** How many tasks count, and how many of them are done, as they are drawn now: cancelled ones do not count. */
export function countTasks({ cards }: SprintState): { total: number; done: number } {
  let total = 0
  let done = 0
  for (const { status } of cards.values()) {
    if (status === 'cancelada') continue
    total += 1
    if (status === 'concluida') done += 1
  }
  return { total, done }
}
