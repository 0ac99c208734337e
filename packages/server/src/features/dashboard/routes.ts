import { dashboardApi } from '@rodada/contract/dashboard'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http.ts'
import { dayOf, defaultTimeZone } from '../../platform/time.ts'
import { listOwnStates } from '../cards/hit-queries.ts'
import { findCurrentSprint, listRecentActivity } from './queries.ts'
import { sprintView, tasksView, weekView } from './view.ts'

/** What a person sees first after login. */
export function dashboardRoutes(route: Route, { db }: Deps): void {
  route(dashboardApi.stats, async ({ viewer }) => {
    const today = dayOf(new Date(), defaultTimeZone)
    const cards = await listOwnStates(db, viewer)
    return {
      userTasks: tasksView(cards, today),
      recentActivity: await listRecentActivity(db, viewer),
      weeklyProgress: weekView(cards, today, defaultTimeZone),
      sprintProgress: sprintView(await findCurrentSprint(db, viewer, today), today),
    }
  })
}
