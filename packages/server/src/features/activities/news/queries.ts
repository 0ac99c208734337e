import type { BoardNews } from '@rodada/contract/boards/news'
import { activityKinds } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Actor } from '../../auth/queries.ts'
import { workBoardIds } from '../../boards/queries.ts'
import { readSeenCards, type SeenCards } from './visit-queries.ts'

/** What happened longer ago is no news, in milliseconds. */
const newsMs = 30 * 86_400_000

/** How far back news of a board go for a person: after `from_id`, and since they are its member. */
export type Horizon = {
  board_id: number
  title: string
  color: string
  from_id: number
  /** The later of a month ago and the day they became a member. */
  from_at: string
  /** When they last said that they saw all, or became a member. */
  since: string
  seenCards: SeenCards
}

/**
 * The boards that a person is a member of, or one of them, on which something happened since they saw all. Of a busy board only the last
 * entries are news, and of very many boards those where something happened last.
 */
export async function listHorizons(db: Db, viewer: Actor, now: Date, boardId?: number): Promise<Horizon[]> {
  const floor = new Date(now.getTime() - newsMs).toISOString()
  const rows = await db
    .selectFrom('board_members')
    .innerJoin('boards', 'boards.id', 'board_members.board_id')
    .leftJoin('board_visits', (join) =>
      join.onRef('board_visits.board_id', '=', 'board_members.board_id').onRef('board_visits.user_id', '=', 'board_members.user_id'),
    )
    .select((eb) => [
      'boards.id as board_id',
      'boards.title',
      'boards.color',
      'joined_at',
      'seen_id',
      'seen_at as since',
      'seen_cards',
      eb
        .selectFrom('activities')
        .select('activities.id')
        .whereRef('activities.board_id', '=', 'boards.id')
        .where((where) => where('activities.id', '>', where.fn.coalesce('board_visits.seen_id', where.lit(0))))
        .orderBy('activities.id', 'desc')
        .limit(1)
        .offset(limits.newsOfBoard)
        .as('beyond'),
      eb
        .selectFrom('activities')
        .select((of) => of.fn.max('activities.id').as('id'))
        .whereRef('activities.board_id', '=', 'boards.id')
        .as('latest'),
    ])
    .where('board_members.user_id', '=', viewer.userId)
    .where('boards.id', 'in', workBoardIds(db, viewer))
    .$if(boardId !== undefined, (query) => query.where('boards.id', '=', boardId ?? 0))
    .orderBy('latest', 'desc')
    .execute()
  return rows
    .map(({ joined_at, seen_id, seen_cards, beyond, since, ...board }) => ({
      ...board,
      since: since ?? joined_at,
      from_id: Math.max(seen_id ?? 0, beyond ?? 0),
      from_at: joined_at > floor ? joined_at : floor,
      seenCards: readSeenCards(seen_cards),
    }))
    .filter(({ latest, from_id }) => (latest ?? 0) > from_id)
    .slice(0, limits.newsBoards)
}

/** A card with news. Of a deleted one they are that it was deleted, and it may be gone for good. */
export type ChangedCard = { board_id: number; card_id: number; last_id: number; deleted: boolean }

/**
 * Whether an entry without words says that the list of a card was archived or deleted with it: the card is not shown any more, and nothing else
 * of it changed.
 */
const isHiding = sql<boolean>`(
  activities.kind = 'card.state' and activities.shown = 0
  and activities.from_list_id = activities.list_id and activities.from_status = activities.status
)`

/** The condition that an entry of the journal is news of its board for a person: by somebody else. */
const isNews = (viewer: Actor, horizons: readonly Horizon[]): RawBuilder<boolean> => sql<boolean>`(
  (activities.kind in (${sql.join(activityKinds)}) or ${isHiding})
  and (activities.user_id is null or activities.user_id <> ${viewer.userId})
  and (${sql.join(
    horizons.map(
      ({ board_id, from_id, from_at }) =>
        sql`(activities.board_id = ${board_id} and activities.id > ${from_id} and activities.created_at >= ${from_at})`,
    ),
    sql` or `,
  )})
)`

/** The cards with news, those that changed last first: of all boards, up to a limit. */
export async function listChangedCards(db: Db, viewer: Actor, horizons: readonly Horizon[]): Promise<ChangedCard[]> {
  if (horizons.length === 0) return []
  const seen = new Map(horizons.flatMap(({ seenCards }) => [...seenCards]))
  // The journal keeps the id of a card that was purged.
  const card_id = sql<number>`coalesce(activities.card_id, activities.of_card_id)`
  const rows = await db
    .selectFrom('activities')
    .leftJoin('cards', (join) =>
      // What happened on a board that a card left is told where it is now, and only since it arrived there.
      join.onRef('cards.id', '=', 'activities.card_id').onRef('cards.board_id', '=', 'activities.board_id'),
    )
    .leftJoin('lists', 'lists.id', 'cards.list_id')
    .select((eb) => [
      'activities.board_id',
      card_id.as('card_id'),
      eb.fn.max('activities.id').as('last_id'),
      sql<number>`max(case when cards.id is null or cards.deleted_at is not null or lists.deleted_at is not null then 1 else 0 end)`.as(
        'deleted',
      ),
    ])
    .where(isNews(viewer, horizons))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('cards.id', 'is not', null),
          eb('cards.deleted_at', 'is', null),
          eb('lists.deleted_at', 'is', null),
          eb.or([eb('activities.kind', '<>', 'card.state'), eb('lists.archived_at', 'is not', null)]),
        ]),
        eb.and([
          eb('activities.kind', '=', 'card.state'),
          eb.or([
            eb.and([eb('lists.deleted_at', 'is not', null), eb('cards.deleted_at', 'is', null)]),
            eb.and([eb('activities.card_id', 'is', null), eb('activities.of_card_id', 'is not', null)]),
          ]),
        ]),
        eb.and([
          eb('activities.kind', '=', 'card.deleted'),
          eb.or([
            eb('cards.deleted_at', 'is not', null),
            eb.and([eb('activities.card_id', 'is', null), eb('activities.of_card_id', 'is not', null)]),
          ]),
        ]),
      ]),
    )
    .groupBy(['activities.board_id', card_id])
    .orderBy('last_id', 'desc')
    .limit(limits.newsCards + seen.size)
    .execute()
  return rows
    .filter(({ card_id, last_id }) => last_id > (seen.get(card_id) ?? 0))
    .slice(0, limits.newsCards)
    .map((row) => ({ ...row, deleted: row.deleted === 1 }))
}

/** The boards of some changed cards, in the order of their last change. */
export function boardsOf(horizons: readonly Horizon[], changed: readonly ChangedCard[]): BoardNews[] {
  const byId = new Map(horizons.map((one) => [one.board_id, one]))
  return [...Map.groupBy(changed, ({ board_id }) => board_id)].flatMap(([id, cards]) => {
    const board = byId.get(id)
    const until = Math.max(...cards.map(({ last_id }) => last_id))
    return board ? [{ id, title: board.title, color: board.color, cards: cards.length, until, since: board.since }] : []
  })
}

/** What happened to some changed cards, in its order; of deleted ones, that they were deleted. */
export async function listEntries(db: Db, viewer: Actor, horizons: readonly Horizon[], cards: readonly ChangedCard[]) {
  if (cards.length === 0) return []
  const seen = new Map(horizons.flatMap(({ seenCards }) => [...seenCards]))
  const boards = new Set(cards.map(({ board_id }) => board_id))
  const there = cards.flatMap(({ card_id, deleted }) => (deleted ? [] : card_id))
  const deletions = cards.flatMap(({ last_id, deleted }) => (deleted ? last_id : []))
  const rows = await db
    .selectFrom('activities')
    .leftJoin('cards', (join) => join.onRef('cards.id', '=', 'activities.card_id').onRef('cards.board_id', '=', 'activities.board_id'))
    .leftJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'activities.board_id')
    .leftJoin('users', 'users.id', 'activities.user_id')
    .leftJoin('users as previous', 'previous.id', 'activities.from_assignee_id')
    .select([
      'activities.id',
      'activities.kind',
      'activities.details',
      'activities.created_at',
      'activities.user_id',
      'activities.token_id',
      'activities.from_list_id',
      'activities.from_column_id',
      'activities.column_id',
      'activities.from_sprint_id',
      'activities.sprint_id',
      'users.name as user_name',
      'users.avatar_url as user_avatar',
      'previous.name as previous_assignee',
      sql<number>`coalesce(activities.card_id, activities.of_card_id)`.as('card_id'),
      // Of a card that was purged the journal knows the title, and nobody its number.
      sql<string>`coalesce(cards.title, activities.subject)`.as('card_title'),
      'cards.number',
      'boards.key_prefix',
      // What became of the list of a card, which an entry without words is about.
      sql<'card.deleted' | 'card.archived' | null>`case
        when activities.kind <> 'card.state' then null
        when cards.id is null or lists.deleted_at is not null then 'card.deleted'
        when lists.archived_at is not null then 'card.archived'
      end`.as('hidden'),
    ])
    .where((eb) =>
      eb.or([
        ...(there.length > 0 ? [eb.and([eb('activities.card_id', 'in', there), eb('cards.id', 'is not', null)])] : []),
        ...(deletions.length > 0 ? [eb('activities.id', 'in', deletions)] : []),
      ]),
    )
    .where(
      isNews(
        viewer,
        horizons.filter(({ board_id }) => boards.has(board_id)),
      ),
    )
    .orderBy('activities.id', 'desc')
    .limit(limits.newsEntries)
    .execute()
  return rows.filter(({ id, card_id }) => id > (seen.get(card_id) ?? 0)).reverse()
}
export type NewsEntry = Awaited<ReturnType<typeof listEntries>>[number]

/** What comments say now, by their ids; those that were deleted are absent. */
export async function findComments(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('comments').select(['id', 'content']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, content }) => [id, content]))
}
