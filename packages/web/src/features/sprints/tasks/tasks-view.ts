import { priorities, workStatuses } from '@rodada/contract/boards/settings'
import type { SprintColumn, SprintTask } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { normalize } from '../../../lib/text/normalize.ts'
import { noFilter } from '../../../ui/filters/card-filter.ts'
import { createMatcher } from '../../../ui/filters/card-matcher.ts'
import type { SortKey, TasksView } from './tasks-search.ts'

const priorityOrder = priorities.toReversed()

/** What is compared for a way of sorting; null stands last, in both directions. */
function sortValue(task: SprintTask, key: SortKey): string | number | null {
  switch (key) {
    case 'title':
      return task.title
    case 'status':
      return workStatuses.indexOf(task.status)
    case 'priority':
      return priorityOrder.indexOf(task.priority)
    case 'hours':
      return task.estimated_hours
    case 'points':
      return task.estimate
    case 'due':
      return task.due_date
    case 'assignee':
      return task.assigned_user?.name ?? null
    case 'place':
      return null
  }
}

/** The tasks that a view shows, in its order; the same ones stand in the order of the sprint: by column and place. */
export function visibleTasks(tasks: readonly SprintTask[], columns: readonly SprintColumn[], view: TasksView): SprintTask[] {
  const columnAt = new Map(columns.map(({ id }, index) => [id, index]))
  const place = (a: SprintTask, b: SprintTask): number =>
    (columnAt.get(a.column_id ?? 0) ?? 0) - (columnAt.get(b.column_id ?? 0) ?? 0) || compareRanks(a, b)
  const isFound = createSearch(tasks, view.text)
  const shown = tasks.filter(
    (task) =>
      (view.status === null || task.status === view.status) && (view.person === undefined || isOf(task, view.person)) && isFound(task),
  )
  const direction = view.descending ? -1 : 1
  if (view.sort === 'place') return shown.sort((a, b) => direction * place(a, b))
  return shown.sort((a, b) => {
    const left = sortValue(a, view.sort)
    const right = sortValue(b, view.sort)
    if (left === right) return place(a, b)
    if (left === null) return 1
    if (right === null) return -1
    const order = typeof left === 'string' && typeof right === 'string' ? format.compare(left, right) : left < right ? -1 : 1
    return direction * order || place(a, b)
  })
}

/** Tells whether each word of a text is found in a task, as on the board of the sprint, or in its notes, which the board does not show. */
function createSearch(tasks: readonly SprintTask[], text: string): (task: SprintTask) => boolean {
  const board = {
    labels: tasks.flatMap(({ labels }) => labels),
    members: tasks.flatMap(({ assigned_user, participants }) => [assigned_user ?? [], participants].flat().map((user) => ({ user }))),
    fields: [],
  }
  const words = normalize(text).split(/\s+/).filter(Boolean)
  const finders = words.map((word) => ({ word, matches: createMatcher({ ...noFilter, text: word }, { board }) }))
  return (task) => finders.every(({ word, matches }) => matches(task) || normalize(task.notes).includes(word))
}

/** Whether a person answers for a task or takes part in it; nobody answers for one of null. */
const isOf = ({ assigned_user, participants }: SprintTask, personId: number | null): boolean =>
  (assigned_user?.id ?? null) === personId || participants.some(({ id }) => id === personId)

function compareRanks(a: SprintTask, b: SprintTask): number {
  if (a.rank === b.rank) return a.id - b.id
  if (a.rank === null) return 1
  if (b.rank === null) return -1
  return a.rank < b.rank ? -1 : 1
}
