import { sprintReportsApi } from '@rodada/contract/sprint-reports'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http.ts'
import { addDays, defaultTimeZone, startOfDay } from '../../platform/time.ts'
import { getBoardAccess } from '../boards/queries.ts'
import { burndownView, commitmentDay, daysOf } from './burndown-view.ts'
import { loadSprint, today } from './commands.ts'
import { getSprint } from './queries.ts'
import { listJournalCards, listLastEnded, listSteps } from './report-queries.ts'
import { reportView, velocityView } from './report-view.ts'

/** What sprints became, read from their journals. */
export function reportRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(sprintReportsApi.burndown, async ({ viewer, params }) => {
    const sprint = await getSprint(db, viewer, params.sprintId)
    return { data: burndownView(daysOf(sprint, today()), await listSteps(db, sprint.id)) }
  })

  route(sprintReportsApi.report, async ({ viewer, params }) => {
    const sprint = await getSprint(db, viewer, params.sprintId)
    const days = daysOf(sprint, today())
    const { committed } = burndownView(days, await listSteps(db, sprint.id))
    const fixed = startOfDay(addDays(commitmentDay(days), 1), defaultTimeZone)
    const cards = await listJournalCards(db, sprint.id, fixed)
    return { data: { sprint: await loadSprint(db, viewer, sprint.id), ...reportView(committed, cards) } }
  })

  route(sprintReportsApi.velocity, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return { data: velocityView(await listLastEnded(db, boardId)) }
  })
}
