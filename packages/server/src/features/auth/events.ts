import type { PersonSummary } from '@rodada/contract/core/fields'
import { topic } from '../../platform/work.ts'

/** Sessions of an account ended before their time. */
export const sessionsEnded = topic<{ userId: number }>('sessions ended')

/** An admin deactivated an account. */
export const accountDeactivated = topic<{ userId: number }>('account deactivated')

/** An account does not administer the installation any more. */
export const accountDemoted = topic<{ userId: number }>('account demoted')

/** A person has another name or picture; `picture` is the one of before. Announced. */
export const personChanged = topic<{ person: PersonSummary; picture: string | null }>('person changed')

/** An admin changed an account: its role, or whether it may be used; these sessions ended with that. Announced. */
export const accountChanged = topic<{ userId: number; roleChanged: boolean; deactivated: boolean; endedSessions: readonly number[] }>(
  'account changed',
)

/** An admin turned somebody's second factor off. */
export const twoFactorReset = topic<{ userId: number }>('two-factor reset')

/** A person made a personal token of this name. */
export const tokenMade = topic<{ userId: number; name: string }>('token made')

/** A person made an address under which calendars read what they have to do. */
export const calendarOpened = topic<{ userId: number }>('calendar opened')

/** A personal token was revoked. Announced. */
export const tokenRevoked = topic<{ tokenId: number }>('token revoked')

/** An admin revoked the token of this name. */
export const tokenRevokedByAdmin = topic<{ userId: number; name: string }>('token revoked by an admin')

/** A forgotten password was reset: who had the account meanwhile may have left something in it by which they come back. */
export const accountRegained = topic<{ userId: number }>('account regained')

/** The owner of an account's address confirmed it for the first time. They may not be the person who created the account. */
export const addressTakenOver = topic<{ userId: number }>('address taken over')

/**
 * The provider of the company said at an instant which groups a person is in, or (with none) they have no link with it any more. Announced, and
 * waited for: nobody has their session before what follows from it is done.
 */
export const groupsSaid = topic<{
  userId: number
  groups: readonly string[]
  saidAt: string
  from: { address: string; userAgent: string }
}>('groups said')
