import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import { invalid } from '../../platform/errors.ts'
import { type RateLimits, tooMany } from '../../platform/rate-limits.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { recoveryHash, stepOf } from './totp.ts'
import { findTwoFactor, sealedFor, useRecoveryCode, useStep } from './two-factor-queries.ts'

export const wrongCode = () => invalid({ code: texts.codeWrong })

export type SecondFactor = {
  /**
   * Uses a code up, of the app or a recovery code. The tries of the app's short codes are counted for the account, whatever
   * address they come from: they need its password, so nobody else can use them up. Recovery codes are too long to guess and
   * keep working meanwhile.
   * @throws AppError 400 when it is none, or was used; 429 after too many
   */
  use: (trx: Db, userId: number, code: string, by?: string) => Promise<void>
  /**
   * Counts a try at the app's codes before it is looked at: for the account or, when it is `by` a session of the account or a browser in
   * which it signed in before, for that one, so that others who know the password cannot use them up. @throws AppError 429
   */
  count: (userId: number, code: string, by?: string) => Promise<void>
  /** As `count`, for codes of a secret that was just shown: whoever mistypes those keeps their tries at signing in. @throws AppError 429 */
  countEnrolment: (userId: number) => Promise<void>
}

export function createSecondFactor(limits: RateLimits, box: SecretBox): SecondFactor {
  const perAccount = limits('two-factor', { points: 10, seconds: 15 * 60, shared: true })
  const perEnrolment = limits('two-factor-enrolment', { points: 20, seconds: 15 * 60, shared: true })
  const keyOf = (userId: number, by: string | undefined) => (by === undefined ? String(userId) : `${userId} ${by}`)
  return {
    count: async (userId, code, by) => {
      if (recoveryHash(userId, code)) return
      const wait = await perAccount.take(keyOf(userId, by))
      if (wait !== undefined) throw tooMany(wait)
    },
    countEnrolment: async (userId) => {
      const wait = await perEnrolment.take(String(userId))
      if (wait !== undefined) throw tooMany(wait)
    },
    use: async (trx, userId, code, by) => {
      const hash = recoveryHash(userId, code)
      if (hash) {
        if (!(await useRecoveryCode(trx, userId, hash))) throw wrongCode()
        return
      }
      const active = await findTwoFactor(trx, userId)
      const step = active && stepOf(box.open(active.secret, sealedFor(userId)), code)
      if (!active || step === undefined || !(await useStep(trx, userId, active.secret, step))) throw wrongCode()
      await perAccount.forget(keyOf(userId, by))
    },
  }
}
