import type { InviteOutcome } from '@rodada/contract/auth/sign-up'
import type { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationPage } from '@rodada/contract/boards/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, forbidden } from '../../../platform/http/errors.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { additionsOfPerson, addressesAsked } from '../../../platform/limits/invite-limits.ts'
import { invitationLetters } from '../../../platform/limits/letter-limits.ts'
import { personLimit } from '../../../platform/limits/person-limit.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { getUser } from '../../auth/queries.ts'
import { requireSession } from '../../auth/sessions/session-queries.ts'
import { memberAdded } from '../events.ts'
import type { BoardLive } from '../live.ts'
import { boardPolicy } from '../policy.ts'
import { changeBoard } from '../queries.ts'
import type { Write } from '../write.ts'
import type { BoardMails } from './emails.ts'
import { addInvitation } from './invitation-queries.ts'
import { addMember, findInvited, hasLeft, isMember } from './queries.ts'

type Invited = z.output<typeof boardsApi.addMember.reply>
type Role = 'member' | 'guest'
export type Invite = {
  /** Puts somebody on a board, or invites them to it. @throws AppError */
  invite: (viewer: Viewer, boardId: number, person: { email: string; role: Role }) => Promise<Invited>
  /** Each of them, one after another: what one is refused for leaves the others. @throws AppError for a viewer who may invite nobody there */
  inviteMany: (viewer: Viewer, boardId: number, emails: readonly string[], role: Role) => Promise<InviteOutcome[]>
}

export function createInvite({ config, limits, outbox }: Deps, live: BoardLive, mails: BoardMails, write: Write): Invite {
  const trust = { mailed: outbox.enabled }
  // An inviter learns whether an address has an account; the limit keeps them from asking thousands of times.
  const invites = personLimit(limits, 'invite', addressesAsked)
  // How many boards one person adds another to, and then asks them to join. Beyond the first limit the person is asked, beyond the second
  // the inviter waits.
  const additions = personLimit(limits, 'additions-of-person', additionsOfPerson)
  const questions = personLimit(limits, 'questions-to-person', { points: 10, seconds: 24 * 3600, shared: true })
  const emailsTo = limits('invitation-letters', invitationLetters)

  const invite: Invite['invite'] = async (viewer, boardId, { email, role }) => {
    await invites.require(viewer)
    const token = newSecret()
    const reply = await write<Invited>(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      await requireSession(trx, viewer)
      const account = await findInvited(trx, email, viewer.userId, trust)
      const onBoard = account !== undefined && (await isMember(trx, boardId, account.id))
      // A person who left by themselves is not added: they are asked on their own pages, and only they can accept.
      const returns = account?.trusted === true && !onBoard && account.id !== viewer.userId
      const isOften = async () => (await additions.about(account?.id).take(viewer)) !== undefined
      const asked = returns && ((await hasLeft(trx, boardId, account.id, viewer.userId)) || (await isOften()))
      if (asked) await questions.about(account?.id).require(viewer)
      if (account && !asked && (account.trusted || onBoard)) {
        const member = await addMember(trx, boardId, account.id, role, trust)
        await work.emit(memberAdded, { board, userId: account.id, name: account.name })
        return { boardId, revision: board.revision, result: { member, invitation: null } }
      }
      // Only people with a confirmed address may have us write to strangers.
      if (trust.mailed && !asked && (await getUser(trx, viewer.userId)).email_verified_at === null)
        throw forbidden(texts.inviterUnconfirmed)
      const user_id = asked && account ? account.id : null
      const input = { board_id: boardId, email, role, token_hash: hashSecret(token), invited_by: viewer.userId, user_id }
      const made = await addInvitation(trx, input)
      if (trust.mailed && !asked) {
        await requirePoints(emailsTo, email)
        // The link is only in the email, so that the inviter does not learn it and using it proves access to the mailbox.
        await mails.invitation(trx, { invitationId: made.id })
      }
      const url = trust.mailed || asked ? null : `${config.publicUrl?.replace(/\/$/, '') ?? ''}${invitationPage}${token}`
      if (user_id !== null) work.notified.add(user_id)
      return { boardId, revision: board.revision, result: { member: null, invitation: { ...made, url, asked } } }
    })
    if (reply.member) live.accessChanged(boardId, [reply.member.user_id])
    return reply
  }

  const outcomeFor = async (viewer: Viewer, boardId: number, email: string, role: Role): Promise<InviteOutcome> => {
    try {
      const { member, invitation } = await invite(viewer, boardId, { email, role })
      if (member) return { email, outcome: 'added', url: null }
      if (invitation?.asked) return { email, outcome: 'asked', url: null }
      const url = invitation?.url ?? null
      return { email, outcome: url === null ? 'mailed' : 'linked', url }
    } catch (error) {
      const outcome = error instanceof AppError ? refusalOf(error) : undefined
      if (!outcome) throw error
      return { email, outcome, url: null }
    }
  }

  return {
    invite,
    inviteMany: async (viewer, boardId, emails, role) => {
      const outcomes: InviteOutcome[] = []
      for (const email of emails) outcomes.push(await outcomeFor(viewer, boardId, email, role))
      return outcomes
    },
  }
}

/** What a refusal of one address among many is called; undefined for one that concerns them all. */
function refusalOf({ id, message }: AppError): InviteOutcome['outcome'] | undefined {
  if (id === 'too_many') return 'later'
  if (message === texts.alreadyMember) return 'member'
  if (message === texts.tooManyInvitations || message === texts.tooManyMembers) return 'full'
  return undefined
}
