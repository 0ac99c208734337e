import { passwordResetApi } from '@rodada/contract/password-reset'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { invalid } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { addAudit } from '../audit/queries.ts'
import { putLoginDevice } from './device-queries.ts'
import { addressTakenOver } from './events.ts'
import { loginDevice } from './login-device.ts'
import type { AccountMails } from './mails.ts'
import type { Passwords } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { findReset, hasOpenReset, useReset } from './reset-queries.ts'
import { endSockets } from './sessions.ts'
import { languageOf } from './view.ts'
import { endSessionsOf } from './write.ts'

const over = () => invalid({ token: texts.resetOver })

/**
 * A forgotten password, reset by mail. It opens no session: whoever has it signs in afterwards, with all that this asks for. Nobody is
 * ever refused for what others did: what is limited is how many letters go out, and each of those works.
 */
export function resetRoutes(route: Route, deps: Deps, mails: AccountMails, passwords: Passwords): void {
  const { db, limits, log } = deps
  const perAddress = limits('reset-address', { points: 60, seconds: 15 * 60, shared: true })
  const spared = limits('reset-spared', { points: 1, seconds: 10 * 60, shared: true })

  /** Somebody asks for letters by the hundred. The others behind the same address still get one, if they have none that works. */
  const writeIfNone = async (email: string) => {
    const user = await findUserByEmail(db, email)
    if (!user || user.deactivated_at !== null || (await hasOpenReset(db, user))) return
    if ((await spared.take(String(user.id))) === undefined) await mails.passwordReset(db, { email })
  }

  route(passwordResetApi.request, async ({ body: { email }, address }) => {
    if ((await perAddress.take(address)) === undefined) await mails.passwordReset(db, { email })
    // Not waited for: how long it takes would tell whether there is such an account.
    else writeIfNone(email).catch((error: unknown) => log.error({ err: error }, 'reset letter not written'))
    return {}
  })

  route(passwordResetApi.complete, async ({ body, address, userAgent, cookie, setHeader }) => {
    const tokenHash = hashSecret(body.token)
    // Before the costly hash, which would otherwise be there for the asking.
    const found = await findReset(db, tokenHash)
    if (!found) throw over()
    const passwordHash = await passwords.hash(body.new_password, address)
    const device = loginDevice(deps.config, cookie, { fresh: true })
    const ended = await db.transaction().execute(async (trx) => {
      const user = await useReset(trx, { userId: found.user_id, tokenHash, passwordHash })
      if (!user) throw over()
      const work = deps.events.begin(trx, found.user_id)
      if (user.proven) await work.emit(addressTakenOver, { userId: found.user_id })
      // Whoever has the letter is not kept out by those who guess at the new password.
      await putLoginDevice(trx, found.user_id, device.hash)
      await mails.passwordChanged(trx, { to: user.email, name: user.name, language: languageOf(user) })
      const actor = { viewer: undefined, address, userAgent }
      await addAudit(trx, actor, { kind: 'password.reset', subject: user.email })
      if (user.factorDropped) await addAudit(trx, actor, { kind: 'two_factor.disabled', subject: user.email })
      return endSessionsOf(work, found.user_id)
    })
    endSockets(deps, ended)
    setHeader('set-cookie', device.cookie)
    return {}
  })
}
