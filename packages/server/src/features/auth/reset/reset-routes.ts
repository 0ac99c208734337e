import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { texts } from '@rodada/contract/texts/texts'
import { type Deps, instant } from '../../../platform/deps.ts'
import { allow, invalid } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import { type Passwords, turnOf } from '../../../platform/secrets/passwords.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { addAudit } from '../../audit/queries.ts'
import type { AccountMails } from '../emails/emails.ts'
import { accountRegained, addressTakenOver, groupsSaid } from '../events.ts'
import { deleteIdentitiesOf } from '../oidc/oidc-queries.ts'
import { findAddress, findUserByEmail } from '../queries.ts'
import { putLoginDevice } from '../sessions/device-queries.ts'
import { loginDevice } from '../sessions/login-device.ts'
import { endSockets } from '../sessions/sessions.ts'
import { deleteTokensOf } from '../tokens/token-queries.ts'
import { endProgramSockets } from '../tokens/tokens.ts'
import { languageOf } from '../view.ts'
import { endSessionsOf } from '../write.ts'
import { findReset, hasOpenReset, useReset } from './reset-queries.ts'

const over = () => invalid({ token: texts.resetOver })

/**
 * A forgotten password, reset by mail. It opens no session: the person signs in afterwards with all that this requires. Nobody is refused
 * for what others did: only the number of emails is limited, and each of them works.
 */
export function resetRoutes(route: Route, deps: Deps, mails: AccountMails, passwords: Passwords): void {
  const { db, limits, log } = deps
  const perAddress = limits('reset-address', { points: 60, seconds: 15 * 60, shared: true })
  const spared = limits('reset-spared', { points: 1, seconds: 10 * 60, shared: true })

  /** For an address from which hundreds of emails were asked for: an account behind it still gets one, if it has none that works. */
  const writeIfNone = async (email: string) => {
    const user = await findUserByEmail(db, email)
    if (!user || user.deactivated_at !== null || (await hasOpenReset(db, user))) return
    if ((await spared.take(String(user.id))) === undefined) await mails.passwordReset(db, { email })
  }

  route(passwordResetApi.request, async ({ body, address }) => {
    allow(deps.config.passwordLogin, texts.passwordLoginOff)
    const email = await findAddress(db, body.email)
    if ((await perAddress.take(address)) === undefined) await mails.passwordReset(db, { email })
    // Not awaited, because the time would tell whether there is such an account.
    else writeIfNone(email).catch((error: unknown) => log.error({ err: error }, 'reset email not written'))
    return {}
  })

  route(passwordResetApi.complete, async ({ body, address, userAgent, cookie, setHeader }) => {
    const tokenHash = hashSecret(body.token)
    // Checked before the costly hash.
    const found = await findReset(db, tokenHash)
    if (!found) throw over()
    // In the account's line: who has the token waits behind nobody's guesses.
    const passwordHash = await passwords.hash(body.new_password, turnOf({ userId: found.user_id }))
    const device = loginDevice(deps.config, cookie, { fresh: true })
    const { ended, linkDropped } = await db.transaction().execute(async (trx) => {
      const user = await useReset(trx, { userId: found.user_id, tokenHash, passwordHash })
      if (!user) throw over()
      const work = deps.events.begin(trx, { userId: found.user_id, address, token: null })
      if (user.proven) await work.emit(addressTakenOver, { userId: found.user_id })
      // The right token is not counted, so that guesses of others keep its holder from nothing.
      await putLoginDevice(trx, found.user_id, device.hash)
      await mails.passwordChanged(trx, { to: user.email, name: user.name, language: languageOf(user) })
      const actor = { viewer: undefined, address, userAgent }
      await addAudit(trx, actor, { kind: 'password.reset', subject: user.email })
      if (user.factorDropped) await addAudit(trx, actor, { kind: 'two_factor.disabled', subject: user.email })
      // Who had the account meanwhile may have left a program in it.
      await deleteTokensOf(trx, found.user_id)
      await work.emit(accountRegained, { userId: found.user_id })
      // At a confirmed address a link with the same address is the owner's own.
      const linkDropped = await deleteIdentitiesOf(trx, found.user_id, user.proven ? undefined : user.email)
      if (linkDropped && !user.proven)
        await mails.companyChanged(trx, { to: user.email, name: user.name, language: languageOf(user), linked: false, reset: true })
      if (linkDropped) await addAudit(trx, actor, { kind: 'identity.unlinked', subject: user.email })
      return { ended: await endSessionsOf(work, found.user_id), linkDropped }
    })
    endSockets(deps, ended)
    endProgramSockets(deps, found.user_id)
    // Places that the groups of who had the account before gave it.
    if (linkDropped)
      await deps.events.announce(groupsSaid, { userId: found.user_id, groups: [], saidAt: instant(), from: { address, userAgent } })
    setHeader('set-cookie', device.cookie)
    return {}
  })
}
