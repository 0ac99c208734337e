import { invitationPage } from '@rodada/contract/board-settings'
import { boardsApi } from '@rodada/contract/boards'
import { invitationsApi } from '@rodada/contract/invitations'
import { texts } from '@rodada/contract/texts'
import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, allow, conflict, forbidden } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http.ts'
import { tooMany } from '../../../platform/rate-limits.ts'
import { hashSecret, newSecret } from '../../../platform/secrets.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { getUser } from '../../auth/queries.ts'
import { happened, memberAdded, memberRemoved } from '../events.ts'
import type { BoardLive } from '../live.ts'
import { boardPolicy } from '../policy.ts'
import { changeBoard, getBoardAccess } from '../queries.ts'
import type { Write } from '../write.ts'
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
import type { BoardMails } from './mails.ts'
import { addMember, findInvited, getMember, hasLeft, isMember, keepAnAdmin, noteDeparture, removeMember, setMemberRole } from './queries.ts'

/** The people of a board, and invitations of those who have no account yet. */
export function memberRoutes(route: Route, { db, config, limits, outbox }: Deps, live: BoardLive, mails: BoardMails, write: Write): void {
  const trust = { mailed: outbox.enabled }
  // Whoever invites learns whether an address has an account; this keeps it from being asked by the thousand.
  const invites = limits('invite', { points: 60, seconds: 3600, shared: true })
  // On how many boards one person is put by another, and to how many they are asked: what is beyond the first asks, beyond the second waits.
  const additions = limits('additions-of-person', { points: 10, seconds: 24 * 3600, shared: true })
  const questions = limits('questions-to-person', { points: 10, seconds: 24 * 3600, shared: true })
  // However many people and boards ask for them.
  const lettersTo = limits('invitation-letters', { points: 10, seconds: 24 * 3600, shared: true })

  route(boardsApi.addMember, async ({ viewer, params: { boardId }, body: { email, role } }) => {
    const wait = await invites.take(String(viewer.userId))
    if (wait !== undefined) throw tooMany(wait)
    const token = newSecret()
    const reply = await write<z.output<typeof boardsApi.addMember.reply>>(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      const account = await findInvited(trx, email, viewer.userId, trust)
      const onBoard = account !== undefined && (await isMember(trx, boardId, account.id))
      // Who left by themselves is not put back: they are asked, in their own pages, and only they can accept.
      const returns = account?.trusted === true && !onBoard && account.id !== viewer.userId
      const pair = `${viewer.userId} ${account?.id}`
      const asked = returns && ((await hasLeft(trx, boardId, account.id, viewer.userId)) || (await additions.take(pair)) !== undefined)
      const tooOften = asked ? await questions.take(pair) : undefined
      if (tooOften !== undefined) throw tooMany(tooOften)
      if (account && !asked && (account.trusted || onBoard)) {
        const member = await addMember(trx, boardId, account.id, role, trust)
        await work.emit(memberAdded, { board, userId: account.id, name: account.name })
        return { boardId, revision: board.revision, result: { member, invitation: null } }
      }
      // Whoever writes to strangers through us has an address of their own.
      if (trust.mailed && !asked && (await getUser(trx, viewer.userId)).email_verified_at === null)
        throw forbidden(texts.inviterUnconfirmed)
      const user_id = asked && account ? account.id : null
      const wish = { board_id: boardId, email, role, token_hash: hashSecret(token), invited_by: viewer.userId, user_id }
      const made = await addInvitation(trx, wish)
      if (trust.mailed && !asked) {
        const full = await lettersTo.take(email)
        if (full !== undefined) throw tooMany(full)
        // The link is made for the letter, and whoever invites does not learn it: who enters by it has read the letter.
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
      // Only a system admin takes the board from somebody who administers it.
      if (before.role === 'admin' && role !== 'admin' && viewer.role !== 'admin') throw conflict(texts.boardAdminFixed)
      await setMemberRole(trx, boardId, userId, role)
      if (before.role === 'admin') await keepAnAdmin(trx, boardId)
      const details = { from: before.role, to: role }
      await work.emit(happened, { board_id: boardId, kind: 'member.updated', subject: before.user.name, details })
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
      // Whoever is on the board already keeps their role, and leaves the invitation to whom it was meant for.
      if (await isMember(trx, board_id, viewer.userId)) return nothing
      // The invitation stands for the right that its holder does not have yet. The board is held before the invitation is
      // used, as wherever else both are written, so that no two of them wait for each other.
      const board = await changeBoard(trx, { userId: viewer.userId, role: 'admin' }, board_id, () => true)
      // Also after the wait for the board: a second click may have been faster.
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
