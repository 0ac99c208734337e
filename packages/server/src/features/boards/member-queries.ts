import type { BoardMember } from '@rodada/contract/boards'
import type { BoardRole } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'

const members = (db: Db, boardId: number) =>
  db
    .selectFrom('board_members')
    .innerJoin('users', 'users.id', 'board_members.user_id')
    .select(['board_members.id', 'board_id', 'user_id', 'board_members.role', 'joined_at', 'users.name', 'users.avatar_url'])
    .where('board_id', '=', boardId)

type Row = { id: number; board_id: number; user_id: number; role: BoardRole; joined_at: string; name: string; avatar_url: string | null }
const shaped = ({ name, avatar_url, ...row }: Row): BoardMember => ({ ...row, user: { id: row.user_id, name, avatar_url } })

/** Everybody on a board, who joined first comes first. */
export const listMembers = async (db: Db, boardId: number): Promise<BoardMember[]> =>
  (await members(db, boardId).orderBy('board_members.id').limit(limits.boardMembers).execute()).map(shaped)

/** @throws AppError 404 when the person is not on the board. */
export const getMember = async (db: Db, boardId: number, userId: number): Promise<BoardMember> =>
  shaped(await members(db, boardId).where('user_id', '=', userId).executeTakeFirstOrThrow(notFound))

export const isMember = async (db: Db, boardId: number, userId: number): Promise<boolean> =>
  (await members(db, boardId).where('user_id', '=', userId).executeTakeFirst()) !== undefined

/** That a person may be given a card: on the board, and with an account in use. @throws AppError 400 for the field that named them */
export async function requireAssignee(db: Db, boardId: number, userId: number, field = 'user_id'): Promise<void> {
  const person = await members(db, boardId).select('users.deactivated_at').where('user_id', '=', userId).executeTakeFirst()
  if (!person) throw invalid({ [field]: texts.assigneeElsewhere })
  if (person.deactivated_at !== null) throw invalid({ [field]: texts.assigneeDeactivated })
}

/** An account that may be put on a board. */
export const findActiveAccount = (db: Db, email: string): Promise<{ id: number; name: string } | undefined> =>
  db.selectFrom('users').select(['id', 'name']).where('email', '=', email).where('deactivated_at', 'is', null).executeTakeFirst()

/** @throws AppError 409 when they are on it already, or it is full. */
export async function addMember(trx: Db, boardId: number, userId: number, role: BoardRole): Promise<BoardMember> {
  const { n } = await trx
    .selectFrom('board_members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow()
  if (n >= limits.boardMembers) throw conflict(texts.tooManyMembers)
  const added = await trx
    .insertInto('board_members')
    .values({ board_id: boardId, user_id: userId, role, joined_at: instant() })
    .onConflict((oc) => oc.columns(['board_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw conflict(texts.alreadyMember)
  await endInvitations(trx, boardId, userId)
  return getMember(trx, boardId, userId)
}

/** Open links that would bring this person back: those sent to their address, and those they made themselves. */
async function endInvitations(trx: Db, boardId: number, userId: number): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('board_id', '=', boardId)
    .where('accepted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('invited_by', '=', userId), eb('email', '=', eb.selectFrom('users').select('email').where('id', '=', userId))]),
    )
    .execute()
}

export async function setMemberRole(trx: Db, boardId: number, userId: number, role: BoardRole): Promise<void> {
  await trx.updateTable('board_members').set({ role }).where('board_id', '=', boardId).where('user_id', '=', userId).execute()
}

/** Takes a person off a board and off its cards; those count as changed at `revision`. */
export async function removeMember(trx: Db, boardId: number, userId: number, revision: number): Promise<void> {
  await trx.deleteFrom('board_members').where('board_id', '=', boardId).where('user_id', '=', userId).execute()
  await endInvitations(trx, boardId, userId)
  await trx
    .updateTable('cards')
    .set({ assignee_id: null, revision })
    .where('board_id', '=', boardId)
    .where('assignee_id', '=', userId)
    .execute()
}

/**
 * Counts a change of every board that a person is on, and of their cards there: they look different now.
 * @returns the boards with their new revisions.
 */
export async function touchBoardsOf(trx: Db, userId: number): Promise<{ id: number; revision: number }[]> {
  const boards = await trx
    .selectFrom('board_members')
    .innerJoin('boards', 'boards.id', 'board_members.board_id')
    .select('boards.id')
    .where('board_members.user_id', '=', userId)
    .where('boards.deleted_at', 'is', null)
    // Always in this order, so that two who change at once never wait for each other's boards.
    .orderBy('boards.id')
    .execute()
  const touched: { id: number; revision: number }[] = []
  for (const { id } of boards) {
    // The board's instant stays: nobody worked on it.
    const { revision } = await trx
      .updateTable('boards')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .returning('revision')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('cards')
      .set({ revision })
      .where('board_id', '=', id)
      .where('assignee_id', '=', userId)
      .where('archived_at', 'is', null)
      .where('deleted_at', 'is', null)
      .execute()
    touched.push({ id, revision })
  }
  return touched
}

/** For when an admin went or stepped down. @throws AppError 409 when nobody with an account in use would administer the board any more. */
export async function keepAnAdmin(trx: Db, boardId: number): Promise<void> {
  const admin = await members(trx, boardId)
    .where('board_members.role', '=', 'admin')
    .where('users.deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!admin) throw conflict(texts.lastBoardAdmin)
}
