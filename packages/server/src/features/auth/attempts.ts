import type { Limiter, RateLimits } from '../../platform/rate-limits.ts'
import { tooMany } from '../../platform/rate-limits.ts'

const quarterHour = 15 * 60

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
export function createAttempts(limits: RateLimits): Attempts {
  const perPair: Limiter = limits('login-pair', { points: 10, seconds: quarterHour, shared: true })
  const perAddress: Limiter = limits('login-address', { points: 300, seconds: quarterHour, shared: true })
  const perAccount: Limiter = limits('login-account', { points: 100, seconds: quarterHour, shared: true })
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
