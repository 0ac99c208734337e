import { dashboardApi } from '@rodada/contract/instance/dashboard'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { dayOf, defaultTimeZone } from '../../platform/time.ts'
import { keepBusy } from '../../platform/work-time.ts'
import { listOwnStates } from '../cards/search/own-queries.ts'
import { findCurrentSprint, listRecentActivity } from './queries.ts'
import { sprintView, tasksView, weekView } from './view.ts'

/** What a person sees first after login. */
export function dashboardRoutes(route: Route, { db }: Deps): void {
  route(dashboardApi.stats, async ({ viewer }) => {
    const now = new Date()
    const today = dayOf(now, viewer.timeZone)
    // Sprints use the days of the team and not of the person.
    const teamDay = dayOf(now, defaultTimeZone)
    const cards = await listOwnStates(db, viewer, 'all')
    return {
      userTasks: keepBusy(() => tasksView(cards, today)),
      recentActivity: await listRecentActivity(db, viewer),
      weeklyProgress: keepBusy(() => weekView(cards, today, viewer.timeZone)),
      sprintProgress: sprintView(await findCurrentSprint(db, viewer, teamDay), teamDay),
    }
  })
}
