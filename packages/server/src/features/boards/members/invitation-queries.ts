import type { Invitation } from '@rodada/contract/boards/invitations'
import { invitationDays } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { AppError, conflict, notFound } from '../../../platform/http/errors.ts'
import { stillAdministers } from '../../auth/queries.ts'

const dayMs = 86_400_000
const columns = ['id', 'board_id', 'email', 'role', 'expires_at', 'created_at'] as const

/**
 * An open invitation whose maker could make it today: with an account in use, and administering the board. A person who may no longer
 * invite has no working link.
 */
const isOpen = (eb: ExpressionBuilder<Schema, 'invitations'>) =>
  eb.and([
    eb('invitations.accepted_at', 'is', null),
    eb('invitations.expires_at', '>', instant()),
    stillAdministers('invitations.invited_by', 'invitations.board_id'),
  ])

const open = (db: Db) => db.selectFrom('invitations').where(isOpen)

export const listInvitations = (db: Db, boardId: number): Promise<Invitation[]> =>
  open(db).select(columns).where('board_id', '=', boardId).orderBy('id', 'desc').limit(limits.boardInvitations).execute()

/** Invites an address; a second invitation of the same address replaces the first, whose link ends. */
export async function addInvitation(
  trx: Db,
  invitation: {
    board_id: number
    email: string
    role: 'member' | 'guest'
    token_hash: string
    invited_by: number
    /** Only this account may accept it. */
    user_id: number | null
  },
): Promise<Invitation> {
  if ((await listInvitations(trx, invitation.board_id)).length >= limits.boardInvitations) throw conflict(texts.tooManyInvitations)
  const fresh = { ...invitation, created_at: instant(), expires_at: instant(invitationDays * dayMs), accepted_at: null, accepted_by: null }
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

/** Ends the open invitations that somebody made. */
export async function deleteInvitationsBy(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('invitations').where('invited_by', '=', userId).where('accepted_at', 'is', null).execute()
}

const over = () => new AppError('not_found', texts.invitationOver)

/**
 * The board of an invitation. @throws AppError 404 when it expired, was used or revoked, its maker may no longer invite, or its board is
 * gone
 */
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
      'users.id as inviter_id',
      'invitations.user_id',
    ])
    .where('token_hash', '=', tokenHash)
    .where('boards.deleted_at', 'is', null)
    .executeTakeFirstOrThrow(over)

/** Gives an open invitation the link of its email. @returns the content of the email; undefined when the invitation has ended */
export async function renewInvitation(trx: Db, id: number, tokenHash: string) {
  const renewed = await trx
    .updateTable('invitations')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  if (!renewed) return undefined
  return (
    trx
      .selectFrom('invitations')
      .innerJoin('boards', 'boards.id', 'invitations.board_id')
      .innerJoin('users', 'users.id', 'invitations.invited_by')
      // The language of the account with this address, else that of the inviter.
      .leftJoin('users as invited', 'invited.email', 'invitations.email')
      .select(['invitations.email', 'invitations.role', 'boards.title as board_title', 'users.name as invited_by'])
      .select((eb) => eb.fn.coalesce('invited.language', 'users.language').as('language'))
      .where('invitations.id', '=', id)
      .where('boards.deleted_at', 'is', null)
      .executeTakeFirst()
  )
}

/** Uses an invitation up; of two simultaneous uses one succeeds. @throws AppError 404 as `getInvitation` */
export const useInvitation = (trx: Db, tokenHash: string, userId: number): Promise<{ role: 'member' | 'guest' }> =>
  trx
    .updateTable('invitations')
    .set({ accepted_at: instant(), accepted_by: userId })
    .where('token_hash', '=', tokenHash)
    .where(isOpen)
    .returning('role')
    .executeTakeFirstOrThrow(over)

const ownInvitations = (db: Db, userId: number) =>
  open(db)
    .innerJoin('boards', 'boards.id', 'invitations.board_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'boards.title as board_title',
      'boards.color as board_color',
      'users.name as invited_by',
      'invitations.role',
      'invitations.expires_at',
    ])
    .where('invitations.user_id', '=', userId)
    .where('boards.deleted_at', 'is', null)

/** The boards that a person is asked to join, the newest of each inviter first, so that nobody's questions hide another's. */
export const listOwnInvitations = (db: Db, userId: number) =>
  ownInvitations(db, userId)
    .orderBy(sql`row_number() over (partition by invitations.invited_by order by invitations.id desc)`)
    .orderBy('invitations.id', 'desc')
    .limit(limits.ownInvitations)
    .execute()

export const countOwnInvitations = async (db: Db, userId: number): Promise<number> => (await listOwnInvitations(db, userId)).length

/** Gives an invitation to this person a link. @throws AppError 404 when it is not theirs or has ended */
export const getOwnInvitation = (db: Db, userId: number, id: number): Promise<{ token_hash: string }> =>
  ownInvitations(db, userId).select('invitations.token_hash').where('invitations.id', '=', id).executeTakeFirstOrThrow(over)

/** @throws AppError 404 as `getOwnInvitation` */
export async function declineInvitation(trx: Db, userId: number, id: number): Promise<void> {
  await getOwnInvitation(trx, userId, id)
  await trx.deleteFrom('invitations').where('id', '=', id).where('user_id', '=', userId).where('accepted_at', 'is', null).execute()
}
