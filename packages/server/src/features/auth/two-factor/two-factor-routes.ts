import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, conflict, forbidden } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { sessionOf } from '../../../platform/http/viewer.ts'
import { createPasswordCheck } from '../../../platform/secrets/password-check.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { addAudit, addFailedSignIn } from '../../audit/queries.ts'
import { signIn } from '../commands.ts'
import type { AccountMails } from '../emails/emails.ts'
import { countBoardsOf, getUser, isAddressOpen, lockUser, recordLogin, type UserRow } from '../queries.ts'
import { findLoginDevice, loginDevice } from '../sessions/login-device.ts'
import { endSockets } from '../sessions/sessions.ts'
import { languageOf, userView } from '../view.ts'
import { endSessionsOf } from '../write.ts'
import { createSecondFactor, wrongCode } from './second-factor.ts'
import { newRecoveryCodes, newTotpSecret, otpauthUrl, recoveryHash, stepOf } from './totp.ts'
import {
  activateTwoFactor,
  countRecoveryCodes,
  deleteChallenge,
  deleteTwoFactor,
  findEnrolment,
  findTwoFactor,
  putEnrolment,
  replaceRecoveryCodes,
  sealedFor,
  tryChallenge,
} from './two-factor-queries.ts'

const over = () => new AppError('wrong_credentials', texts.twoFactorOver)

/** Shown once; only their hashes are stored. */
async function giveRecoveryCodes(trx: Db, userId: number): Promise<{ recovery_codes: string[] }> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => recoveryHash(userId, code) ?? ''),
  )
  return { recovery_codes: codes }
}

/** The second factor: enrolment, recovery codes, and the second half of a login. */
export function twoFactorRoutes(route: Route, deps: Deps, mails: AccountMails, passwords: Passwords): void {
  const { db, limits, config, outbox } = deps
  const box = createSecretBox(config.secret)
  const factor = createSecondFactor(limits, box)
  const checkPassword = createPasswordCheck(limits, passwords)

  /** Where mail is sent, a person who typed a foreign address must not keep its owner out by a second factor. */
  const requireOwnAddress = ({ email_verified_at }: UserRow) => {
    if (outbox.enabled && email_verified_at === null) throw forbidden(texts.twoFactorUnconfirmed)
  }
  const countOf = (viewer: Viewer) => `session ${sessionOf(viewer)}`

  /** Asks for password and code again before a change of the second factor. */
  const prove = async (viewer: Viewer, body: { current_password: string; code: string }) => {
    const user = await getUser(db, viewer.userId)
    await checkPassword(viewer, user, body.current_password)
    await factor.count(user.id, body.code, countOf(viewer))
    return user
  }

  /** Emails the account's owner, if the address is confirmed. */
  const tell = async (trx: Db, user: UserRow, enabled: boolean): Promise<void> => {
    if (isAddressOpen(user)) return
    await mails.twoFactorChanged(trx, { to: user.email, name: user.name, language: languageOf(user), enabled })
  }

  route(twoFactorApi.status, async ({ viewer }) => ({
    enabled: (await findTwoFactor(db, viewer.userId)) !== undefined,
    recovery_codes_left: await countRecoveryCodes(db, viewer.userId),
  }))

  route(twoFactorApi.enrol, async ({ viewer, body }) => {
    const user = await getUser(db, viewer.userId)
    await checkPassword(viewer, user, body.current_password)
    requireOwnAddress(user)
    if (await findTwoFactor(db, user.id)) throw conflict(texts.twoFactorActive)
    const secret = newTotpSecret()
    await putEnrolment(db, user.id, box.seal(secret, sealedFor(user.id)))
    return { secret, otpauth_url: otpauthUrl(secret, user.email) }
  })

  route(twoFactorApi.confirm, async (context) => {
    const { viewer, body } = context
    await factor.countEnrolment(viewer.userId)
    const enrolment = await findEnrolment(db, viewer.userId)
    if (!enrolment) throw conflict(texts.twoFactorNotStarted)
    const step = stepOf(box.open(enrolment.secret, sealedFor(viewer.userId)), body.code)
    if (step === undefined) throw wrongCode()
    const { ended, ...codes } = await db.transaction().execute(async (trx) => {
      await lockUser(trx, viewer.userId)
      const user = await getUser(trx, viewer.userId)
      // The address may have changed since the enrolment began.
      requireOwnAddress(user)
      if (!(await activateTwoFactor(trx, viewer.userId, enrolment.secret, step))) throw conflict(texts.twoFactorActive)
      await tell(trx, user, true)
      await addAudit(trx, context, { kind: 'two_factor.enabled', subject: user.email })
      // Sessions that were opened with the password alone end.
      const others = await endSessionsOf(deps.events.begin(trx, viewer), viewer.userId, sessionOf(viewer))
      return { ...(await giveRecoveryCodes(trx, viewer.userId)), ended: others }
    })
    endSockets(deps, ended)
    return codes
  })

  route(twoFactorApi.renewCodes, async (context) => {
    const { viewer, body } = context
    const { id, email } = await prove(viewer, body)
    return db.transaction().execute(async (trx) => {
      await factor.use(trx, id, body.code, countOf(viewer))
      await addAudit(trx, context, { kind: 'two_factor.codes_renewed', subject: email })
      return giveRecoveryCodes(trx, id)
    })
  })

  route(twoFactorApi.disable, async (context) => {
    const { viewer, body } = context
    const user = await prove(viewer, body)
    await db.transaction().execute(async (trx) => {
      await factor.use(trx, user.id, body.code, countOf(viewer))
      await deleteTwoFactor(trx, user.id)
      await tell(trx, user, false)
      await addAudit(trx, context, { kind: 'two_factor.disabled', subject: user.email })
    })
    return {}
  })

  route(twoFactorApi.login, async ({ body, address, userAgent, cookie, setHeader }) => {
    const tokenHash = hashSecret(body.token)
    const challenge = await tryChallenge(db, tokenHash)
    if (!challenge) throw over()
    const { email } = await getUser(db, challenge.user_id)
    const known = await findLoginDevice(db, email, cookie)
    await factor.count(challenge.user_id, body.code, known)
    const device = loginDevice(config, cookie)
    const signedIn = db.transaction().execute(async (trx) => {
      const before = await getUser(trx, challenge.user_id)
      // The password may have been changed since it was checked, or the account deactivated.
      if (hashSecret(before.password_hash) !== challenge.password_mark) throw over()
      const user = await recordLogin(trx, before)
      if (!user) throw over()
      await factor.use(trx, user.id, body.code, known)
      if (!(await deleteChallenge(trx, tokenHash))) throw over()
      const { identity_id, oidc_sid, id_token } = challenge
      const client = { userAgent, address, device, ...(identity_id !== null && { by: { identity_id, oidc_sid, id_token } }) }
      return { token: await signIn(trx, mails, user, client), user: userView(user, await countBoardsOf(trx, user.id)) }
    })
    const session = await signedIn.catch(async (error: unknown) => {
      // The password was right, so a wrong code here is what the account's owner most needs to know.
      if (error instanceof AppError) await addFailedSignIn(db, { address, userAgent }, email)
      throw error
    })
    setHeader('set-cookie', device.cookie)
    return session
  })
}
