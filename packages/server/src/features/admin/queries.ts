import { Role } from '@rodada/contract/auth/people'
import { addressText } from '@rodada/contract/auth/person-fields'
import type { AdminDashboard, AdminUser } from '@rodada/contract/instance/admin'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { userNotFound } from '../../platform/http/errors.ts'
import { likeAnywhere } from '../../platform/normalize.ts'
import { lockedUserId } from '../auth/account/account-queries.ts'
import { countWhere, isDone, isInProgress, isOverdue, isTask } from '../cards/count-queries.ts'
import { currentFirst } from '../sprints/queries.ts'
import { hasWord } from './label-words.ts'

// ---- accounts ------------------------------------------------------------------------------------------------------

/** As wherever boards are counted. */
const isWorkBoard = (eb: ExpressionBuilder<Schema, 'boards'>) =>
  eb.and([eb('boards.deleted_at', 'is', null), eb('boards.is_template', '=', 0)])

const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'email', 'role', 'avatar_url', 'created_at', 'last_login', 'deactivated_at'])
    .select((eb) =>
      eb
        .selectFrom('board_members')
        .innerJoin('boards', 'boards.id', 'board_members.board_id')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('board_members.user_id', '=', 'users.id')
        .where(isWorkBoard)
        .as('boards_count'),
    )
    .select((eb) =>
      eb.selectFrom('two_factor').select(eb.fn.countAll<number>().as('n')).whereRef('two_factor.user_id', '=', 'users.id').as('factors'),
    )

type Row = Omit<AdminUser, 'boards_count' | 'is_active' | 'locked' | 'role' | 'two_factor'> & {
  role: string
  deactivated_at: string | null
  boards_count: number | null
  factors: number | null
}
const shaped = ({ deactivated_at, factors, ...row }: Row): AdminUser => ({
  ...row,
  role: Role.parse(row.role),
  boards_count: row.boards_count ?? 0,
  is_active: deactivated_at === null,
  locked: row.id === lockedUserId,
  two_factor: (factors ?? 0) > 0,
})

export type UserFilter = { q?: string; role?: Role; active?: 'true' | 'false'; limit: number; offset: number }

/** What is searched, also as it stands in an address: domains are stored in ASCII, and 'bücher.example' is 'xn--bcher-kva.example'. */
const spellingsOf = (q: string): string[] => [q, q.includes('@') ? addressText(q) : addressText(`@${q}`).slice(1)]

/** A page of the accounts that pass the filters, by name, and how many do. */
export async function listAccounts(db: Db, filter: UserFilter): Promise<{ total: number; users: AdminUser[] }> {
  const passing = accounts(db)
    .$if(Boolean(filter.q), (query) =>
      query.where(({ or }) =>
        or(spellingsOf(filter.q ?? '').map((text) => sql<boolean>`users.search_text like ${likeAnywhere(text)} escape '\\'`)),
      ),
    )
    .$if(filter.role !== undefined, (query) => query.where('role', '=', filter.role ?? ''))
    .$if(filter.active === 'true', (query) => query.where('deactivated_at', 'is', null))
    .$if(filter.active === 'false', (query) => query.where('deactivated_at', 'is not', null))
  const { total } = await passing
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await passing.orderBy('users.search_text').orderBy('users.id').limit(filter.limit).offset(filter.offset).execute()
  return { total, users: rows.map(shaped) }
}

/** @throws AppError 404 */
export const getAccount = async (db: Db, userId: number): Promise<AdminUser> =>
  shaped(await accounts(db).where('users.id', '=', userId).executeTakeFirstOrThrow(userNotFound))

export async function updateAccount(trx: Db, userId: number, change: { role?: Role; is_active?: boolean }): Promise<void> {
  const { role, is_active } = change
  await trx
    .updateTable('users')
    .set({ ...(role !== undefined && { role }), ...(is_active !== undefined && { deactivated_at: is_active ? null : instant() }) })
    .where('id', '=', userId)
    .execute()
}

// ---- the instance in numbers ---------------------------------------------------------------------------------------

/** Cards that count: not cancelled, archived or deleted, nor their lists and boards. What is on a template is nobody's work. */
const cards = (db: Db) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .where(isTask)
    .where(isWorkBoard)

/**
 * The same, where all of them are read. SQLite reads the tables of a `cross join` in this order; each card would else ask for its list and its board,
 * which took three times as long.
 */
const allCards = (db: Db) =>
  db
    .selectFrom('boards')
    .crossJoin('lists')
    .crossJoin('cards')
    .whereRef('lists.board_id', '=', 'boards.id')
    .whereRef('cards.list_id', '=', 'lists.id')
    .where(isTask)
    .where(isWorkBoard)

/** `today` is 'YYYY-MM-DD'. */
export async function countInstance(db: Db, today: string): Promise<AdminDashboard['stats']> {
  const users = await db
    .selectFrom('users')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('deactivated_at').as('inactive')])
    .executeTakeFirstOrThrow()
  const boards = await db
    .selectFrom('boards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(isWorkBoard)
    .executeTakeFirstOrThrow()
  const sprints = await openSprints(db)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const tasks = await allCards(db)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      countWhere(isDone).as('completed'),
      countWhere(isInProgress).as('in_progress'),
      countWhere(isOverdue(today)).as('overdue'),
    ])
    .executeTakeFirstOrThrow()
  return {
    users: users.all,
    active_users: users.all - users.inactive,
    boards: boards.n,
    active_sprints: sprints.n,
    tasks: tasks.all,
    completed: tasks.completed ?? 0,
    in_progress: tasks.in_progress ?? 0,
    overdue: tasks.overdue ?? 0,
  }
}

/** Planned ones are included, as wherever sprints are counted. */
const openSprints = (db: Db) =>
  db.selectFrom('sprints').innerJoin('boards', 'boards.id', 'sprints.board_id').where(isWorkBoard).where('sprints.ended_at', 'is', null)

/** The sprint under way that ends first, else the one that is planned, else the one that is late the longest. */
export async function findCurrentSprintId(db: Db, today: string): Promise<number | undefined> {
  const sprint = await openSprints(db)
    .select('sprints.id')
    .orderBy(currentFirst(today))
    .orderBy('sprints.ends_on')
    .orderBy('sprints.id')
    .limit(1)
    .executeTakeFirst()
  return sprint?.id
}

const mostPeople = 10

/** The people with the most cards; their points are those of completed cards. */
export async function listPerformance(db: Db, today: string): Promise<AdminDashboard['performance']> {
  const rows = await allCards(db)
    .innerJoin('users', 'users.id', 'cards.assignee_id')
    .select((eb) => [
      'users.id',
      'users.name',
      'users.avatar_url',
      eb.fn.countAll<number>().as('total'),
      countWhere(isDone).as('completed'),
      countWhere(isInProgress).as('in_progress'),
      countWhere(isOverdue(today)).as('overdue'),
      sql<number | null>`sum(case when ${isDone} then cards.estimate end)`.as('points'),
    ])
    .groupBy(['users.id', 'users.name', 'users.avatar_url'])
    .orderBy('total', 'desc')
    .orderBy('users.id')
    .limit(mostPeople)
    .execute()
  return rows.map(({ id, name, avatar_url, ...row }) => ({
    user: { id, name, avatar_url },
    total: row.total,
    completed: row.completed ?? 0,
    in_progress: row.in_progress ?? 0,
    overdue: row.overdue ?? 0,
    points: row.points ?? 0,
  }))
}

/** `from` belongs to the span, `until` does not. */
export type Span = { from: string; until: string }
const isIn = (column: 'cards.created_at' | 'cards.completed_at', { from, until }: Span) =>
  sql<boolean>`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until})`

/** What was created and completed in each of some months, in one statement. */
export async function countMonths(db: Db, months: readonly (Span & { month: string })[]): Promise<AdminDashboard['monthly']> {
  const row: Record<string, number | null> = await allCards(db)
    .select(
      months.flatMap((span, index) => [
        countWhere(isIn('cards.created_at', span)).as(`created_${index}`),
        countWhere(isIn('cards.completed_at', span)).as(`completed_${index}`),
        sql<number | null>`sum(case when ${isIn('cards.completed_at', span)} then cards.estimate end)`.as(`points_${index}`),
      ]),
    )
    .executeTakeFirstOrThrow()
  return months.map(({ month }, index) => ({
    month,
    created: row[`created_${index}`] ?? 0,
    completed: row[`completed_${index}`] ?? 0,
    points: row[`points_${index}`] ?? 0,
  }))
}

/** Names of labels with a word in them that are examined, the shortest first: each is a parameter of one statement. */
const mostNames = 1000

/** Cards with a label that contains one of these words; `month` is the current one. */
export async function countLabelled(db: Db, words: readonly string[], month: Span): Promise<AdminDashboard['bugs']> {
  const like = words.map((word) => sql<boolean>`search_text like ${likeAnywhere(word)} escape '\\'`)
  const names = await db
    .selectFrom('labels')
    .select('search_text')
    .where((label) => label.or(like))
    .groupBy('search_text')
    .orderBy((eb) => eb.fn('length', ['search_text']))
    .orderBy('search_text')
    .limit(mostNames)
    .execute()
  // Neither database knows where a word ends, so the names are filtered here. Many boards share them.
  const ours = names.map(({ search_text }) => search_text).filter((name) => hasWord(name, words))
  if (ours.length === 0) return { open: 0, completed: 0, opened_this_month: 0 }
  const row = await cards(db)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      countWhere(isDone).as('completed'),
      countWhere(isIn('cards.created_at', month)).as('opened_this_month'),
    ])
    .where('cards.id', 'in', (eb) =>
      eb
        .selectFrom('card_labels')
        .innerJoin('labels', 'labels.id', 'card_labels.label_id')
        .select('card_labels.card_id')
        .where('labels.search_text', 'in', ours),
    )
    .executeTakeFirstOrThrow()
  const completed = row.completed ?? 0
  return { open: row.all - completed, completed, opened_this_month: row.opened_this_month ?? 0 }
}
