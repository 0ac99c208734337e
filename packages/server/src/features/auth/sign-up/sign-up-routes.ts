import { type InviteOutcome, signUpApi, signUpPage } from '@rodada/contract/auth/sign-up'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, conflict, forbidden } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { invitationLetters } from '../../../platform/limits/letter-limits.ts'
import { personLimit } from '../../../platform/limits/person-limit.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { type Actor, addAudit } from '../../audit/queries.ts'
import type { AccountMails } from '../emails/emails.ts'
import { findUserByEmail, getUser } from '../queries.ts'
import { requireSession } from '../sessions/session-queries.ts'
import { findInvitation, listInvitations, putInvitation, withdrawInvitation } from './invitation-queries.ts'
import { getSignUp, putSignUp, takesDomainOf } from './sign-up-queries.ts'

/** Who may make an account, and the invitations to do so. */
export function signUpRoutes(route: Route, { db, config, limits, outbox }: Deps, mails: AccountMails): void {
  const invites = personLimit(limits, 'sign-up-invite', { points: 300, seconds: 3600, shared: true })
  const lettersTo = limits('invitation-letters', invitationLetters)
  /** As letters that reset a password. Whether the address has an account must not be learnt from what is counted. */
  const asked = limits('sign-up-ask', { points: 60, seconds: 15 * 60, shared: true })
  const linksTo = limits('sign-up-links', { points: 5, seconds: 24 * 3600, shared: true })

  route(signUpApi.change, (context) =>
    db.transaction().execute(async (trx) => {
      const { body } = context
      // An address is proven by a letter to it, or by the provider of the company.
      if (body.mode === 'domains' && !outbox.enabled && !config.oidc) throw conflict(texts.signUpNeedsMail)
      const before = await getSignUp(trx)
      await putSignUp(trx, body)
      await addAudit(trx, context, {
        kind: 'sign_up.changed',
        subject: body.domains.join(' '),
        details: { from: before.mode, to: body.mode },
      })
      return body
    }),
  )

  const inviteOne = (context: Actor & { viewer: Viewer }, email: string): Promise<InviteOutcome> =>
    db.transaction().execute(async (trx) => {
      const { userId } = context.viewer
      await requireSession(trx, context.viewer)
      if (await findUserByEmail(trx, email)) return { email, outcome: 'account', url: null }
      const token = newSecret()
      const { id } = await putInvitation(trx, { email, token_hash: hashSecret(token), invited_by: userId })
      await addAudit(trx, context, { kind: 'invitation.made', subject: email })
      if (!outbox.enabled) return { email, outcome: 'linked', url: `${config.publicUrl?.replace(/\/$/, '') ?? ''}${signUpPage}${token}` }
      await requirePoints(lettersTo, email)
      // The link is only in the email, so that using it proves access to the mailbox.
      await mails.signUpInvitation(trx, { id })
      return { email, outcome: 'mailed', url: null }
    })

  route(signUpApi.invite, async (context) => {
    const { viewer, body } = context
    // Only people with a confirmed address may have us write to strangers.
    if (outbox.enabled && (await getUser(db, viewer.userId)).email_verified_at === null) throw forbidden(texts.inviterUnconfirmed)
    const outcomes: InviteOutcome[] = []
    for (const email of body.emails) {
      const isRefused = (await invites.take(viewer)) !== undefined
      outcomes.push(isRefused ? { email, outcome: 'later', url: null } : await inviteOne(context, email).catch(outcomeOf(email)))
    }
    return { outcomes }
  })

  route(signUpApi.invitations, () => listInvitations(db))

  route(signUpApi.withdraw, (context) =>
    db.transaction().execute(async (trx) => {
      const email = await withdrawInvitation(trx, context.params.invitationId)
      await addAudit(trx, context, { kind: 'invitation.withdrawn', subject: email })
      return {}
    }),
  )

  route(signUpApi.ask, async ({ body: { email }, address, language }) => {
    if (!outbox.enabled) throw conflict(texts.mailOff)
    if (!takesDomainOf(await getSignUp(db), email)) throw forbidden(texts.domainNotAccepted)
    await requirePoints(asked, address)
    // The same is done, and counted, for an address with an account: neither the answer nor its time tells of one.
    if ((await linksTo.take(email)) === undefined) await mails.signUpLink(db, { email, language })
    return {}
  })

  // Not limited: nobody guesses 256 bits, and a limit would be one that a neighbour uses up.
  route(signUpApi.open, async ({ body: { token } }) => {
    const found = await findInvitation(db, hashSecret(token))
    if (!found || (found.invited_by === null && !takesDomainOf(await getSignUp(db), found.email)))
      throw new AppError('not_found', texts.invitationOver)
    const { email, invited_by, board_title } = found
    return { email, invited_by, board_title }
  })
}

/** What a refusal of one address among many is called. @throws what is no such refusal */
const outcomeOf =
  (email: string) =>
  (error: unknown): InviteOutcome => {
    if (error instanceof AppError && error.id === 'too_many') return { email, outcome: 'later', url: null }
    if (error instanceof AppError && error.message === texts.tooManyInvitations) return { email, outcome: 'full', url: null }
    throw error
  }
