import type { RateLimits } from '../../../platform/limits/rate-limits.ts'
import { tooMany } from '../../../platform/limits/rate-limits.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'

const quarterHour = 15 * 60
const day = 24 * 60 * 60

/** `device` is the hash of the browser's secret when this account signed in there before; undefined for every other browser. */
export type Attempt = { email: string; address: string; device: string | undefined }

export type Attempts = {
  /** Counts an attempt before the password is checked. @throws AppError 429 */
  begin: (attempt: Attempt) => Promise<void>
  /** Takes the attempt back, because the password was right. */
  succeed: (attempt: Attempt) => Promise<void>
}

/**
 * Limits guessing without letting anybody lock a colleague out. A browser in which the account signed in before has tries of its own. Other
 * browsers share the tries of their address at this account; when an account is attacked from many addresses, each address is left with a
 * single try.
 */
export function createLoginAttempts(limits: RateLimits): Attempts {
  const perDevice = limits('login-device', { points: 10, seconds: quarterHour, shared: true })
  const perPair = limits('login-pair', { points: 10, seconds: quarterHour, shared: true })
  const perAddress = limits('login-address', { points: 300, seconds: quarterHour, shared: true })
  const perAccount = limits('login-account', { points: 100, seconds: quarterHour, shared: true })
  const pair = ({ email, address }: Attempt) => `${address} ${email}`

  return {
    // Counted first and taken back later: between a check and its count, parallel guesses would slip in.
    begin: async (attempt) => {
      if (attempt.device !== undefined) {
        await requirePoints(perDevice, `${attempt.device} ${attempt.email}`)
        return
      }
      // The counter of the address comes first: invented e-mails would otherwise make a counter each, without end.
      await requirePoints(perAddress, attempt.address)
      const waitPair = await perPair.take(pair(attempt))
      if (waitPair !== undefined) {
        // Refused guesses at one account cost the rest of the office nothing.
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

export type EmailLimits = {
  /**
   * Counts an email that asks for confirmation of an address: for the account that causes it and, over all accounts, for the address. Take
   * it only when the email is really put into the outbox.
   * @returns seconds until there may be one; undefined when there may be one now
   */
  confirmation: (userId: number, email: string) => Promise<number | undefined>
  /** Counts an email that reports an act of its account. The act is done even when the email may not be sent. */
  notice: (userId: number) => Promise<number | undefined>
}

/** These limits keep nobody from signing in or from changing or resetting a password. */
export function createEmailLimits(limits: RateLimits): EmailLimits {
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
