import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'
import { keyOf } from '../cards/queries.ts'
import { isSeenBy } from '../notifications/queries.ts'

/** A page of what is read: behind an id, so many rows. */
export type Page = { behind: number; limit: number }

/** The bytes of a person's own picture, which is always WebP. */
export const findOwnPicture = (db: Db, userId: number): Promise<{ bytes: Uint8Array } | undefined> =>
  db.selectFrom('avatars').select('bytes').where('user_id', '=', userId).executeTakeFirst()

/** The filters that a person saved for themselves, of boards that they see now. */
export async function listOwnFilters(db: Db, viewer: Actor, { behind, limit }: Page) {
  const rows = await db
    .selectFrom('saved_filters')
    .innerJoin('boards', 'boards.id', 'saved_filters.board_id')
    .select(['saved_filters.id', 'saved_filters.board_id', 'boards.title as board', 'saved_filters.name', 'filter'])
    .select('saved_filters.created_at')
    .where('saved_filters.user_id', '=', viewer.userId)
    .where('saved_filters.id', '>', behind)
    .where('saved_filters.board_id', 'in', visibleBoardIds(db, viewer))
    .orderBy('saved_filters.id')
    .limit(limit)
    .execute()
  return rows.map(({ filter, ...row }) => ({ ...row, filter: JSON.parse(filter) as unknown }))
}

/** What a person was told, as far as they see its board now. What somebody wrote is theirs: the words of comments are no part of it. */
export async function listOwnNotifications(db: Db, viewer: Actor, { behind, limit }: Page) {
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('boards', 'boards.id', 'notifications.board_id')
    .leftJoin('users', 'users.id', 'notifications.actor_id')
    .leftJoin('cards', (join) => join.onRef('cards.id', '=', 'notifications.card_id').on('cards.deleted_at', 'is', null))
    .select(['notifications.id', 'notifications.kind', 'users.name as from', 'boards.title as board', 'boards.key_prefix', 'cards.number'])
    .select(['notifications.subject', 'notifications.count', 'notifications.created_at', 'notifications.read_at'])
    .select(['notifications.done_at', 'notifications.snoozed_until'])
    .where('notifications.user_id', '=', viewer.userId)
    .where('notifications.id', '>', behind)
    .where(isSeenBy(db, viewer))
    .orderBy('notifications.id')
    .limit(limit)
    .execute()
  return rows.map(({ key_prefix, number, ...row }) => ({
    ...row,
    card_key: number === null || key_prefix === null ? null : keyOf({ key_prefix, number }),
  }))
}

/** The boards that a person is on. */
export const listOwnBoards = (db: Db, viewer: Actor) =>
  db
    .selectFrom('board_members')
    .innerJoin('boards', 'boards.id', 'board_members.board_id')
    .select(['boards.id', 'boards.title', 'board_members.role', 'board_members.joined_at', 'board_members.by_group'])
    .where('board_members.user_id', '=', viewer.userId)
    .where('boards.id', 'in', visibleBoardIds(db, viewer))
    .orderBy('boards.id')
    .execute()

/** Cards that a person sees now and answers for, takes part in, or made; archived ones, too. */
export async function listOwnCards(db: Db, viewer: Actor, { behind, limit }: Page) {
  const rows = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .select(['cards.id', 'cards.number', 'boards.key_prefix', 'cards.title', 'cards.description', 'cards.notes', 'cards.status'])
    .select(['boards.title as board', 'lists.title as list', 'cards.start_date', 'cards.due_date', 'cards.estimate'])
    .select([
      'cards.estimated_hours',
      'cards.created_at',
      'cards.completed_at',
      'cards.archived_at',
      'cards.assignee_id',
      'cards.created_by',
    ])
    .where('cards.id', '>', behind)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .where((eb) =>
      eb.or([
        eb('cards.assignee_id', '=', viewer.userId),
        eb('cards.created_by', '=', viewer.userId),
        eb('cards.id', 'in', eb.selectFrom('card_participants').select('card_id').where('user_id', '=', viewer.userId)),
      ]),
    )
    .orderBy('cards.id')
    .limit(limit)
    .execute()
  return rows.map(({ number, key_prefix, assignee_id, created_by, ...card }) => ({
    key: keyOf({ key_prefix, number }),
    ...card,
    assigned_to_me: assignee_id === viewer.userId,
    created_by_me: created_by === viewer.userId,
  }))
}

/** What a person wrote on cards that they see now. */
export const listOwnComments = (db: Db, viewer: Actor, { behind, limit }: Page) =>
  db
    .selectFrom('comments')
    .innerJoin('cards', 'cards.id', 'comments.card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select(['comments.id', 'comments.card_id', 'cards.title as card', 'comments.content', 'comments.created_at', 'comments.edited_at'])
    .where('comments.user_id', '=', viewer.userId)
    .where('comments.id', '>', behind)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .orderBy('comments.id')
    .limit(limit)
    .execute()

/** Where a person sat, one seat after another. */
export const listOwnSeats = (db: Db, viewer: Actor, { behind, limit }: Page) =>
  db
    .selectFrom('seats')
    .innerJoin('rooms', 'rooms.id', 'seats.room_id')
    .select(['seats.id', 'rooms.name as room', 'seats.joined_at'])
    .where('seats.user_id', '=', viewer.userId)
    .where('seats.id', '>', behind)
    .orderBy('seats.id')
    .limit(limit)
    .execute()

/** The votes of a seat, one round after another, of rounds that were revealed: no other leaves the server, in whatever file. */
export const listVotesOfSeat = (db: Db, seatId: number, { behind, limit }: Page) =>
  db
    .selectFrom('votes')
    .innerJoin('rounds', (join) => join.onRef('rounds.room_id', '=', 'votes.room_id').onRef('rounds.number', '=', 'votes.round'))
    .select(['votes.round', 'rounds.task_title as task', 'votes.value', 'votes.confidence', 'votes.reason', 'votes.voted_at'])
    .where('votes.seat_id', '=', seatId)
    .where('votes.round', '>', behind)
    .orderBy('votes.round')
    .limit(limit)
    .execute()

/** Sealed estimations that closed and that a person was asked in, of boards that they see now. */
export const listOwnEstimations = (db: Db, viewer: Actor, { behind, limit }: Page) =>
  db
    .selectFrom('estimation_voters')
    .innerJoin('estimations', 'estimations.id', 'estimation_voters.estimation_id')
    .select('estimations.id')
    .where('estimation_voters.user_id', '=', viewer.userId)
    .where('estimations.id', '>', behind)
    .where('estimations.closed_at', 'is not', null)
    .where('estimations.board_id', 'in', visibleBoardIds(db, viewer))
    .orderBy('estimations.id')
    .limit(limit)
    .execute()

/** How a person voted in one of these, on the cards that they see now. */
export const listOwnSealedVotes = (db: Db, viewer: Actor, estimationId: number) =>
  db
    .selectFrom('estimation_votes')
    .innerJoin('cards', 'cards.id', 'estimation_votes.card_id')
    .select(['estimation_votes.estimation_id', 'cards.title as card', 'estimation_votes.value'])
    .select(['estimation_votes.confidence', 'estimation_votes.reason'])
    .where('estimation_votes.estimation_id', '=', estimationId)
    .where('estimation_votes.user_id', '=', viewer.userId)
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .where('cards.deleted_at', 'is', null)
    .orderBy('estimation_votes.card_id')
    .execute()

/** The files that a person sent to cards that they see now. */
export const listOwnFiles = (db: Db, viewer: Actor, { behind, limit }: Page) =>
  db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
    .innerJoin('cards', 'cards.id', 'files.card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select(['files.id', 'files.name', 'files.card_id', 'cards.title as card', 'files.created_at', 'blobs.size', 'blobs.type'])
    .select(['blobs.sha256', 'blobs.object_name'])
    .where('files.user_id', '=', viewer.userId)
    .where('files.id', '>', behind)
    .where('files.deleted_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .orderBy('files.id')
    .limit(limit)
    .execute()
