import { dashboardApi } from '@rodada/contract/instance/dashboard'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { dayOf, defaultTimeZone } from '../../platform/time.ts'
import { countOwn, readOwn } from '../cards/search/own-figure-queries.ts'
import { findCurrentSprint, listRecentActivity } from './queries.ts'
import { sprintView, tasksView, weekOf } from './view.ts'

/** What a person sees first after login. */
export function dashboardRoutes(route: Route, deps: Deps): void {
  const { db } = deps
  route(dashboardApi.stats, async ({ viewer }) => {
    const now = new Date()
    const today = dayOf(now, viewer.timeZone)
    // Sprints use the days of the team and not of the person.
    const teamDay = dayOf(now, defaultTimeZone)
    const week = weekOf(today, viewer.timeZone)
    const own = await readOwn(deps, viewer, (from) => countOwn(from, viewer, today, week))
    return {
      userTasks: tasksView(own),
      recentActivity: await listRecentActivity(db, viewer),
      weeklyProgress: own.days,
      sprintProgress: sprintView(await findCurrentSprint(db, viewer, teamDay), teamDay),
    }
  })
}
