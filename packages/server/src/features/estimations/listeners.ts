import type { Engine } from '../../platform/database.ts'
import type { Events } from '../../platform/work.ts'
import { accountDeactivated } from '../auth/events.ts'
import { memberRemoved, memberRoleChanged } from '../boards/events.ts'
import { cardsChanged, changesWith } from '../cards/events.ts'
import { estimationPolicy } from './policy.ts'
import { listOpenWith, removeVoter } from './queries.ts'

/**
 * A person who loses the right to vote loses vote and seat with it, in the same transaction. If that leaves all others finished, the job closes
 * the estimation within a second.
 * @param lookAgain at these estimations, once the transaction is over
 */
export function listenToRights(events: Events, engine: Engine, lookAgain: (ids: readonly number[]) => void): void {
  events.on(memberRemoved, async ({ trx }, { board, userId }) => lookAgain(await removeVoter(trx, engine, userId, board.id)))
  events.on(memberRoleChanged, async ({ trx }, { board, userId, role }) => {
    if (!estimationPolicy.beVoter(role)) lookAgain(await removeVoter(trx, engine, userId, board.id))
  })
  events.on(accountDeactivated, async ({ trx }, { userId }) => lookAgain(await removeVoter(trx, engine, userId)))
}

/** A card that goes may be the only one that votes were missing on. */
export function listenToCards(events: Events, lookAgain: (ids: readonly number[]) => void): void {
  events.on(cardsChanged, async ({ trx }, changed) => {
    const gone = (['deleted', 'hidden', 'left'] as const).flatMap((fact) => changesWith(changed, fact).map(({ after }) => after.id))
    if (gone.length > 0) lookAgain(await listOpenWith(trx, gone))
  })
}
