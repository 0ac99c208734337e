import type { BoardRole } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { type Db, isDeadlock, type Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { AppError, allow } from '../../platform/http/errors.ts'
import { likeAnywhere } from '../../platform/normalize.ts'
import { prepared } from '../../platform/prepared-queries.ts'
import type { Actor } from '../auth/queries.ts'
import { boardPolicy, roleOn } from './policy.ts'

/** A board as its viewer sees it, with the role they have on it. */
export type BoardRow = {
  id: number
  title: string
  description: string
  is_public: number
  color: string
  user_id: number
  version: number
  revision: number
  created_at: string
  updated_at: string
  /** JSON array of the faces. */
  deck: string | null
  /** JSON object: points of sizes by their face. */
  deck_points: string | null
  /** What the keys of its cards begin with. */
  key_prefix: string
  /** 1 when others are made from it. */
  is_template: number
  /** 1 when it makes the next sprint itself. */
  auto_sprint: number
  role: BoardRole
}
export type BoardRowWithCounts = BoardRow & { member_count: number; card_count: number }

const columns = [
  'boards.id',
  'boards.title',
  'boards.description',
  'boards.is_public',
  'boards.color',
  'boards.user_id',
  'boards.version',
  'boards.revision',
  'boards.created_at',
  'boards.updated_at',
  'boards.deck',
  'boards.deck_points',
  'boards.key_prefix',
  'boards.is_template',
  'boards.auto_sprint',
] as const

/** What visibility depends on. `admin` is 1 for a system admin, else 0: as a value it can be a parameter of prepared queries. */
type Sight = { userId: number; admin: number }
const sightOf = ({ userId, role }: Actor): Sight => ({ userId, admin: role === 'admin' ? 1 : 0 })

/** Which boards a program may reach at all, beside what its owner sees; every query about boards goes through it as well. */
export const reaches = ({ token }: Pick<Actor, 'token'>, boardId: number): boolean => !token?.boardIds || token.boardIds.includes(boardId)

/** Which boards this person sees: their own, public ones, and all for a system admin. Every query about a board goes through it. */
const isVisible =
  ({ userId, admin }: Sight, only: readonly number[] | null = null) =>
  (eb: ExpressionBuilder<Schema, 'boards'>) =>
    eb.and([
      ...(only === null ? [] : [only.length === 0 ? sql<boolean>`1 = 0` : eb('boards.id', 'in', only)]),
      eb('boards.deleted_at', 'is', null),
      eb.or([
        eb('boards.is_public', '=', 1),
        eb(sql<number>`cast(${admin} as integer)`, '=', 1),
        eb.exists(
          eb
            .selectFrom('board_members as seat')
            .select('seat.id')
            .whereRef('seat.board_id', '=', 'boards.id')
            .where('seat.user_id', '=', userId),
        ),
      ]),
    ])

/** As `isVisible`, for a person or their program: a program that is confined to some boards sees no others. */
export const isSeenBy = (viewer: Actor) => isVisible(sightOf(viewer), viewer.token?.boardIds ?? null)

/** The role of a person on the board of a row, for `roleOn`. */
export const memberRole = (userId: number) => (eb: ExpressionBuilder<Schema, 'boards'>) =>
  eb
    .selectFrom('board_members as own')
    .select('own.role')
    .whereRef('own.board_id', '=', 'boards.id')
    .where('own.user_id', '=', userId)
    .as('member_role')

/** The condition that the person of a column sees a board now, with an account in use: as `isVisible`, for others than the viewer. */
export const stillSees = (person: string, boardId: number) =>
  sql<boolean>`exists (
    select 1 from users as reader join boards as seen on seen.id = ${boardId}
    where reader.id = ${sql.ref(person)} and reader.deactivated_at is null and seen.deleted_at is null and (
      seen.is_public = 1 or reader.role = 'admin'
      or exists (select 1 from board_members as seat where seat.board_id = seen.id and seat.user_id = reader.id)
    )
  )`

/** Ids of the boards that this person sees, for queries of their content. */
export const visibleBoardIds = (db: Db, viewer: Actor) => db.selectFrom('boards').select('boards.id').where(isSeenBy(viewer))

/** As `visibleBoardIds`, without templates: what is on those is nobody's work. */
export const workBoardIds = (db: Db, viewer: Actor) => visibleBoardIds(db, viewer).where('boards.is_template', '=', 0)

const withCounts = (db: Db, viewer: Actor) =>
  db
    .selectFrom('boards')
    .select(columns)
    .select(memberRole(viewer.userId))
    .select((eb) => [
      eb
        .selectFrom('board_members')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('board_members.board_id', '=', 'boards.id')
        .as('member_count'),
      eb
        .selectFrom('cards')
        .innerJoin('lists', 'lists.id', 'cards.list_id')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('lists.board_id', '=', 'boards.id')
        .where('lists.archived_at', 'is', null)
        .where('lists.deleted_at', 'is', null)
        .where('cards.archived_at', 'is', null)
        .where('cards.deleted_at', 'is', null)
        .as('card_count'),
    ])
    .where(isSeenBy(viewer))

type Counted = Omit<BoardRowWithCounts, 'role' | 'member_count' | 'card_count'> & {
  member_role: BoardRole | null
  member_count: number | null
  card_count: number | null
}
const counted = (row: Counted, viewer: Actor): BoardRowWithCounts => ({
  ...row,
  member_count: row.member_count ?? 0,
  card_count: row.card_count ?? 0,
  role: roleOn(row, viewer) ?? 'guest',
})

export type BoardFilter = {
  q?: string
  visibility: 'all' | 'public' | 'private'
  templates: 'all' | 'none' | 'only'
  limit: number
  offset: number
}

/** The boards a person sees, the latest changed first. */
export async function listBoards(
  db: Db,
  viewer: Actor,
  { q, visibility, templates, limit, offset }: BoardFilter,
): Promise<BoardRowWithCounts[]> {
  const rows = await withCounts(db, viewer)
    .$if(visibility !== 'all', (query) => query.where('boards.is_public', '=', visibility === 'public' ? 1 : 0))
    .$if(templates !== 'all', (query) => query.where('boards.is_template', '=', templates === 'only' ? 1 : 0))
    .$if(Boolean(q), (query) => query.where(sql<boolean>`boards.search_text like ${likeAnywhere(q ?? '')} escape '\\'`))
    .orderBy('boards.updated_at', 'desc')
    .orderBy('boards.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => counted(row, viewer))
}

/** Boards that a person is a member of, as far as the viewer sees them. */
export async function listBoardsOf(db: Db, viewer: Actor, userId: number): Promise<BoardRowWithCounts[]> {
  const rows = await withCounts(db, viewer)
    .where('boards.id', 'in', (eb) => eb.selectFrom('board_members').select('board_id').where('user_id', '=', userId))
    .orderBy('boards.updated_at', 'desc')
    .orderBy('boards.id', 'desc')
    .limit(limits.pageMax)
    .execute()
  return rows.map((row) => counted(row, viewer))
}

/** How many boards a person sees, by visibility. Templates are no boards that one works on. */
export async function countBoards(db: Db, viewer: Actor): Promise<{ all: number; public: number; private: number }> {
  const rows = await db
    .selectFrom('boards')
    .select((eb) => ['is_public', eb.fn.countAll<number>().as('n')])
    .where(isSeenBy(viewer))
    .where('is_template', '=', 0)
    .groupBy('is_public')
    .execute()
  const of = (isPublic: number) => rows.find((row) => row.is_public === isPublic)?.n ?? 0
  return { all: of(0) + of(1), public: of(1), private: of(0) }
}

/** The board as this person sees it. @throws AppError 404 when it is absent or not visible to them */
export async function getBoardFor(db: Db, viewer: Actor, boardId: number): Promise<BoardRowWithCounts> {
  const row = await withCounts(db, viewer).where('boards.id', '=', boardId).executeTakeFirst()
  if (!row) throw boardGone()
  return counted(row, viewer)
}

/** Only that the board is visible, its revision, and the viewer's role. @throws AppError 404 */
export async function getBoardAccess(db: Db, viewer: Actor, boardId: number): Promise<BoardRow> {
  const row = await findBoardAccess(db, viewer, boardId)
  if (!row) throw boardGone()
  return row
}

const boardAccess = prepared((db, { boardId, userId, admin }: { boardId: number } & Sight) =>
  db.selectFrom('boards').select(columns).select(memberRole(userId)).where('boards.id', '=', boardId).where(isVisible({ userId, admin })),
)

/** As `getBoardAccess`, undefined when the board is absent or not visible. */
export async function findBoardAccess(db: Db, viewer: Actor, boardId: number): Promise<BoardRow | undefined> {
  if (!reaches(viewer, boardId)) return undefined
  const [row] = await boardAccess(db, { boardId, ...sightOf(viewer) })
  return row && { ...row, role: roleOn(row, viewer) ?? 'guest' }
}

/** The answer to a board that is absent or not visible. */
export const boardGone = (): AppError => new AppError('not_found', texts.notFound)

const lockBoard = prepared((db, { boardId, now, userId, admin }: { boardId: number; now: string } & Sight) =>
  db
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1), updated_at: now }))
    .where('boards.id', '=', boardId)
    .where(isVisible({ userId, admin }))
    .returning('boards.id'),
)

/**
 * Begins a change of anything on a board: holds the board's row until the transaction ends, so that changes of one board happen one after
 * another, and counts the revision of the change.
 * @throws AppError 404 when the board is absent or not visible, 403 when the person may not do this
 */
export async function changeBoard(
  trx: Db,
  viewer: Actor,
  boardId: number,
  may: (role: BoardRole) => boolean = boardPolicy.write,
): Promise<BoardRow> {
  if (!reaches(viewer, boardId)) throw boardGone()
  const [held] = await lockBoard(trx, { boardId, now: instant(), ...sightOf(viewer) })
  if (!held) throw boardGone()
  // A second statement, because on PostgreSQL the first may have waited for the row and still sees the members of before its wait. A person
  // who was removed meanwhile would pass.
  const board = await getBoardAccess(trx, viewer, boardId)
  allow(may(board.role))
  return board
}

/**
 * As `changeBoard`, for what the program does by itself, also on a deleted board. The board's instant stays, because nobody worked on it.
 * @throws AppError 404
 */
export async function holdBoard(trx: Db, boardId: number): Promise<BoardRow> {
  const board = await trx
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', boardId)
    .returning(columns)
    .executeTakeFirstOrThrow(boardGone)
  return { ...board, role: 'guest' }
}

/** Rolls back the transaction of a change that changed nothing. */
const nothingChanged = new Error('nothing changed')

/** How often a change is begun that PostgreSQL undoes for the sake of another one. */
const mostTries = 3

/**
 * Runs a change of a board in one transaction. A change that answers `revision: null` changed nothing, so the counted revision is rolled
 * back, too.
 * @param work is run again when it and another transaction waited for each other
 */
export async function runChange<T extends { revision: number | null }>(db: Kysely<Schema>, work: (trx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    let unchanged: T | undefined
    try {
      return await db.transaction().execute(async (trx) => {
        const change = await work(trx)
        if (change.revision !== null) return change
        unchanged = change
        throw nothingChanged
      })
    } catch (error) {
      if (error === nothingChanged && unchanged) return unchanged
      if (!isDeadlock(error) || tries === mostTries) throw error
    }
  }
}

/** Counts further revisions of a held board: one for each card that came back besides the first. */
export async function countRevisions(trx: Db, board: BoardRow, more: number): Promise<BoardRow> {
  if (more <= 0) return board
  const revision = board.revision + more
  await trx.updateTable('boards').set({ revision }).where('id', '=', board.id).execute()
  return { ...board, revision }
}
