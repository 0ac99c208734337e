import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { avatarAddress } from '@rodada/contract/auth/avatar-upload'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalid, notFound, stale } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import { sessionOf } from '../../../platform/http/viewer.ts'
import { tooMany } from '../../../platform/limits/rate-limits.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { createPasswordCheck } from '../../../platform/secrets/password-check.ts'
import { type Passwords, turnOf } from '../../../platform/secrets/passwords.ts'
import { addAudit } from '../../audit/queries.ts'
import { findPictureOf } from '../avatar/avatar-queries.ts'
import type { AccountMails } from '../emails/emails.ts'
import { personChanged } from '../events.ts'
import { countBoardsOf, getUser, isAddressOpen, type UserRow } from '../queries.ts'
import { createEmailLimits } from '../sessions/attempts.ts'
import { putLoginDevice } from '../sessions/device-queries.ts'
import { loginDevice } from '../sessions/login-device.ts'
import { listSessions } from '../sessions/session-queries.ts'
import { endSockets } from '../sessions/sessions.ts'
import { findTwoFactor } from '../two-factor/two-factor-queries.ts'
import { languageOf, profileView } from '../view.ts'
import { endSessionOf, endSessionsOf } from '../write.ts'
import { lockForChange, updatePassword, updateUser } from './account-queries.ts'
import { getSettings, updateSettings } from './settings-queries.ts'

const emailTaken = () => new AppError('email_taken', texts.emailTaken, { fields: { email: texts.emailTaken } })

/** The own account: profile, password, settings and sessions. */
export function accountRoutes(route: Route, deps: Deps, mails: AccountMails, passwords: Passwords): void {
  const { db, engine, outbox } = deps
  const checkPassword = createPasswordCheck(deps.limits, passwords)
  const changes = deps.limits('profile-change', { points: 60, seconds: 60 * 60, shared: true })
  const emails = createEmailLimits(deps.limits)

  const shown = async (user: UserRow, from = db) =>
    profileView(user, await countBoardsOf(from, user.id), await findPictureOf(from, user.id))

  route(authApi.profile, async ({ viewer }) => shown(await getUser(db, viewer.userId)))

  route(authApi.updateProfile, async (context) => {
    const {
      viewer,
      body: { current_password, ...change },
    } = context
    await requirePoints(changes, viewer.userId)
    const checked = await getUser(db, viewer.userId)
    // A person at an unlocked computer must not move the account to their own address.
    if (change.email !== undefined && change.email !== checked.email) {
      await checkPassword(viewer, checked, current_password ?? '')
    }
    const saved = await db.transaction().execute(async (trx) => {
      const before = await lockForChange(trx, engine, viewer.userId, change)
      // Another change came first: the address or the password is no longer the checked one.
      if (change.email !== undefined && change.email !== before.email) {
        if (before.email !== checked.email) throw stale(await shown(before, trx))
        if (before.password_hash !== checked.password_hash) throw invalid({ current_password: texts.currentPasswordWrong })
        // A reset at an address that nobody confirmed drops the second factor, which would then be worth no more than the password.
        if (outbox.enabled && (await findTwoFactor(trx, viewer.userId))) throw invalid({ email: texts.emailBehindFactor })
      }
      const { avatar_url } = change
      if (avatar_url?.startsWith(avatarAddress('')) && avatar_url !== (await findPictureOf(trx, viewer.userId))) {
        throw invalid({ avatar_url: texts.avatarElsewhere })
      }
      const after = await updateUser(trx, before, change)
      if (after && after.email !== before.email) {
        // Counted only when the email is really sent, so that asking for a taken address costs its owner nothing.
        const full = await emails.confirmation(after.id, after.email)
        if (full !== undefined) throw tooMany(full)
        // Sent to the old address, unless nobody ever confirmed that one.
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
      // Another change came first: the password is no longer the checked one.
      const changed = await updatePassword(trx, user.id, user.password_hash, passwordHash)
      if (!changed) throw invalid({ current_password: texts.currentPasswordWrong })
      await putLoginDevice(trx, user.id, device.hash)
      const isTold = !isAddressOpen(user) && (await emails.notice(user.id)) === undefined
      if (isTold) await mails.passwordChanged(trx, { to: user.email, name: user.name, language: languageOf(user) })
      await addAudit(trx, context, { kind: 'password.changed', subject: user.email })
      return endSessionsOf(deps.events.begin(trx, viewer), user.id, sessionOf(viewer))
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
    (await listSessions(db, viewer.userId)).map(({ identity_id, ...session }) => ({
      ...session,
      current: session.id === viewer.sessionId,
      by_company: identity_id !== null,
    })),
  )
  route(accountApi.endSession, async ({ viewer, params: { sessionId } }) => {
    const ended = await db.transaction().execute((trx) => endSessionOf(deps.events.begin(trx, viewer), viewer.userId, sessionId))
    if (!ended) throw notFound()
    endSockets(deps, [sessionId])
    return {}
  })
  route(accountApi.endOtherSessions, async ({ viewer }) => {
    const ended = await db.transaction().execute((trx) => endSessionsOf(deps.events.begin(trx, viewer), viewer.userId, sessionOf(viewer)))
    endSockets(deps, ended)
    return { ended: ended.length }
  })
}
