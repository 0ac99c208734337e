import { deletedKeptMs } from '@rodada/contract/board-settings'
import type { BoardRole } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Db, Schema } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { AppError, allow, conflict } from '../../platform/errors.ts'
import { folded, likeAnywhere } from '../../platform/folded.ts'
import { prepared } from '../../platform/prepared-queries.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { holdUser } from '../auth/queries.ts'
import { boardPolicy, roleOn } from './policy.ts'

/** Whoever asks, as far as visibility goes. */
export type Asker = Pick<Viewer, 'userId' | 'role'>

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
] as const

/** What visibility depends on. `admin` is 1 for a system admin, else 0: a value, not a shape, so that prepared queries can have it. */
type Sight = { userId: number; admin: number }
const sightOf = ({ userId, role }: Asker): Sight => ({ userId, admin: role === 'admin' ? 1 : 0 })

/** Which boards this person sees: their own, public ones, and all for a system admin. Every query about a board goes through it. */
const isVisible =
  ({ userId, admin }: Sight) =>
  (eb: ExpressionBuilder<Schema, 'boards'>) =>
    eb.and([
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

/** The seat of a person on the board of a row, for `roleOn`. */
export const memberRole = (userId: number) => (eb: ExpressionBuilder<Schema, 'boards'>) =>
  eb
    .selectFrom('board_members as own')
    .select('own.role')
    .whereRef('own.board_id', '=', 'boards.id')
    .where('own.user_id', '=', userId)
    .as('member_role')

/** The condition that the person of one column administers the board of another, with an account in use. */
export const stillAdministers = (person: string, board: string) =>
  sql<boolean>`exists (
    select 1 from users as keeper
    left join board_members as seat on seat.user_id = keeper.id and seat.board_id = ${sql.ref(board)}
    where keeper.id = ${sql.ref(person)} and keeper.deactivated_at is null and (keeper.role = 'admin' or seat.role = 'admin')
  )`

/** Ids of the boards that this person sees, for queries of what is on them. */
export const visibleBoardIds = (db: Db, viewer: Asker) =>
  db
    .selectFrom('boards')
    .select('boards.id')
    .where(isVisible(sightOf(viewer)))

const withCounts = (db: Db, viewer: Asker) =>
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
    .where(isVisible(sightOf(viewer)))

type Counted = Omit<BoardRowWithCounts, 'role' | 'member_count' | 'card_count'> & {
  member_role: BoardRole | null
  member_count: number | null
  card_count: number | null
}
const counted = (row: Counted, viewer: Asker): BoardRowWithCounts => ({
  ...row,
  member_count: row.member_count ?? 0,
  card_count: row.card_count ?? 0,
  role: roleOn(row, viewer) ?? 'guest',
})

export type BoardFilter = { q?: string; visibility: 'all' | 'public' | 'private'; limit: number; offset: number }

/** The boards a person sees, the latest changed first. */
export async function listBoards(db: Db, viewer: Asker, { q, visibility, limit, offset }: BoardFilter): Promise<BoardRowWithCounts[]> {
  const rows = await withCounts(db, viewer)
    .$if(visibility !== 'all', (query) => query.where('boards.is_public', '=', visibility === 'public' ? 1 : 0))
    .$if(Boolean(q), (query) => query.where(sql<boolean>`boards.search_text like ${likeAnywhere(q ?? '')} escape '\\'`))
    .orderBy('boards.updated_at', 'desc')
    .orderBy('boards.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => counted(row, viewer))
}

/** Boards that a person is a member of, as far as the asker sees them. */
export async function listBoardsOf(db: Db, viewer: Asker, userId: number): Promise<BoardRowWithCounts[]> {
  const rows = await withCounts(db, viewer)
    .where('boards.id', 'in', (eb) => eb.selectFrom('board_members').select('board_id').where('user_id', '=', userId))
    .orderBy('boards.updated_at', 'desc')
    .orderBy('boards.id', 'desc')
    .limit(limits.pageMax)
    .execute()
  return rows.map((row) => counted(row, viewer))
}

/** How many boards a person sees, by visibility. */
export async function countBoards(db: Db, viewer: Asker): Promise<{ all: number; public: number; private: number }> {
  const rows = await db
    .selectFrom('boards')
    .select((eb) => ['is_public', eb.fn.countAll<number>().as('n')])
    .where(isVisible(sightOf(viewer)))
    .groupBy('is_public')
    .execute()
  const of = (isPublic: number) => rows.find((row) => row.is_public === isPublic)?.n ?? 0
  return { all: of(0) + of(1), public: of(1), private: of(0) }
}

/** The board as this person sees it. @throws AppError 404 when it is absent or not visible to them. */
export async function getBoardFor(db: Db, viewer: Asker, boardId: number): Promise<BoardRowWithCounts> {
  const row = await withCounts(db, viewer).where('boards.id', '=', boardId).executeTakeFirst()
  if (!row) throw boardGone()
  return counted(row, viewer)
}

/** Only that the board is visible, its revision, and the viewer's role. @throws AppError 404 */
export async function getBoardAccess(db: Db, viewer: Asker, boardId: number): Promise<BoardRow> {
  const row = await findBoardAccess(db, viewer, boardId)
  if (!row) throw boardGone()
  return row
}

const boardAccess = prepared((db, { boardId, userId, admin }: { boardId: number } & Sight) =>
  db.selectFrom('boards').select(columns).select(memberRole(userId)).where('boards.id', '=', boardId).where(isVisible({ userId, admin })),
)

/** As `getBoardAccess`, undefined when the board is absent or not visible. */
export async function findBoardAccess(db: Db, viewer: Asker, boardId: number): Promise<BoardRow | undefined> {
  const [row] = await boardAccess(db, { boardId, ...sightOf(viewer) })
  return row && { ...row, role: roleOn(row, viewer) ?? 'guest' }
}

const boardGone = () => new AppError('not_found', texts.notFound)

const holdBoard = prepared((db, { boardId, now, userId, admin }: { boardId: number; now: string } & Sight) =>
  db
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1), updated_at: now }))
    .where('boards.id', '=', boardId)
    .where(isVisible({ userId, admin }))
    .returning('boards.id'),
)

/**
 * Begins a change of anything on a board: holds the board's row until the transaction ends, so that changes of one board
 * happen one after another, and counts the revision that the change will carry.
 * @throws AppError 404 when the board is absent or not visible, 403 when the person may not do this.
 */
export async function changeBoard(
  trx: Db,
  viewer: Asker,
  boardId: number,
  may: (role: BoardRole) => boolean = boardPolicy.write,
): Promise<BoardRow> {
  const [held] = await holdBoard(trx, { boardId, now: instant(), ...sightOf(viewer) })
  if (!held) throw boardGone()
  // Asked by a second statement: on PostgreSQL the first may have waited for the row, and still sees the members of before it
  // waited. Somebody removed meanwhile would pass.
  const board = await getBoardAccess(trx, viewer, boardId)
  allow(may(board.role))
  return board
}

/** Makes the transaction of a change that changed nothing roll back. */
const nothingChanged = new Error('nothing changed')

/**
 * Runs a change of a board in one transaction. One that answers `revision: null` found nothing to change: it leaves nothing
 * behind, neither a counted revision nor an instant, and there is nothing to tell anybody.
 */
export async function runChange<T extends { revision: number | null }>(db: Kysely<Schema>, work: (trx: Db) => Promise<T>): Promise<T> {
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
    throw error
  }
}

/** Counts further revisions of a board that is held: one for each card that came back besides the first. */
export async function countRevisions(trx: Db, board: BoardRow, more: number): Promise<BoardRow> {
  if (more <= 0) return board
  const revision = board.revision + more
  await trx.updateTable('boards').set({ revision }).where('id', '=', board.id).execute()
  return { ...board, revision }
}

/** That a person has room for one more board. Their account is held, so that of boards that come at once each is counted. @throws AppError 409 */
async function requireRoomForBoard(trx: Db, userId: number, refusal: string): Promise<void> {
  await holdUser(trx, userId)
  const { n } = await trx
    .selectFrom('boards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (n >= limits.boardsOfPerson) throw conflict(refusal)
}

/** Adds a board and the person as its admin. @throws AppError 409 when they have too many. */
export async function addBoard(
  trx: Db,
  userId: number,
  board: { title: string; description: string; is_public: boolean; color: string },
): Promise<number> {
  await requireRoomForBoard(trx, userId, texts.tooManyBoards)
  const now = instant()
  const { id } = await trx
    .insertInto('boards')
    .values({
      ...board,
      is_public: board.is_public ? 1 : 0,
      search_text: folded(board.title, board.description),
      user_id: userId,
      version: 1,
      revision: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('board_members').values({ board_id: id, user_id: userId, role: 'admin', joined_at: now }).execute()
  return id
}

type BoardChange = { title?: string; description?: string; is_public?: boolean; color?: string }
const editable = ['title', 'description', 'is_public', 'color'] as const

/** What of a change differs from how the board is. */
export const changedBoardFields = (board: BoardRow, change: BoardChange) =>
  editable.filter(
    (field) => change[field] !== undefined && change[field] !== (field === 'is_public' ? board.is_public === 1 : board[field]),
  )

/** Writes fields of a board; new texts count its version. */
export async function updateBoard(trx: Db, board: BoardRow, change: BoardChange): Promise<void> {
  const { is_public, ...rest } = change
  const newTexts = change.title !== undefined || change.description !== undefined
  await trx
    .updateTable('boards')
    .set({
      ...rest,
      ...(is_public !== undefined && { is_public: is_public ? 1 : 0 }),
      ...(newTexts && {
        search_text: folded(change.title ?? board.title, change.description ?? board.description),
        version: board.version + 1,
      }),
    })
    .where('id', '=', board.id)
    .execute()
}

export async function deleteBoard(trx: Db, boardId: number): Promise<void> {
  await trx.updateTable('boards').set({ deleted_at: instant() }).where('id', '=', boardId).execute()
}

/**
 * Brings a deleted board back for whoever administered it, and answers its revision.
 * @throws AppError 404 for everybody else, 409 when whoever made it has too many.
 */
export async function undeleteBoard(trx: Db, viewer: Asker, boardId: number): Promise<number> {
  const deleted = await trx
    .selectFrom('boards')
    .select('user_id')
    .where('id', '=', boardId)
    // Of an older one, what was on it may be gone in part.
    .where('deleted_at', '>', instant(-deletedKeptMs))
    .$if(viewer.role !== 'admin', (query) =>
      query.where('id', 'in', (eb) =>
        eb.selectFrom('board_members').select('board_id').where('user_id', '=', viewer.userId).where('role', '=', 'admin'),
      ),
    )
    .executeTakeFirst()
  if (!deleted) throw boardGone()
  await requireRoomForBoard(trx, deleted.user_id, texts.tooManyBoardsToRestore)
  const restored = await trx
    .updateTable('boards')
    .set((eb) => ({ deleted_at: null, revision: eb('revision', '+', 1), updated_at: instant() }))
    .where('id', '=', boardId)
    // Somebody else may have been faster.
    .where('deleted_at', 'is not', null)
    .returning('revision')
    .executeTakeFirst()
  if (!restored) throw boardGone()
  return restored.revision
}

/** The account as it is now, for whoever is connected since long ago; undefined when it was deactivated. */
export async function findAsker(db: Db, userId: number): Promise<Asker | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return row && { userId: row.id, role: row.role as Asker['role'] }
}
