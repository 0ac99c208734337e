import { oidcProofMinutes } from '@rodada/contract/auth/oidc-pages'
import { texts } from '@rodada/contract/texts/texts'
import { invalid } from '../http/errors.ts'
import { sessionOf, type Viewer } from '../http/viewer.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { requirePoints } from '../limits/require-points.ts'
import { hasPassword, type Passwords, turnOf } from './passwords.ts'

const quarterHour = 15 * 60

/**
 * Right passwords of one account. Only a person who knows the password can use them up; each costs a hash, a session and a line of the
 * audit log.
 */
export const rightPasswords = { points: 60, seconds: quarterHour, shared: true }

/** Whether the provider of the company said a moment ago that the person of this session is there. */
export const isProven = ({ provenAt }: Pick<Viewer, 'provenAt'>): boolean =>
  provenAt !== null && Math.abs(Date.now() - Date.parse(provenAt)) < oidcProofMinutes * 60_000

/**
 * Asks a signed-in person for their password again; of an account that has none, for the proof of the provider.
 * @throws AppError 400 when it is wrong, 429 after too many of them
 */
export type PasswordCheck = (viewer: Viewer, user: { password_hash: string }, password: string) => Promise<void>

/** The tries are counted per session, so that a thief's guesses are as slow as at the login and cost other sessions nothing. */
export function createPasswordCheck(limits: RateLimits, passwords: Passwords): PasswordCheck {
  const perSession = limits('password-check', { points: 10, seconds: quarterHour, shared: true })
  const right = limits('password-check-right', rightPasswords)
  return async (viewer, user, password) => {
    const sessionId = sessionOf(viewer)
    if (!hasPassword(user)) {
      if (isProven(viewer)) return
      throw invalid({ current_password: texts.proveAgain })
    }
    if (password === '') throw invalid({ current_password: texts.currentPasswordRequired })
    await requirePoints(perSession, sessionId)
    if (!(await passwords.verify(password, user.password_hash, turnOf(viewer))))
      throw invalid({ current_password: texts.currentPasswordWrong })
    await perSession.forget(String(sessionId))
    await requirePoints(right, sessionId)
  }
}
