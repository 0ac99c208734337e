import type { Registry } from '../../platform/feature.ts'
import { accountDeactivated, accountRegained } from '../auth/events.ts'
import { deleteFeedOf } from './feed-queries.ts'
import { calendarRoutes } from './routes.ts'

/** What a person has to do, for the calendar that they use. */
export function registerCalendar({ deps, route }: Registry): void {
  calendarRoutes(route, deps)
  deps.events.on(accountDeactivated, async ({ trx }, { userId }) => void (await deleteFeedOf(trx, userId)))
  deps.events.on(accountRegained, async ({ trx }, { userId }) => void (await deleteFeedOf(trx, userId)))
}
