import { emailConfirmationApi } from '@rodada/contract/email-confirmation'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { addAudit } from '../audit/queries.ts'
import { createLetterLimits } from './attempts.ts'
import { useConfirmation } from './confirmation-queries.ts'
import type { AccountMails } from './mails.ts'
import { getUser } from './queries.ts'

/** That the address of an account is its owner's, by a link that is mailed there. */
export function confirmationRoutes(route: Route, deps: Deps, mails: AccountMails): void {
  const { db, outbox, limits } = deps
  const letters = createLetterLimits(limits)
  const completions = limits('email-confirmation', { points: 60, seconds: 15 * 60, shared: true })

  route(emailConfirmationApi.send, async ({ viewer }) => {
    const { id, email, email_verified_at } = await getUser(db, viewer.userId)
    if (email_verified_at !== null) throw conflict(texts.emailConfirmed)
    if (!outbox.enabled) throw conflict(texts.mailOff)
    const full = await letters.confirmation(id, email)
    if (full !== undefined) throw tooMany(full)
    await mails.emailConfirmation(db, { userId: id, email })
    return {}
  })

  route(emailConfirmationApi.complete, async (context) => {
    const { viewer, body } = context
    const wait = await completions.take(String(viewer.userId))
    if (wait !== undefined) throw tooMany(wait)
    const email = await db.transaction().execute(async (trx) => {
      const confirmed = await useConfirmation(trx, viewer.userId, hashSecret(body.token))
      if (confirmed !== undefined) await addAudit(trx, context, { kind: 'account.email_confirmed', subject: confirmed })
      return confirmed
    })
    if (email === undefined) throw invalid({ token: texts.confirmationOver })
    return { email }
  })
}
