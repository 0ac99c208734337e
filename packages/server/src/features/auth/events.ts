import type { PersonSummary } from '@rodada/contract/fields'
import { topic } from '../../platform/work.ts'

/** Sessions of an account ended before their time. Which browsers they were in nobody knows. */
export const sessionsEnded = topic<{ userId: number }>('sessions ended')

/** A person has another name or picture; `picture` is the one of before. Announced. */
export const personChanged = topic<{ person: PersonSummary; picture: string | null }>('person changed')

/** An admin changed an account: its role, or whether it may be used; these sessions ended with that. Announced. */
export const accountChanged = topic<{ userId: number; roleChanged: boolean; deactivated: boolean; endedSessions: readonly number[] }>(
  'account changed',
)

/** An admin turned somebody's second factor off. */
export const twoFactorReset = topic<{ userId: number }>('two-factor reset')

/** Somebody showed for the first time that an account's address is theirs, who need not be the one that set the account up. */
export const addressTakenOver = topic<{ userId: number }>('address taken over')
