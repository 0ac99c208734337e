import { addressText } from '@rodada/contract/auth/person-fields'
import { type Selectable, sql } from 'kysely'
import type { Db, Engine, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { prepared } from '../../platform/prepared-queries.ts'
import { roleOfProgram } from './tokens/token-view.ts'

export type UserRow = Selectable<Schema['users']>

/** Absolute life of a session, whatever its use. */
const sessionLifeMs = 30 * 24 * 60 * 60 * 1000

/** Until the end of the transaction no other account is created and no other e-mail changes. */
export async function lockRegistrations(trx: Db, engine: Engine): Promise<void> {
  const lock = trx.selectFrom('instance').select('id').where('id', '=', 1)
  await (engine === 'postgres' ? lock.forUpdate() : lock).execute()
}

/** Whether an account's address is unconfirmed: the only email that goes there asks for confirmation. */
export const isAddressOpen = (user: Pick<UserRow, 'email_claimed_at' | 'email_verified_at'>): boolean =>
  user.email_claimed_at !== null && user.email_verified_at === null

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** The stored address of the account that a typed one means; without such an account, the spelling that it would have. */
export async function findAddress(db: Db, typed: string): Promise<string> {
  const address = addressText(typed)
  if (address === typed) return address
  // A spelling of before is only stored where another account has the one of today.
  return (await findUserByEmail(db, typed))?.email ?? address
}

export const getUser = (db: Db, id: number): Promise<UserRow> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Who acts, as far as rights go. */
export type Actor = Pick<Viewer, 'userId' | 'role' | 'token'>

/**
 * The account as it is now: a connection may be older than its role. With a `token` as far as that reaches. Undefined when it was deactivated.
 */
export async function findActor(db: Db, { userId, token }: Pick<Viewer, 'userId' | 'token'>): Promise<Actor | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return row && { userId: row.id, role: token ? roleOfProgram(row.role) : (row.role as Actor['role']), token }
}

/** The condition that the person of one column administers the board of another, with an account in use. */
export const stillAdministers = (person: string, board: string) =>
  sql<boolean>`exists (
    select 1 from users as keeper
    left join board_members as seat on seat.user_id = keeper.id and seat.board_id = ${sql.ref(board)}
    where keeper.id = ${sql.ref(person)} and keeper.deactivated_at is null and (keeper.role = 'admin' or seat.role = 'admin')
  )`

/** As `stillAdministers`: that they may write on it. */
export const stillWrites = (person: string, board: string) =>
  sql<boolean>`exists (
    select 1 from users as writer
    left join board_members as seat on seat.user_id = writer.id and seat.board_id = ${sql.ref(board)}
    where writer.id = ${sql.ref(person)} and writer.deactivated_at is null and (writer.role = 'admin' or seat.role in ('admin', 'member'))
  )`

/** Boards that a person is a member of. */
export async function countBoardsOf(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('board_members')
    .innerJoin('boards', 'boards.id', 'board_members.board_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_members.user_id', '=', userId)
    .where('boards.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Holds an account until the transaction ends. */
export async function lockUser(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ last_login: eb.ref('last_login') }))
    .where('id', '=', id)
    .execute()
}

/**
 * Marks the login and returns the account as it now is; undefined when, since its password was checked, the account got another one or was
 * deactivated. It holds the account, so that a change that ends its sessions also ends the one opened after this.
 */
export const recordLogin = (trx: Db, checked: Pick<UserRow, 'id' | 'password_hash'>): Promise<UserRow | undefined> =>
  trx
    .updateTable('users')
    .set({ last_login: instant() })
    .where('id', '=', checked.id)
    .where('password_hash', '=', checked.password_hash)
    .where('deactivated_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** How the provider of the company opened a session; the token that it gave is sealed. */
export type ByCompany = { identity_id: number; oidc_sid: string | null; id_token: string | null }

/** @param by undefined: by the password */
export async function addSession(db: Db, userId: number, tokenHash: string, device: string, by?: ByCompany): Promise<void> {
  const now = instant()
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      last_used_at: now,
      expires_at: instant(sessionLifeMs),
      device,
      ...by,
    })
    .execute()
}

export type SessionRow = {
  id: number
  last_used_at: string
  proven_at: string | null
  user_id: number
  role: string
  name: string
  avatar_url: string | null
  timezone: string
  session_timeout: number
  language: string
}

/** As `findSession`, by its id. */
export const findSessionById = async (db: Db, id: number): Promise<SessionRow | undefined> =>
  (await openSessionById(db, { id, now: instant() }))[0]

const sessionColumns = [
  'sessions.id',
  'sessions.last_used_at',
  'sessions.proven_at',
  'sessions.user_id',
  'users.role',
  'users.name',
  'users.avatar_url',
  'users.timezone',
  'users.session_timeout',
  'users.language',
] as const

const openSessionById = prepared((db, { id, now }: { id: number; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(sessionColumns)
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null),
)

/** The session of a token whose account is active and whose absolute life is not over. The caller checks idleness. */
export const findSession = async (db: Db, tokenHash: string): Promise<SessionRow | undefined> =>
  (await openSession(db, { tokenHash, now: instant() }))[0]

const openSession = prepared((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(sessionColumns)
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null),
)

/**
 * Marks the session as used now, unless it is gone or was idle for too long.
 * @returns whether the session lives
 */
export async function touchSession(db: Db, id: number, timeoutMinutes: number): Promise<boolean> {
  const now = instant()
  const touched = await db
    .updateTable('sessions')
    // A last use in the future was written before the clock was set back; it counts again when the clock is right.
    .set({ last_used_at: sql`case when last_used_at > ${now} then last_used_at else ${now} end` })
    .where('id', '=', id)
    .where('last_used_at', '>', instant(-timeoutMinutes * 60_000))
    .returning('id')
    .executeTakeFirst()
  return touched !== undefined
}

/** Idle minutes after which a session ends, as its person chose last; undefined when the session is gone. */
export async function findTimeout(db: Db, sessionId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('session_timeout')
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  return row?.session_timeout
}

export async function deleteSession(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Deletes what ended, by absolute life, by idleness or with its account, and returns the ids. */
export async function deleteExpiredSessions(db: Db): Promise<number[]> {
  const timeouts = await db.selectFrom('users').select('session_timeout').distinct().execute()
  const ofDeactivated = await db
    .deleteFrom('sessions')
    .where('user_id', 'in', (users) => users.selectFrom('users').select('id').where('deactivated_at', 'is not', null))
    .returning('id')
    .execute()
  const ended = ofDeactivated.map((row) => row.id)
  for (const { session_timeout } of timeouts) {
    const rows = await db
      .deleteFrom('sessions')
      .where((where) => where.or([where('expires_at', '<=', instant()), where('last_used_at', '<=', instant(-session_timeout * 60_000))]))
      .where('user_id', 'in', (users) => users.selectFrom('users').select('id').where('session_timeout', '=', session_timeout))
      .returning('id')
      .execute()
    ended.push(...rows.map((row) => row.id))
  }
  return ended
}
