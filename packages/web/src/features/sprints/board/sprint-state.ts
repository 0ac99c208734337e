import type { SprintBoard, SprintChanges, SprintColumn, SprintTask } from '../../../lib/sprint-words.ts'
import {
  createLiveModel,
  type Change as LiveChange,
  type Pending as LivePending,
  type LiveState,
  same,
} from '../../../ui/kanban/live/live-state.ts'

/** A task that stands in a column. */
export type SprintItem = SprintTask & { column_id: number; rank: string }
export type SprintFrame = Pick<SprintBoard, 'sprint' | 'revision'>
export type Change = LiveChange<SprintColumn, SprintItem>
export type SprintState = LiveState<SprintFrame, SprintColumn, SprintItem>

/** Behind every rank: tasks without one stand last. */
const last = '~'

const itemOf =
  (columns: readonly SprintColumn[]) =>
  (task: SprintTask): SprintItem => ({ ...task, column_id: task.column_id ?? columns[0]?.id ?? 0, rank: task.rank ?? last })

export const sprintModel = createLiveModel<SprintFrame, SprintColumn, SprintItem>({
  columnOf: ({ column_id }) => column_id,
  place: (task, { listId, rank, status }) => ({ ...task, column_id: listId, rank, status }),
  keepFrame: (old, now) => ({ ...now, sprint: same(old.sprint, now.sprint) ? old.sprint : now.sprint }),
})

/** The state of a sprint that was just loaded. */
export const fromSprint = (
  { sprint, revision, columns, tasks }: SprintBoard,
  pending?: readonly LivePending<SprintColumn, SprintItem>[],
): SprintState => sprintModel.load({ sprint, revision }, columns, tasks.map(itemOf(columns)), pending)

/** Takes in what changed; tasks that left the sprint are among the removed. */
export const mergeSprint = (
  state: SprintState,
  { sprint, revision, columns, tasks, removed }: SprintChanges,
  settled: ReadonlySet<number>,
): SprintState =>
  sprintModel.merge(state, { frame: { sprint, revision }, lists: columns, cards: tasks.map(itemOf(columns)), removed }, settled)

export { itemOf }

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
