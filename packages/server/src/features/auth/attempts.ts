import { texts } from '@rodada/contract/texts'
import { invalid } from '../../platform/errors.ts'
import type { Limiter, RateLimits } from '../../platform/rate-limits.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { verifyPassword } from './passwords.ts'

const quarterHour = 15 * 60

/** How often in a quarter of an hour: an address at one account, an address at all, and an account from everywhere. */
export type AttemptLimits = { name: string; pairs: number; addresses: number; accounts: number }
export const loginLimits: AttemptLimits = { name: 'login', pairs: 10, addresses: 300, accounts: 100 }
/** Each is a letter in somebody's mailbox. */
export const resetLimits: AttemptLimits = { name: 'reset', pairs: 3, addresses: 60, accounts: 10 }

/** Right passwords of one account. Only who knows it can use them up; each costs a hash, a session and a line of the audit log. */
export const rightPasswords = { points: 60, seconds: quarterHour, shared: true }

export type Attempts = {
  /** Counts an attempt before the password is looked at. @throws AppError 429 */
  begin: (email: string, address: string) => Promise<void>
  /** The password was right: takes the attempt back. */
  succeed: (email: string, address: string) => Promise<void>
}

/**
 * Limits guessing without letting anybody lock a colleague out. Each address has its own tries at an account, so the right
 * password from elsewhere works; when an account is under attack from many addresses, each is left with a single try.
 */
export function createAttempts(limits: RateLimits, { name, pairs, addresses, accounts }: AttemptLimits): Attempts {
  const perPair: Limiter = limits(`${name}-pair`, { points: pairs, seconds: quarterHour, shared: true })
  const perAddress: Limiter = limits(`${name}-address`, { points: addresses, seconds: quarterHour, shared: true })
  const perAccount: Limiter = limits(`${name}-account`, { points: accounts, seconds: quarterHour, shared: true })
  const pair = (email: string, address: string) => `${address} ${email}`

  return {
    begin: async (email, address) => {
      // Counting first and forgiving later: parallel guesses cannot slip in between a check and its count.
      const waitPair = await perPair.take(pair(email, address))
      if (waitPair !== undefined) throw tooMany(waitPair)
      const waitAddress = await perAddress.take(address)
      if (waitAddress !== undefined) throw tooMany(waitAddress)
      const waitAccount = await perAccount.take(email)
      if (waitAccount !== undefined && (await perPair.used(pair(email, address))) > 1) throw tooMany(waitAccount)
    },
    succeed: async (email, address) => {
      await perPair.forget(pair(email, address))
      await perAddress.giveBack(address)
      await perAccount.giveBack(email)
    },
  }
}

/**
 * Counts a letter about an account to an address that its person chose: for the person, and for whoever gets it, however many
 * accounts it is asked for. @throws AppError 429
 */
export function createLetterLimit(limits: RateLimits): (userId: number, email: string) => Promise<void> {
  const day = { seconds: 24 * 60 * 60, shared: true }
  const perAccount = limits('account-letters', { points: 10, ...day })
  const perRecipient = limits('letters-to', { points: 10, ...day })
  return async (userId, email) => {
    const wait = (await perAccount.take(String(userId))) ?? (await perRecipient.take(email))
    if (wait !== undefined) throw tooMany(wait)
  }
}

/** Asks a signed-in person for their password again. @throws AppError 400 when it is not the one, 429 after too many of them */
export type PasswordCheck = (viewer: Viewer, user: { password_hash: string }, password: string) => Promise<void>

/** The tries are those of one session: whoever stole one guesses as slowly as at the login, and keeps nobody else out. */
export function createPasswordCheck(limits: RateLimits): PasswordCheck {
  const perSession = limits('password-check', { points: 10, seconds: quarterHour, shared: true })
  const right = limits('password-check-right', rightPasswords)
  return async ({ sessionId }, user, password) => {
    const wait = await perSession.take(String(sessionId))
    if (wait !== undefined) throw tooMany(wait)
    if (!(await verifyPassword(password, user.password_hash))) throw invalid({ current_password: texts.currentPasswordWrong })
    await perSession.forget(String(sessionId))
    const waitRight = await right.take(String(sessionId))
    if (waitRight !== undefined) throw tooMany(waitRight)
  }
}
