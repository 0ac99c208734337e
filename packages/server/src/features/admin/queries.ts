import { Role } from '@rodada/contract/auth/people'
import { addressText } from '@rodada/contract/auth/person-fields'
import type { PersonSummary } from '@rodada/contract/core/fields'
import type { AdminUser } from '@rodada/contract/instance/admin'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { userNotFound } from '../../platform/http/errors.ts'
import { likeAnywhere } from '../../platform/normalize.ts'
import { lockedUserId } from '../auth/account/account-queries.ts'

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

/** All accounts, and those that are in use. */
export async function countUsers(db: Db): Promise<{ users: number; active_users: number }> {
  const { all, inactive } = await db
    .selectFrom('users')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('deactivated_at').as('inactive')])
    .executeTakeFirstOrThrow()
  return { users: all, active_users: all - inactive }
}

/** What people are called and look like, by their ids. */
export async function listFaces(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PersonSummary>> {
  if (ids.length === 0) return new Map()
  const people = await db.selectFrom('users').select(['id', 'name', 'avatar_url']).where('id', 'in', ids).execute()
  return new Map(people.map((person) => [person.id, person]))
}
