import { boardsApi } from '@rodada/contract/boards/boards'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { invitationPage } from '@rodada/contract/boards/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, allow, conflict, forbidden } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { personLimit } from '../../../platform/limits/person-limit.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { getUser } from '../../auth/queries.ts'
import { happened, memberAdded, memberRemoved, memberRoleChanged } from '../events.ts'
import type { BoardLive } from '../live.ts'
import { boardPolicy } from '../policy.ts'
import { changeBoard, getBoardAccess } from '../queries.ts'
import type { Write } from '../write.ts'
import type { BoardMails } from './emails.ts'
import {
  addInvitation,
  declineInvitation,
  deleteInvitation,
  getInvitation,
  getOwnInvitation,
  listInvitations,
  listOwnInvitations,
  useInvitation,
} from './invitation-queries.ts'
import { addMember, findInvited, getMember, hasLeft, isMember, keepAnAdmin, noteDeparture, removeMember, setMemberRole } from './queries.ts'

/** The people of a board, and its invitations. */
export function memberRoutes(route: Route, { db, config, limits, outbox }: Deps, live: BoardLive, mails: BoardMails, write: Write): void {
  const trust = { mailed: outbox.enabled }
  // An inviter learns whether an address has an account; the limit keeps them from asking thousands of times.
  const invites = personLimit(limits, 'invite', { points: 60, seconds: 3600, shared: true })
  // How many boards one person adds another to, and then asks them to join. Beyond the first limit the person is asked, beyond the second
  // the inviter waits.
  const additions = personLimit(limits, 'additions-of-person', { points: 10, seconds: 24 * 3600, shared: true })
  const questions = personLimit(limits, 'questions-to-person', { points: 10, seconds: 24 * 3600, shared: true })
  // Counted for the recipient over all inviters and boards.
  const emailsTo = limits('invitation-letters', { points: 10, seconds: 24 * 3600, shared: true })

  route(boardsApi.addMember, async ({ viewer, params: { boardId }, body: { email, role } }) => {
    await invites.require(viewer)
    const token = newSecret()
    const reply = await write<z.output<typeof boardsApi.addMember.reply>>(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
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
  })

  route(boardsApi.updateMember, async ({ viewer, params: { boardId, userId }, body: { role } }) => {
    const { changed, member } = await write(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      const before = await getMember(trx, boardId, userId)
      if (role === before.role) return { boardId, revision: null, result: { changed: false, member: before } }
      // Only a system admin removes or lowers an admin.
      if (before.role === 'admin' && role !== 'admin' && viewer.role !== 'admin') throw conflict(texts.boardAdminFixed)
      await setMemberRole(trx, boardId, userId, role)
      if (before.role === 'admin') await keepAnAdmin(trx, boardId)
      const details = { from: before.role, to: role }
      await work.emit(happened, { board_id: boardId, kind: 'member.updated', subject: before.user.name, details })
      await work.emit(memberRoleChanged, { board, userId, role })
      return { boardId, revision: board.revision, result: { changed: true, member: await getMember(trx, boardId, userId) } }
    })
    if (changed) live.accessChanged(boardId, [userId])
    return member
  })

  route(boardsApi.removeMember, async ({ viewer, params: { boardId, userId } }) => {
    await write(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, boardId, (role) => boardPolicy.removeMember(role, viewer.userId, userId))
      const member = await getMember(trx, boardId, userId)
      if (member.role === 'admin' && viewer.role !== 'admin' && userId !== viewer.userId) throw conflict(texts.boardAdminFixed)
      await removeMember(trx, boardId, userId, trust)
      if (member.role === 'admin') await keepAnAdmin(trx, boardId)
      if (userId === viewer.userId) await noteDeparture(trx, boardId, userId)
      await work.emit(memberRemoved, { board, userId, name: member.user.name })
      return { boardId, revision: board.revision, result: {} }
    })
    live.accessChanged(boardId, [userId])
    return {}
  })

  route(invitationsApi.ofBoard, async ({ viewer, params: { boardId } }) => {
    const { role } = await getBoardAccess(db, viewer, boardId)
    allow(boardPolicy.administer(role))
    return listInvitations(db, boardId)
  })

  route(invitationsApi.revoke, ({ viewer, params: { boardId, invitationId } }) =>
    write(viewer, async ({ trx }) => {
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      await deleteInvitation(trx, boardId, invitationId)
      return { boardId, revision: board.revision, result: {} }
    }),
  )

  route(invitationsApi.open, async ({ body: { token } }) => getInvitation(db, hashSecret(token)))

  const accept = async (viewer: Viewer, tokenHash: string) => {
    const { boardId, entered } = await write(viewer, async (work) => {
      const { trx } = work
      const { board_id, inviter_id, user_id } = await getInvitation(trx, tokenHash)
      if (user_id !== null && user_id !== viewer.userId) throw new AppError('not_found', texts.invitationOver)
      const nothing = { boardId: board_id, revision: null, result: { boardId: board_id, entered: false } }
      // A member keeps their role, and the invitation stays for its recipient.
      if (await isMember(trx, board_id, viewer.userId)) return nothing
      // The invitation replaces the right that its holder does not have yet. The board is held before the invitation is used, in the same
      // order as elsewhere, so that two of them never wait for each other.
      const board = await changeBoard(trx, { userId: viewer.userId, role: 'admin' }, board_id, () => true)
      // Checked again after the wait for the board: a second click may have been faster.
      if (await isMember(trx, board_id, viewer.userId)) return nothing
      const { role } = await useInvitation(trx, tokenHash, viewer.userId)
      await addMember(trx, board_id, viewer.userId, role, trust)
      await work.emit(memberAdded, { board, userId: viewer.userId, name: viewer.name, inviterId: inviter_id })
      return { boardId: board_id, revision: board.revision, result: { boardId: board_id, entered: true } }
    })
    if (entered) live.accessChanged(boardId, [viewer.userId])
    return { board_id: boardId }
  }
  route(invitationsApi.accept, ({ viewer, body: { token } }) => accept(viewer, hashSecret(token)))

  route(invitationsApi.own, ({ viewer }) => listOwnInvitations(db, viewer.userId))
  route(invitationsApi.acceptOwn, async ({ viewer, params: { invitationId } }) => {
    const { token_hash } = await getOwnInvitation(db, viewer.userId, invitationId)
    return accept(viewer, token_hash)
  })
  route(invitationsApi.declineOwn, async ({ viewer, params: { invitationId } }) => {
    await db.transaction().execute((trx) => declineInvitation(trx, viewer.userId, invitationId))
    return {}
  })
}
