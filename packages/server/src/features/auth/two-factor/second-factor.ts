import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { invalid } from '../../../platform/http/errors.ts'
import type { RateLimits } from '../../../platform/limits/rate-limits.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { recoveryHash, stepOf } from './totp.ts'
import { findTwoFactor, sealedFor, useRecoveryCode, useStep } from './two-factor-queries.ts'

export const wrongCode = () => invalid({ code: texts.codeWrong })

export type SecondFactor = {
  /**
   * Uses up a code, of the app or a recovery code. Tries of the app's short codes are counted for the account, whatever address they come
   * from: only people with its password can use them up. Recovery codes are too long to guess, so they work even then.
   * @throws AppError 400 when it is wrong or was used; 429 after too many
   */
  use: (trx: Db, userId: number, code: string, by?: string) => Promise<void>
  /**
   * Counts a try of the app's codes before it is checked: for the account or, when it is `by` a session of the account or a known browser,
   * for that one, so that others who know the password cannot use them up.
   * @throws AppError 429
   */
  count: (userId: number, code: string, by?: string) => Promise<void>
  /** As `count`, for codes of a new enrolment, so that mistyped ones cost no tries at signing in. @throws AppError 429 */
  countEnrolment: (userId: number) => Promise<void>
}

export function createSecondFactor(limits: RateLimits, box: SecretBox): SecondFactor {
  const perAccount = limits('two-factor', { points: 10, seconds: 15 * 60, shared: true })
  const perEnrolment = limits('two-factor-enrolment', { points: 20, seconds: 15 * 60, shared: true })
  const keyOf = (userId: number, by: string | undefined) => (by === undefined ? String(userId) : `${userId} ${by}`)
  return {
    count: async (userId, code, by) => {
      if (recoveryHash(userId, code)) return
      await requirePoints(perAccount, keyOf(userId, by))
    },
    countEnrolment: (userId) => requirePoints(perEnrolment, userId),
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
