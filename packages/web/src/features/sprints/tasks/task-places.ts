import type { SprintTask } from '../../../lib/call/sprint-words.ts'

/** Where a task stands in a sprint: in a column, behind another task or on top of it. */
export type Place = { taskId: number; column_id: number; after_id: number | null }
type Standing = Pick<SprintTask, 'id' | 'column_id' | 'rank'>

/** As the columns show them: by rank, those without one last, by id. */
const byPlace = (a: Standing, b: Standing): number => {
  if (a.rank === b.rank) return a.id - b.id
  if (a.rank === null || b.rank === null) return a.rank === null ? 1 : -1
  return a.rank < b.rank ? -1 : 1
}

/**
 * Where some tasks stand among all of a sprint, from top to bottom: put back in this order, each finds the one above it there
 * again.
 */
export function placesOf(some: readonly Standing[], all: readonly Standing[]): Place[] {
  const wanted = new Set(some.map(({ id }) => id))
  const sorted = [...all].sort(byPlace)
  return sorted.flatMap((task, index) => {
    const { id, column_id } = task
    if (!wanted.has(id) || column_id === null) return []
    const above = sorted.slice(0, index).findLast((other) => other.column_id === column_id)
    return [{ taskId: id, column_id, after_id: above?.id ?? null }]
  })
}
