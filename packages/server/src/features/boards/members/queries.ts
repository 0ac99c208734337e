import type { BoardMember } from '@rodada/contract/boards/boards'
import type { BoardRole } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Engine, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, invalid, userNotFound } from '../../../platform/http/errors.ts'
import { slicesOf } from '../../../platform/slices.ts'

const members = (db: Db, boardId: number) =>
  db
    .selectFrom('board_members')
    .innerJoin('users', 'users.id', 'board_members.user_id')
    .select(['board_members.id', 'board_id', 'user_id', 'board_members.role', 'joined_at', 'users.name', 'users.avatar_url'])
    .where('board_id', '=', boardId)

type Row = { id: number; board_id: number; user_id: number; role: BoardRole; joined_at: string; name: string; avatar_url: string | null }
const shaped = ({ name, avatar_url, ...row }: Row): BoardMember => ({ ...row, user: { id: row.user_id, name, avatar_url } })

/** Everybody on a board, in the order in which they joined. */
export const listMembers = async (db: Db, boardId: number): Promise<BoardMember[]> =>
  (await members(db, boardId).orderBy('board_members.id').limit(limits.boardMembers).execute()).map(shaped)

/** @throws AppError 404 when the person is not on the board. */
export const getMember = async (db: Db, boardId: number, userId: number): Promise<BoardMember> =>
  shaped(await members(db, boardId).where('user_id', '=', userId).executeTakeFirstOrThrow(userNotFound))

export const isMember = async (db: Db, boardId: number, userId: number): Promise<boolean> =>
  (await members(db, boardId).where('user_id', '=', userId).executeTakeFirst()) !== undefined

/** Why a person may not be assigned a card: not on the board, or with a deactivated account; undefined when they may. */
export async function whyNotAssigned(db: Db, boardId: number, userId: number): Promise<string | undefined> {
  const person = await members(db, boardId).select('users.deactivated_at').where('user_id', '=', userId).executeTakeFirst()
  if (!person) return texts.assigneeElsewhere
  return person.deactivated_at === null ? undefined : texts.assigneeDeactivated
}

/** Everybody on a board who may be assigned a card. */
export async function listAssignable(db: Db, boardId: number): Promise<ReadonlySet<number>> {
  const rows = await members(db, boardId).where('users.deactivated_at', 'is', null).execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** That a person may be assigned a card. @throws AppError 400 for the field that named them */
export async function requireAssignee(db: Db, boardId: number, userId: number, field = 'user_id'): Promise<void> {
  const refusal = await whyNotAssigned(db, boardId, userId)
  if (refusal !== undefined) throw invalid({ [field]: refusal })
}

/** Whether mail is sent, so that addresses can be confirmed. Without mail other signs count, see decision 0028. */
export type Trust = { mailed: boolean }

/** The condition that an account's address is confirmed, as far as the account alone tells. */
const ownAddress = (eb: ExpressionBuilder<Schema, 'users'>, { mailed }: Trust) =>
  mailed
    ? eb('users.email_verified_at', 'is not', null)
    : eb.or([eb('users.email_verified_at', 'is not', null), eb('users.email_claimed_at', 'is', null)])

/**
 * The account accepted a link that `inviterId` made for this address, after it took the address. So the inviter knows them by it. Being on
 * a common board says nothing, because anybody adds anybody to a board of their own.
 */
const enteredByLink = (eb: ExpressionBuilder<Schema, 'users'>, inviterId: number) =>
  eb.exists(
    eb
      .selectFrom('invitations')
      .select('invitations.id')
      .whereRef('invitations.email', '=', 'users.email')
      .whereRef('invitations.accepted_by', '=', 'users.id')
      .whereRef('invitations.accepted_at', '>=', 'users.email_claimed_at')
      .where('invitations.invited_by', '=', inviterId),
  )

/**
 * An account in use with an address, and whether `inviterId` may add it by that address alone: anybody can register with a foreign address.
 */
export async function findInvited(
  db: Db,
  email: string,
  inviterId: number,
  trust: Trust,
): Promise<{ id: number; name: string; trusted: boolean } | undefined> {
  const found = await db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'name',
      eb
        .case()
        .when(trust.mailed ? ownAddress(eb, trust) : eb.or([ownAddress(eb, trust), enteredByLink(eb, inviterId)]))
        .then(1)
        .else(0)
        .end()
        .as('trusted'),
    ])
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return found && { ...found, trusted: found.trusted === 1 }
}

/** How many people are on a board. */
export async function countMembers(db: Db, boardId: number): Promise<number> {
  const { n } = await db
    .selectFrom('board_members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow()
  return n
}

/** @throws AppError 409 when they are on it already, or it is full. */
export async function addMember(
  trx: Db,
  boardId: number,
  userId: number,
  role: BoardRole,
  trust: Trust,
  byGroup: string | null = null,
): Promise<BoardMember> {
  if ((await countMembers(trx, boardId)) >= limits.boardMembers) throw conflict(texts.tooManyMembers)
  const added = await trx
    .insertInto('board_members')
    .values({ board_id: boardId, user_id: userId, role, joined_at: instant(), by_group: byGroup })
    .onConflict((oc) => oc.columns(['board_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw conflict(texts.alreadyMember)
  await trx.deleteFrom('board_departures').where('board_id', '=', boardId).where('user_id', '=', userId).execute()
  await endInvitations(trx, boardId, userId, trust)
  return getMember(trx, boardId, userId)
}

/**
 * Open links that would bring this person back: those they made themselves, and those sent to their confirmed address. An unconfirmed
 * address ends nobody's invitation.
 */
async function endInvitations(trx: Db, boardId: number, userId: number, trust: Trust): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('board_id', '=', boardId)
    .where('accepted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('invited_by', '=', userId),
        eb('email', 'in', (users) =>
          users
            .selectFrom('users')
            .select('users.email')
            .where('users.id', '=', userId)
            .where((own) => ownAddress(own, trust)),
        ),
      ]),
    )
    .execute()
}

/** For so long, a person who left a board is not added to others by the same people. */
const leavingSaysDays = 30

/**
 * Whether a person left a board by themselves and did not come back; or, lately, another board that the inviter made or administers:
 * otherwise a new board would bring them back against their will.
 */
export const hasLeft = async (db: Db, boardId: number, userId: number, inviterId: number): Promise<boolean> =>
  (await db
    .selectFrom('board_departures')
    .innerJoin('boards', 'boards.id', 'board_departures.board_id')
    .select('board_departures.user_id')
    .where('board_departures.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('board_departures.board_id', '=', boardId),
        eb.and([
          eb('board_departures.left_at', '>', instant(-leavingSaysDays * 86_400_000)),
          eb.or([
            eb('boards.user_id', '=', inviterId),
            eb.exists(
              eb
                .selectFrom('board_members as inviter')
                .select('inviter.id')
                .whereRef('inviter.board_id', '=', 'board_departures.board_id')
                .where('inviter.user_id', '=', inviterId)
                .where('inviter.role', '=', 'admin'),
            ),
          ]),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Notes that a person left by themselves, so that they are asked before they come back. */
export async function noteDeparture(trx: Db, boardId: number, userId: number): Promise<void> {
  await trx
    .insertInto('board_departures')
    .values({ board_id: boardId, user_id: userId, left_at: instant() })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Gives a member a role, by a group or by hand. What is given by hand follows no group any more. */
export async function setMemberRole(
  trx: Db,
  boardId: number,
  userId: number,
  role: BoardRole,
  byGroup: string | null = null,
): Promise<void> {
  await trx
    .updateTable('board_members')
    .set({ role, by_group: byGroup })
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .execute()
}

export async function removeMember(trx: Db, boardId: number, userId: number, trust: Trust): Promise<void> {
  await trx.deleteFrom('board_members').where('board_id', '=', boardId).where('user_id', '=', userId).execute()
  await endInvitations(trx, boardId, userId, trust)
}

/**
 * Counts a revision of every board of a person, or of some of them. A thousand boards take as many statements as one.
 * @returns the boards with their new revisions
 */
export async function touchBoardsOf(
  trx: Db,
  engine: Engine,
  userId: number,
  only?: readonly number[],
): Promise<{ id: number; revision: number }[]> {
  const theirs = trx
    .selectFrom('boards')
    .select('boards.id')
    .where('boards.deleted_at', 'is', null)
    .where('boards.id', 'in', (eb) => eb.selectFrom('board_members').select('board_id').where('user_id', '=', userId))
    .$if(only !== undefined, (query) => query.where('boards.id', 'in', only ?? []))
  // In a fixed order, so that two changes at once never wait for each other's boards; and as any change of a board holds it, because who holds
  // another one may write a line about this one, which needs it to stay and nothing else.
  if (engine === 'postgres') await theirs.orderBy('boards.id').forNoKeyUpdate().execute()
  // The boards' instants stay, because nobody worked on them.
  return trx
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', 'in', theirs)
    .returning(['id', 'revision'])
    .execute()
}

/** For when an admin steps down or leaves. @throws AppError 409 when the board has no other admin with an account in use */
export async function keepAnAdmin(trx: Db, boardId: number, leaving: number): Promise<void> {
  const admin = await members(trx, boardId)
    .where('board_members.role', '=', 'admin')
    .where('board_members.user_id', '!=', leaving)
    .where('users.deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!admin) throw conflict(texts.lastBoardAdmin)
}

/** Boards per statement. */
const boardsAtOnce = 500

/** Who sees any of these boards, also deleted ones: everybody when one is public, else their members and the system admins. */
export async function findAudience(db: Db, boardIds: readonly number[]): Promise<ReadonlySet<number> | 'everybody'> {
  const admins = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  const audience = new Set(admins.map(({ id }) => id))
  for (const some of slicesOf(boardIds, boardsAtOnce)) {
    const open = await db.selectFrom('boards').select('id').where('id', 'in', some).where('is_public', '=', 1).limit(1).executeTakeFirst()
    if (open) return 'everybody'
    const members = await db.selectFrom('board_members').select('user_id').distinct().where('board_id', 'in', some).execute()
    for (const { user_id } of members) audience.add(user_id)
  }
  return audience
}
