import { limits } from '@rodada/contract/core/limits'
import type { SealedVote } from '@rodada/contract/rooms/tasks'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'
import { descriptionStart } from '../cards/queries.ts'
import { type EstimationRow, liveCards } from './queries.ts'

const withNames = (db: Db) =>
  db
    .selectFrom('estimations')
    .innerJoin('boards', 'boards.id', 'estimations.board_id')
    .leftJoin('users', 'users.id', 'estimations.organizer_id')
    .selectAll('estimations')
    .select(['boards.title as board_title', 'boards.color as board_color', 'users.name as organizer_name', 'users.avatar_url'])

export type NamedEstimation = EstimationRow & {
  board_title: string
  board_color: string
  organizer_name: string | null
  avatar_url: string | null
}

export const getNamed = (db: Db, id: number): Promise<NamedEstimation> =>
  withNames(db).where('estimations.id', '=', id).executeTakeFirstOrThrow()

/** Estimations of a board that the person sees, or of all boards that they are on: the open ones first, then the newest. */
export async function listEstimations(
  db: Db,
  viewer: Actor,
  boardId: number | undefined,
): Promise<(NamedEstimation & { card_count: number })[]> {
  const rows = await withNames(db)
    .select((eb) =>
      eb
        .selectFrom('estimation_cards')
        .innerJoin('cards', 'cards.id', 'estimation_cards.card_id')
        .innerJoin('lists', 'lists.id', 'cards.list_id')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('estimation_cards.estimation_id', '=', 'estimations.id')
        .whereRef('cards.board_id', '=', 'estimations.board_id')
        .where('cards.deleted_at', 'is', null)
        .where('lists.deleted_at', 'is', null)
        .as('card_count'),
    )
    .where('estimations.board_id', 'in', visibleBoardIds(db, viewer))
    .$if(boardId !== undefined, (query) => query.where('estimations.board_id', '=', boardId ?? 0))
    .$if(boardId === undefined, (query) =>
      query.where('estimations.board_id', 'in', (eb) =>
        eb.selectFrom('board_members').select('board_members.board_id').where('board_members.user_id', '=', viewer.userId),
      ),
    )
    .orderBy((eb) => eb.case().when('closed_at', 'is', null).then(0).else(1).end())
    .orderBy('estimations.id', 'desc')
    .limit(limits.page)
    .execute()
  return rows.map((row) => ({ ...row, card_count: row.card_count ?? 0 }))
}

/** The cards of an estimation, in the order in which they were chosen. */
export const listCards = (db: Db, estimationId: number) =>
  liveCards(db)
    .select(['cards.id', 'cards.title', 'cards.estimate', 'cards.archived_at', 'lists.archived_at as list_archived_at'])
    .select(descriptionStart)
    .select(['estimation_cards.settled', 'estimation_cards.estimate_before'])
    .where('estimation_id', '=', estimationId)
    .orderBy('place')
    .execute()

/** A person's own votes. */
export const listOwnVotes = (db: Db, estimationId: number, userId: number) =>
  db
    .selectFrom('estimation_votes')
    .select(['card_id', 'value as vote', 'confidence', 'reason'])
    .where('estimation_id', '=', estimationId)
    .where('user_id', '=', userId)
    .orderBy('card_id')
    .execute()

/**
 * The votes of all, only once the estimation has closed: the condition is part of the query, so no caller can show them before. Empty
 * otherwise.
 */
export async function listClosedVotes(db: Db, estimationId: number): Promise<(SealedVote & { card_id: number })[]> {
  return db
    .selectFrom('estimation_votes')
    .innerJoin('estimations', 'estimations.id', 'estimation_votes.estimation_id')
    .innerJoin('users', 'users.id', 'estimation_votes.user_id')
    .select(['card_id', 'user_id', 'users.name', 'value as vote', 'confidence', 'reason'])
    .where('estimation_id', '=', estimationId)
    .where('estimations.closed_at', 'is not', null)
    .orderBy('user_id')
    .execute()
}
