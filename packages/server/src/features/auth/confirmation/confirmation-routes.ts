import { emailConfirmationApi } from '@rodada/contract/auth/email-confirmation'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { conflict, invalid } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import { tooMany } from '../../../platform/limits/rate-limits.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { addAudit } from '../../audit/queries.ts'
import type { AccountMails } from '../emails/emails.ts'
import { getUser } from '../queries.ts'
import { createEmailLimits } from '../sessions/attempts.ts'
import { useConfirmation } from './confirmation-queries.ts'

/** Confirms that an account's address belongs to its owner, by a link that is mailed there. */
export function confirmationRoutes(route: Route, deps: Deps, mails: AccountMails): void {
  const { db, outbox, limits } = deps
  const emails = createEmailLimits(limits)
  const completions = limits('email-confirmation', { points: 60, seconds: 15 * 60, shared: true })

  route(emailConfirmationApi.send, async ({ viewer }) => {
    const { id, email, email_verified_at } = await getUser(db, viewer.userId)
    if (email_verified_at !== null) throw conflict(texts.emailConfirmed)
    if (!outbox.enabled) throw conflict(texts.mailOff)
    const full = await emails.confirmation(id, email)
    if (full !== undefined) throw tooMany(full)
    await mails.emailConfirmation(db, { userId: id, email })
    return {}
  })

  route(emailConfirmationApi.complete, async (context) => {
    const { viewer, body } = context
    await requirePoints(completions, viewer.userId)
    const email = await db.transaction().execute(async (trx) => {
      const confirmed = await useConfirmation(trx, viewer.userId, hashSecret(body.token))
      if (confirmed !== undefined) await addAudit(trx, context, { kind: 'account.email_confirmed', subject: confirmed })
      return confirmed
    })
    if (email === undefined) throw invalid({ token: texts.confirmationOver })
    return { email }
  })
}
