import { authApi } from '@rodada/contract/auth/auth'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, allow, forbidden } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { sessionOf } from '../../platform/http/viewer.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { rightPasswords } from '../../platform/secrets/password-check.ts'
import type { Passwords } from '../../platform/secrets/passwords.ts'
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts'
import { addAudit, addFailedSignIn } from '../audit/queries.ts'
import { signIn } from './commands.ts'
import type { AccountMails } from './emails/emails.ts'
import { providerLogout } from './oidc/oidc-routes.ts'
import type { Provider } from './oidc/provider.ts'
import { countBoardsOf, deleteSession, findAddress, findUserByEmail, lockUser, recordLogin, type UserRow } from './queries.ts'
import { createEmailLimits, createLoginAttempts } from './sessions/attempts.ts'
import { findLoginDevice, loginDevice } from './sessions/login-device.ts'
import { endSockets } from './sessions/sessions.ts'
import { addUser, findAdmission } from './sign-up/sign-up-queries.ts'
import { addChallenge, findTwoFactor } from './two-factor/two-factor-queries.ts'
import { userView } from './view.ts'

type NewAccount = { email: string; password: string; invitation?: string | undefined }

const taken = () => new AppError('email_taken', texts.emailTaken, { fields: { email: texts.emailTaken } })

/** Registration, login and logout. */
export function authRoutes(route: Route, deps: Deps, mails: AccountMails, passwords: Passwords, provider: Provider | undefined): void {
  const { db, engine, limits, config } = deps
  const attempts = createLoginAttempts(limits)
  const emails = createEmailLimits(limits)
  const rights = limits('login-right', rightPasswords)
  const registrations = limits('register', { points: 60, seconds: 3600, shared: true })
  const invited = limits('register-invited', { points: 10, seconds: 3600, shared: true })

  /**
   * Accounts that a network makes are counted, and nothing else: what is refused costs no hash and no point, or a neighbour would end the
   * sign-ups of a whole office with a taken address. An invitation is counted by itself, and waits in a line of its own.
   */
  const newAccount = async <T>(body: NewAccount, address: string, make: (passwordHash: string) => Promise<T>): Promise<T> => {
    const admission = await findAdmission(db, body)
    if (!admission) throw taken()
    const { invitation } = admission
    const [limiter, whose] = invitation === undefined ? [registrations, address] : [invited, invitation]
    await requirePoints(limiter, whose)
    try {
      return await make(await passwords.hash(body.password, invitation === undefined ? address : `invitation ${invitation}`))
    } catch (error) {
      if (invitation === undefined) await limiter.giveBack(whose)
      throw error
    }
  }

  /** Where one comes by the provider of the company alone. */
  const requirePasswordLogin = () => allow(config.passwordLogin, texts.passwordLoginOff)

  route(authApi.register, async ({ body, address, userAgent, cookie, language, setHeader }) => {
    requirePasswordLogin()
    const { name, email, role, invitation } = body
    const device = loginDevice(deps.config, cookie)
    const session = await newAccount(body, address, (passwordHash) =>
      db.transaction().execute(async (trx) => {
        const user = await addUser(trx, engine, { name, email, passwordHash, role, language, mailed: deps.outbox.enabled, invitation })
        if (!user) throw taken()
        await addAudit(trx, { viewer: { userId: user.id }, address, userAgent }, { kind: 'account.registered', subject: user.email })
        // An address that was registered too often today is asked for confirmation another day, and one that an invitation proved, never.
        const full = user.email_verified_at === null ? await emails.confirmation(user.id, email) : 0
        if (full === undefined) await mails.emailConfirmation(trx, { userId: user.id, email })
        return { token: await signIn(trx, mails, user, { userAgent, address, device }), user: userView(user, 0) }
      }),
    )
    setHeader('set-cookie', device.cookie)
    return session
  })

  /** With a second factor the right password opens no session yet. */
  const challengeFor = async (user: UserRow) => {
    const twoFactor = newSecret()
    await addChallenge(db, { tokenHash: hashSecret(twoFactor), userId: user.id, passwordMark: hashSecret(user.password_hash) })
    return new AppError('two_factor', texts.twoFactorNeeded, { twoFactor })
  }

  route(authApi.login, async ({ body, address, userAgent, cookie, setHeader }) => {
    requirePasswordLogin()
    const email = await findAddress(db, body.email)
    const known = await findLoginDevice(db, email, cookie)
    const attempt = { email, address, device: known }
    await attempts.begin(attempt)
    const found = await findUserByEmail(db, email)
    // A known browser has a line of its own, however many logins its network sends.
    const right = await passwords.verify(body.password, found?.password_hash, known === undefined ? address : `${known} ${email}`)
    if (!found || !right) {
      await addFailedSignIn(db, { address, userAgent }, found?.email)
      throw new AppError('wrong_credentials', texts.wrongCredentials)
    }
    await attempts.succeed(attempt)
    await requirePoints(rights, known === undefined ? email : `${known} ${email}`)
    if (found.deactivated_at !== null) throw forbidden(texts.accountDeactivated)
    const device = loginDevice(deps.config, cookie)
    const session = await db.transaction().execute(async (trx) => {
      await lockUser(trx, found.id)
      if (await findTwoFactor(trx, found.id)) return undefined
      const user = await recordLogin(trx, found)
      if (!user) throw new AppError('wrong_credentials', texts.wrongCredentials)
      const client = { userAgent, address, device }
      return { token: await signIn(trx, mails, user, client), user: userView(user, await countBoardsOf(trx, user.id)) }
    })
    if (!session) throw await challengeFor(found)
    setHeader('set-cookie', device.cookie)
    return session
  })

  route(authApi.logout, async ({ viewer, origin }) => {
    const sessionId = sessionOf(viewer)
    const url = await providerLogout(deps, provider, sessionId, origin)
    await deleteSession(db, sessionId)
    endSockets(deps, [sessionId])
    return url === undefined ? {} : { provider_url: url }
  })
}
