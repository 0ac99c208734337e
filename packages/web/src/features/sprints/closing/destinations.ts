import type { Planning, SprintTask } from '../../../lib/call/sprint-words.ts'

/** Where a task goes that a sprint leaves: the backlog, an open sprint by its id, or one that is made for it. */
export type Destination = 'backlog' | 'new' | number

/** What has to be decided about the end of a sprint. */
export type Leftovers = { to: Destination; others: ReadonlyMap<number, Destination> }

export const isOver = ({ status }: Pick<SprintTask, 'status'>): boolean => status === 'concluida' || status === 'cancelada'

/** How many points an open sprint would have with what goes there, without what is cancelled or hidden: that is what `tasks` are. */
export function pointsWith(
  { sprint, points }: Planning['sprints'][number],
  tasks: readonly Pick<SprintTask, 'id' | 'estimate'>[],
  { to, others }: Leftovers,
): number {
  const going = tasks.filter(({ id }) => (others.get(id) ?? to) === sprint.id)
  return Math.round((points + going.reduce((sum, { estimate }) => sum + (estimate ?? 0), 0)) * 100) / 100
}

/** Whether so many points are no more than a sprint holds; null where nobody knows how much that is. */
export const fits = (points: number, { average, average_of }: Planning['velocity']): boolean | null =>
  average_of === 0 || average.points === 0 ? null : points <= Math.round(average.points)
