import type { Sprint } from '@rodada/contract/sprints/sprints'
import type { Db } from '../../platform/database.ts'
import { dayOf, defaultTimeZone } from '../../platform/time.ts'
import type { Actor } from '../auth/queries.ts'
import { listFigures } from './figure-queries.ts'
import { getSprint, type SprintRow } from './queries.ts'
import { sprintView } from './view.ts'

/** Today where people are until they choose otherwise, 'YYYY-MM-DD'. */
export const today = (): string => dayOf(new Date(), defaultTimeZone)

/** Sprints as the viewer sees them, the figures of all of them read by one statement. */
export async function showSprints(db: Db, viewer: Actor, sprints: readonly SprintRow[]): Promise<Sprint[]> {
  const figures = await listFigures(db, sprints)
  const day = today()
  return sprints.flatMap((sprint) => {
    const own = figures.get(sprint.id)
    return own ? [sprintView(sprint, own, viewer, day)] : []
  })
}

/** One sprint as the viewer sees it. @throws AppError 404 */
export async function loadSprint(db: Db, viewer: Actor, sprintId: number): Promise<Sprint> {
  return showSprint(db, viewer, await getSprint(db, viewer, sprintId))
}

/** As `showSprints`, one. */
export async function showSprint(db: Db, viewer: Actor, sprint: SprintRow): Promise<Sprint> {
  const [view] = await showSprints(db, viewer, [sprint])
  if (!view) throw new Error('a sprint has no view')
  return view
}
