import type { Registry } from '../../platform/feature.ts'
import { accountDeactivated, accountDemoted, accountRegained } from '../auth/events.ts'
import { memberRemoved, memberRoleChanged } from '../boards/events.ts'
import { boardPolicy } from '../boards/policy.ts'
import type { Write } from '../boards/write.ts'
import { deleteLinksOf, deleteLostLinksOf } from './link-queries.ts'
import { readLinkRoutes } from './routes.ts'

/** Boards that strangers read by a link. What somebody let strangers read ends with their right to. */
export function registerReadLinks({ deps, route }: Registry, { write }: { write: Write }): void {
  const { events } = deps
  readLinkRoutes(route, deps, write)
  events.on(memberRemoved, ({ trx }, { board, userId }) => deleteLinksOf(trx, userId, board.id))
  events.on(memberRoleChanged, async ({ trx }, { board, userId, role }) => {
    if (!boardPolicy.write(role)) await deleteLinksOf(trx, userId, board.id)
  })
  events.on(accountDeactivated, ({ trx }, { userId }) => deleteLinksOf(trx, userId))
  events.on(accountDemoted, ({ trx }, { userId }) => deleteLostLinksOf(trx, userId))
  events.on(accountRegained, ({ trx }, { userId }) => deleteLinksOf(trx, userId))
}
