import { passwordResetApi } from '@rodada/contract/password-reset'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { invalid } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { addAudit } from '../audit/queries.ts'
import { createAttempts, resetLimits } from './attempts.ts'
import type { AccountMails } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { findReset, useReset } from './reset-queries.ts'
import { deleteSessionsOf } from './session-queries.ts'
import { endSockets } from './sessions.ts'
import { languageOf } from './view.ts'

const over = () => invalid({ token: texts.resetOver })

/** A forgotten password, reset by mail. It opens no session: whoever has it signs in afterwards, with all that this asks for. */
export function resetRoutes(route: Route, deps: Deps, mails: AccountMails): void {
  const { db, limits } = deps
  const requests = createAttempts(limits, resetLimits)
  const completions = limits('reset-complete', { points: 60, seconds: 15 * 60, shared: true })

  route(passwordResetApi.request, async ({ body: { email }, address }) => {
    await requests.begin(email, address)
    await mails.passwordReset(db, { email })
    return {}
  })

  route(passwordResetApi.complete, async ({ body, address, userAgent }) => {
    const wait = await completions.take(address)
    if (wait !== undefined) throw tooMany(wait)
    const tokenHash = hashSecret(body.token)
    // Before the costly hash, which would otherwise be there for the asking.
    const found = await findReset(db, tokenHash)
    if (!found) throw over()
    const passwordHash = await hashPassword(body.new_password)
    const ended = await db.transaction().execute(async (trx) => {
      const user = await useReset(trx, { userId: found.user_id, tokenHash, passwordHash })
      if (!user) throw over()
      await mails.passwordChanged(trx, { to: user.email, name: user.name, language: languageOf(user) })
      await addAudit(trx, { viewer: undefined, address, userAgent }, { kind: 'password.reset', subject: user.email })
      return deleteSessionsOf(trx, found.user_id)
    })
    endSockets(deps, ended)
    return {}
  })
}
