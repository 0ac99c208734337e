import { accountApi } from '@rodada/contract/account'
import { authApi } from '@rodada/contract/auth'
import { avatarAddress } from '@rodada/contract/avatar-upload'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalid, late, notFound } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { addAudit } from '../audit/queries.ts'
import { holdForChange, updatePassword, updateUser } from './account-queries.ts'
import { createLetterLimits, createPasswordCheck } from './attempts.ts'
import { findPictureOf } from './avatar-queries.ts'
import { putLoginDevice } from './device-queries.ts'
import { personChanged } from './events.ts'
import { loginDevice } from './login-device.ts'
import type { AccountMails } from './mails.ts'
import { type Passwords, turnOf } from './passwords.ts'
import { countBoardsOf, getUser, isAddressOpen, type UserRow } from './queries.ts'
import { listSessions } from './session-queries.ts'
import { endSockets } from './sessions.ts'
import { getSettings, updateSettings } from './settings-queries.ts'
import { languageOf, profileView } from './view.ts'
import { endSessionOf, endSessionsOf } from './write.ts'

const emailTaken = () => new AppError('email_taken', texts.emailTaken, { fields: { email: texts.emailTaken } })

/** The own account: profile, password, settings and sessions. */
export function accountRoutes(route: Route, deps: Deps, mails: AccountMails, passwords: Passwords): void {
  const { db, engine } = deps
  const checkPassword = createPasswordCheck(deps.limits, passwords)
  const changes = deps.limits('profile-change', { points: 60, seconds: 60 * 60, shared: true })
  const letters = createLetterLimits(deps.limits)

  const shown = async (user: UserRow, from = db) =>
    profileView(user, await countBoardsOf(from, user.id), await findPictureOf(from, user.id))

  route(authApi.profile, async ({ viewer }) => shown(await getUser(db, viewer.userId)))

  route(authApi.updateProfile, async (context) => {
    const {
      viewer,
      body: { current_password, ...change },
    } = context
    const wait = await changes.take(String(viewer.userId))
    if (wait !== undefined) throw tooMany(wait)
    const checked = await getUser(db, viewer.userId)
    // Whoever finds a computer unlocked must not move the account to an address of their own.
    if (change.email !== undefined && change.email !== checked.email) {
      if (!current_password) throw invalid({ current_password: texts.currentPasswordRequired })
      await checkPassword(viewer, checked, current_password)
    }
    const saved = await db.transaction().execute(async (trx) => {
      const before = await holdForChange(trx, engine, viewer.userId, change)
      // Somebody else was faster: what was checked is no longer the address, or no longer the password.
      if (change.email !== undefined && change.email !== before.email) {
        if (before.email !== checked.email) throw late(await shown(before, trx))
        if (before.password_hash !== checked.password_hash) throw invalid({ current_password: texts.currentPasswordWrong })
      }
      const { avatar_url } = change
      if (avatar_url?.startsWith(avatarAddress('')) && avatar_url !== (await findPictureOf(trx, viewer.userId))) {
        throw invalid({ avatar_url: texts.avatarElsewhere })
      }
      const after = await updateUser(trx, before, change)
      if (after && after.email !== before.email) {
        // Only now that the letter is really sent: an address that somebody has already costs its owner nothing.
        const full = await letters.confirmation(after.id, after.email)
        if (full !== undefined) throw tooMany(full)
        // Whoever took the account over is not who should hear of it; nor is a stranger whose address was only typed.
        if (!isAddressOpen(before)) {
          await mails.emailChanged(trx, { to: before.email, name: after.name, language: languageOf(after) })
        }
        await mails.emailConfirmation(trx, { userId: after.id, email: after.email })
        await addAudit(trx, context, {
          kind: 'account.email_changed',
          subject: after.email,
          details: { from: before.email, to: after.email },
        })
      }
      return after && { before, user: after }
    })
    if (!saved) throw emailTaken()
    const { before, user } = saved
    if (user.name !== before.name || user.avatar_url !== before.avatar_url)
      await deps.events.announce(personChanged, { person: user, picture: before.avatar_url })
    return shown(user)
  })

  route(accountApi.changePassword, async (context) => {
    const { viewer, body, cookie, setHeader } = context
    const user = await getUser(db, viewer.userId)
    await checkPassword(viewer, user, body.current_password)
    const passwordHash = await passwords.hash(body.new_password, turnOf(viewer))
    const device = loginDevice(deps.config, cookie, { fresh: true })
    const ended = await db.transaction().execute(async (trx) => {
      // Somebody else was faster: what was checked is no longer the password.
      const changed = await updatePassword(trx, user.id, user.password_hash, passwordHash)
      if (!changed) throw invalid({ current_password: texts.currentPasswordWrong })
      await putLoginDevice(trx, user.id, device.hash)
      const isTold = !isAddressOpen(user) && (await letters.notice(user.id)) === undefined
      if (isTold) await mails.passwordChanged(trx, { to: user.email, name: user.name, language: languageOf(user) })
      await addAudit(trx, context, { kind: 'password.changed', subject: user.email })
      return endSessionsOf(deps.events.begin(trx, user.id), user.id, viewer.sessionId)
    })
    endSockets(deps, ended)
    setHeader('set-cookie', device.cookie)
    return {}
  })

  route(accountApi.settings, ({ viewer }) => getSettings(db, viewer.userId))
  route(accountApi.updateSettings, async ({ viewer, body }) => {
    await db.transaction().execute((trx) => updateSettings(trx, viewer.userId, body))
    return getSettings(db, viewer.userId)
  })

  route(accountApi.sessions, async ({ viewer }) =>
    (await listSessions(db, viewer.userId)).map((session) => ({ ...session, current: session.id === viewer.sessionId })),
  )
  route(accountApi.endSession, async ({ viewer, params: { sessionId } }) => {
    const ended = await db.transaction().execute((trx) => endSessionOf(deps.events.begin(trx, viewer.userId), viewer.userId, sessionId))
    if (!ended) throw notFound()
    endSockets(deps, [sessionId])
    return {}
  })
  route(accountApi.endOtherSessions, async ({ viewer }) => {
    const ended = await db
      .transaction()
      .execute((trx) => endSessionsOf(deps.events.begin(trx, viewer.userId), viewer.userId, viewer.sessionId))
    endSockets(deps, ended)
    return { ended: ended.length }
  })
}
