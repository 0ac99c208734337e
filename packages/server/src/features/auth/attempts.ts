import { texts } from '@rodada/contract/texts'
import { invalid } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { type Passwords, turnOf } from './passwords.ts'

const quarterHour = 15 * 60
const day = 24 * 60 * 60

/** Right passwords of one account. Only who knows it can use them up; each costs a hash, a session and a line of the audit log. */
export const rightPasswords = { points: 60, seconds: quarterHour, shared: true }

/** `device` is the hash of the browser's secret when this account signed in there before; undefined for every other browser. */
export type Attempt = { email: string; address: string; device: string | undefined }

export type Attempts = {
  /** Counts an attempt before the password is looked at. @throws AppError 429 */
  begin: (attempt: Attempt) => Promise<void>
  /** The password was right: takes the attempt back. */
  succeed: (attempt: Attempt) => Promise<void>
}

/**
 * Limits guessing without letting anybody lock a colleague out. A browser in which the account signed in before has tries of its own,
 * which nobody else can use up. Other browsers share those of their address at this account; when an account is under attack from many
 * addresses, each is left with a single try.
 */
export function createLoginAttempts(limits: RateLimits): Attempts {
  const perDevice = limits('login-device', { points: 10, seconds: quarterHour, shared: true })
  const perPair = limits('login-pair', { points: 10, seconds: quarterHour, shared: true })
  const perAddress = limits('login-address', { points: 300, seconds: quarterHour, shared: true })
  const perAccount = limits('login-account', { points: 100, seconds: quarterHour, shared: true })
  const pair = ({ email, address }: Attempt) => `${address} ${email}`

  return {
    // Counting first and forgiving later: parallel guesses cannot slip in between a check and its count.
    begin: async (attempt) => {
      if (attempt.device !== undefined) {
        const waitDevice = await perDevice.take(`${attempt.device} ${attempt.email}`)
        if (waitDevice !== undefined) throw tooMany(waitDevice)
        return
      }
      // First what is counted once for an address: invented e-mails would otherwise each make a counter, without end.
      const waitAddress = await perAddress.take(attempt.address)
      if (waitAddress !== undefined) throw tooMany(waitAddress)
      const waitPair = await perPair.take(pair(attempt))
      if (waitPair !== undefined) {
        // One account's refused guesses leave the tries of the rest of the office alone.
        await perAddress.giveBack(attempt.address)
        throw tooMany(waitPair)
      }
      const waitAccount = await perAccount.take(attempt.email)
      if (waitAccount !== undefined && (await perPair.used(pair(attempt))) > 1) throw tooMany(waitAccount)
    },
    succeed: async (attempt) => {
      if (attempt.device !== undefined) return perDevice.forget(`${attempt.device} ${attempt.email}`)
      await perPair.forget(pair(attempt))
      await perAddress.giveBack(attempt.address)
      await perAccount.giveBack(attempt.email)
    },
  }
}

export type LetterLimits = {
  /**
   * Counts a letter that asks whether an address is its owner's: for the account that causes it and, over all accounts, for the address.
   * Take it only when the letter is really put into the outbox.
   * @returns seconds until there may be one; undefined when there may be one now
   */
  confirmation: (userId: number, email: string) => Promise<number | undefined>
  /** Counts a letter that only tells of what its account did itself; what is told stays done when there may be none. */
  notice: (userId: number) => Promise<number | undefined>
}

/** None of these keeps anybody from signing in, from changing a password or from resetting it. */
export function createLetterLimits(limits: RateLimits): LetterLimits {
  const perAccount = limits('account-letters', { points: 10, seconds: day, shared: true })
  const perRecipient = limits('letters-to', { points: 5, seconds: day, shared: true })
  const notices = limits('account-notices', { points: 10, seconds: day, shared: true })
  return {
    confirmation: async (userId, email) => {
      const waitAccount = await perAccount.take(String(userId))
      if (waitAccount !== undefined) return waitAccount
      const waitRecipient = await perRecipient.take(email)
      if (waitRecipient !== undefined) await perAccount.giveBack(String(userId))
      return waitRecipient
    },
    notice: (userId) => notices.take(String(userId)),
  }
}

/** Asks a signed-in person for their password again. @throws AppError 400 when it is not the one, 429 after too many of them */
export type PasswordCheck = (viewer: Viewer, user: { password_hash: string }, password: string) => Promise<void>

/** The tries are those of one session: whoever stole one guesses as slowly as at the login, and keeps nobody else out. */
export function createPasswordCheck(limits: RateLimits, passwords: Passwords): PasswordCheck {
  const perSession = limits('password-check', { points: 10, seconds: quarterHour, shared: true })
  const right = limits('password-check-right', rightPasswords)
  return async (viewer, user, password) => {
    const { sessionId } = viewer
    const wait = await perSession.take(String(sessionId))
    if (wait !== undefined) throw tooMany(wait)
    if (!(await passwords.verify(password, user.password_hash, turnOf(viewer))))
      throw invalid({ current_password: texts.currentPasswordWrong })
    await perSession.forget(String(sessionId))
    const waitRight = await right.take(String(sessionId))
    if (waitRight !== undefined) throw tooMany(waitRight)
  }
}
