import type { InfiniteData } from '@tanstack/react-query'
import type { SprintTask } from '../../../lib/call/sprint-words.ts'
import type { Change } from '../../../ui/cards/changes.ts'

export type Pages = InfiniteData<{ total: number; points: number; unestimated: number; tasks: SprintTask[] }>

/** The backlog with a change: other places, or without what was planned into a sprint. */
export function drawOnPages(data: Pages, change: Change<SprintTask>): Pages {
  const before = data.pages.flatMap(({ tasks }) => tasks)
  const rest = [...drawn(before, change)]
  const gone = before.length - rest.length
  const pages = data.pages.map((page) => ({ ...page, total: page.total - gone, tasks: rest.splice(0, page.tasks.length) }))
  return { ...data, pages }
}

function drawn(tasks: readonly SprintTask[], change: Change<SprintTask>): readonly SprintTask[] {
  if (change.kind === 'rankCard') return rankedBehind(tasks, change.cardId, change.afterId)
  const isGone = (change.kind === 'planCards' && change.sprint) || change.kind === 'removeCards'
  if (isGone) return tasks.filter(({ id }) => !change.cardIds.includes(id))
  if (change.kind === 'patchCards') {
    const { assigned_user, estimate } = change.fields
    const fields = { ...(assigned_user !== undefined && { assigned_user }), ...(estimate !== undefined && { estimate }) }
    return tasks.map((task) => (change.cardIds.includes(task.id) ? { ...task, ...fields } : task))
  }
  return tasks
}

/** The tasks with one of them behind another (null: on top). A task that is not there changes nothing. */
export function rankedBehind(tasks: readonly SprintTask[], taskId: number, afterId: number | null): readonly SprintTask[] {
  const moved = tasks.find(({ id }) => id === taskId)
  if (!moved || taskId === afterId) return tasks
  const others = tasks.filter(({ id }) => id !== taskId)
  const at = afterId === null ? 0 : others.findIndex(({ id }) => id === afterId) + 1
  if (afterId !== null && at === 0) return tasks
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/** Behind which task one goes that moves by `steps` places: a task's id, null for the top, undefined when it stays. */
export function afterOf(tasks: readonly SprintTask[], taskId: number, steps: number): number | null | undefined {
  const from = tasks.findIndex(({ id }) => id === taskId)
  const to = Math.max(0, Math.min(tasks.length - 1, from + steps))
  if (from < 0 || to === from) return undefined
  const others = tasks.filter(({ id }) => id !== taskId)
  return others[to - 1]?.id ?? null
}

/** The ids from one task to another, both included: what a press with Shift chooses. */
export function between(tasks: readonly SprintTask[], from: number, to: number): number[] {
  const a = tasks.findIndex(({ id }) => id === from)
  const b = tasks.findIndex(({ id }) => id === to)
  if (a < 0 || b < 0) return [to]
  return tasks.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id)
}

/** What is dragged when one is taken: all chosen ones in their order if it is among them, else that one alone. */
export const takenWith = (tasks: readonly SprintTask[], chosen: ReadonlySet<number>, taskId: number): number[] =>
  chosen.has(taskId) ? tasks.filter(({ id }) => chosen.has(id)).map(({ id }) => id) : [taskId]
