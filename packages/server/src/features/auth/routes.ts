import { authApi } from '@rodada/contract/auth'
import type { PersonSummary } from '@rodada/contract/fields'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, forbidden } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { createAttempts } from './attempts.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { addUser, countBoardsOf, deleteSession, findUserByEmail, getUser, recordLogin, updateUser } from './queries.ts'
import { endSockets, openSession } from './sessions.ts'
import { userView } from './view.ts'

/**
 * Accounts: registration, login, logout and the own profile.
 * @param shownAnew called after a person got another name or picture, for whoever shows them
 */
export function authRoutes(route: Route, deps: Deps, shownAnew: (person: PersonSummary) => Promise<void>): void {
  const { db, engine, limits } = deps
  const attempts = createAttempts(limits)
  const registrations = limits('register', { points: 60, seconds: 3600, shared: true })

  route(authApi.register, async ({ body, address }) => {
    const wait = await registrations.take(address)
    if (wait !== undefined) throw tooMany(wait)
    const passwordHash = await hashPassword(body.password)
    const { name, email, role } = body
    return db.transaction().execute(async (trx) => {
      const user = await addUser(trx, engine, { name, email, passwordHash, role })
      if (!user) throw new AppError('email_taken', texts.emailTaken, { fields: { email: texts.emailTaken } })
      return { token: await openSession(trx, user.id), user: userView(user, 0) }
    })
  })

  route(authApi.login, async ({ body, address }) => {
    await attempts.begin(body.email, address)
    const found = await findUserByEmail(db, body.email)
    const right = await verifyPassword(body.password, found?.password_hash)
    if (!found || !right) throw new AppError('wrong_credentials', texts.wrongCredentials)
    await attempts.succeed(body.email, address)
    if (found.deactivated_at !== null) throw forbidden(texts.accountDeactivated)
    return db.transaction().execute(async (trx) => {
      const user = await recordLogin(trx, found.id)
      return { token: await openSession(trx, user.id), user: userView(user, await countBoardsOf(trx, user.id)) }
    })
  })

  route(authApi.logout, async ({ viewer }) => {
    await deleteSession(db, viewer.sessionId)
    endSockets(deps, [viewer.sessionId])
    return {}
  })

  route(authApi.profile, async ({ viewer }) => userView(await getUser(db, viewer.userId), await countBoardsOf(db, viewer.userId)))

  route(authApi.updateProfile, async ({ viewer, body }) => {
    const { name, avatar_url } = body
    const change = { ...(name !== undefined && { name }), ...(avatar_url !== undefined && { avatar_url }) }
    const before = await getUser(db, viewer.userId)
    const user = Object.keys(change).length === 0 ? before : await updateUser(db, viewer.userId, change)
    if (user.name !== before.name || user.avatar_url !== before.avatar_url) await shownAnew(user)
    return userView(user, await countBoardsOf(db, viewer.userId))
  })
}
