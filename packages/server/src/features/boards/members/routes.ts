import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { peopleApi } from '@rodada/contract/boards/people'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, allow, conflict, forbidden } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { happened, memberAdded, memberRoleChanged } from '../events.ts'
import type { BoardLive } from '../live.ts'
import { boardPolicy } from '../policy.ts'
import { changeBoard, getBoardAccess } from '../queries.ts'
import type { Write } from '../write.ts'
import type { BoardMails } from './emails.ts'
import {
  declineInvitation,
  deleteInvitation,
  getInvitation,
  getOwnInvitation,
  listInvitations,
  listOwnInvitations,
  useInvitation,
} from './invitation-queries.ts'
import { createInvite } from './invite.ts'
import { findPeople } from './people-queries.ts'
import { addMember, getMember, isMember, keepAnAdmin, noteDeparture, setMemberRole } from './queries.ts'
import { takeOffBoard } from './write.ts'

/** The people of a board, and its invitations. */
export function memberRoutes(route: Route, deps: Deps, live: BoardLive, mails: BoardMails, write: Write): void {
  const { db, outbox } = deps
  route(peopleApi.find, ({ viewer, query }) => findPeople(db, viewer, query))

  const trust = { mailed: outbox.enabled }
  const { invite, inviteMany } = createInvite(deps, live, mails, write)

  route(boardsApi.addMember, ({ viewer, params: { boardId }, body }) => invite(viewer, boardId, body))
  route(invitationsApi.make, async ({ viewer, params: { boardId }, body: { emails, role } }) => ({
    outcomes: await inviteMany(viewer, boardId, emails, role),
  }))

  route(boardsApi.updateMember, async ({ viewer, params: { boardId, userId }, body: { role } }) => {
    // Who administers a board stays so when the token is gone, and nobody of the board could take it back.
    if (viewer.token && role === 'admin') throw forbidden(texts.tokenRefused)
    const { changed, member } = await write(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      const before = await getMember(trx, boardId, userId)
      if (role === before.role) return { boardId, revision: null, result: { changed: false, member: before } }
      // Only a system admin removes or lowers an admin.
      if (before.role === 'admin' && role !== 'admin' && viewer.role !== 'admin') throw conflict(texts.boardAdminFixed)
      if (before.role === 'admin') await keepAnAdmin(trx, boardId, userId)
      await setMemberRole(trx, boardId, userId, role)
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
      // Asked before anything is done: what follows from leaving may be tens of thousands of cards, which would all be taken back.
      if (member.role === 'admin') await keepAnAdmin(trx, boardId, userId)
      await takeOffBoard(work, board, { userId, name: member.user.name }, trust)
      if (userId === viewer.userId) await noteDeparture(trx, boardId, userId)
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
      const board = await changeBoard(trx, { ...viewer, role: 'admin' }, board_id, () => true)
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
