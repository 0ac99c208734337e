import { invitationDays } from '@rodada/contract/board-settings'
import type { Invitation } from '@rodada/contract/boards'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'

const dayMs = 86_400_000
const columns = ['id', 'board_id', 'email', 'role', 'expires_at', 'created_at'] as const

const open = (db: Db) => db.selectFrom('invitations').where('accepted_at', 'is', null).where('invitations.expires_at', '>', instant())

export const listInvitations = (db: Db, boardId: number): Promise<Invitation[]> =>
  open(db).select(columns).where('board_id', '=', boardId).orderBy('id', 'desc').limit(limits.boardInvitations).execute()

/** Invites an address; a second invitation of the same address replaces the first, whose link ends. */
export async function addInvitation(
  trx: Db,
  invitation: { board_id: number; email: string; role: 'member' | 'guest'; token_hash: string; invited_by: number },
): Promise<Invitation> {
  if ((await listInvitations(trx, invitation.board_id)).length >= limits.boardInvitations) throw conflict(texts.tooManyInvitations)
  const fresh = { ...invitation, created_at: instant(), expires_at: instant(invitationDays * dayMs), accepted_at: null }
  return trx
    .insertInto('invitations')
    .values(fresh)
    .onConflict((oc) => oc.columns(['board_id', 'email']).doUpdateSet(fresh))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** @throws AppError 404 when it is not one of this board's. */
export async function deleteInvitation(trx: Db, boardId: number, invitationId: number): Promise<void> {
  const deleted = await trx
    .deleteFrom('invitations')
    .where('id', '=', invitationId)
    .where('board_id', '=', boardId)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound()
}

const over = () => new AppError('not_found', texts.invitationOver)

/** Where an invitation leads. @throws AppError 404 when it expired, was used or revoked, or its board is gone. */
export const getInvitation = (db: Db, tokenHash: string) =>
  open(db)
    .innerJoin('boards', 'boards.id', 'invitations.board_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.board_id',
      'invitations.role',
      'invitations.expires_at',
      'boards.title as board_title',
      'boards.color as board_color',
      'users.name as invited_by',
    ])
    .where('token_hash', '=', tokenHash)
    .where('boards.deleted_at', 'is', null)
    .executeTakeFirstOrThrow(over)

/** Uses an invitation up. Of two who try at once, one gets it. @throws AppError 404 as `getInvitation`. */
export const useInvitation = (trx: Db, tokenHash: string): Promise<{ role: 'member' | 'guest' }> =>
  trx
    .updateTable('invitations')
    .set({ accepted_at: instant() })
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', instant())
    .returning('role')
    .executeTakeFirstOrThrow(over)
