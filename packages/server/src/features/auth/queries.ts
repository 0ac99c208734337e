import type { Language } from '@rodada/contract/languages'
import { defaultSessionTimeoutMinutes } from '@rodada/contract/limits'
import type { Role } from '@rodada/contract/people'
import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../migrations/schema.ts'
import type { Engine } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { folded } from '../../platform/folded.ts'
import { prepared } from '../../platform/prepared-queries.ts'

export type UserRow = Selectable<Schema['users']>

/** Absolute life of a session, whatever its use. */
const sessionLifeMs = 30 * 24 * 60 * 60 * 1000

/** Until the end of the transaction nobody else gets an account or another e-mail. */
export async function holdRegistrations(trx: Db, engine: Engine): Promise<void> {
  const lock = trx.selectFrom('instance').select('id').where('id', '=', 1)
  await (engine === 'postgres' ? lock.forUpdate() : lock).execute()
}

/**
 * Adds an account; the first of the installation becomes its admin. Call inside a transaction: the instance row is locked
 * so that two first registrations take turns.
 * @returns undefined when the e-mail has an account already.
 */
export async function addUser(
  trx: Db,
  engine: Engine,
  user: { name: string; email: string; passwordHash: string; role: Role; language: Language; mailed: boolean },
): Promise<UserRow | undefined> {
  await holdRegistrations(trx, engine)
  const anyone = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const now = instant()
  const invited = await trx.selectFrom('invitations').select('id').where('email', '=', user.email).limit(1).executeTakeFirst()
  return trx
    .insertInto('users')
    .values({
      name: user.name,
      email: user.email,
      password_hash: user.passwordHash,
      role: anyone ? user.role : 'admin',
      language: user.language,
      session_timeout: defaultSessionTimeoutMinutes,
      created_at: now,
      last_login: now,
      search_text: folded(user.name, user.email),
      // Whoever registers may type anybody's address. It has yet to show that it is theirs where a letter can ask for it, and
      // where somebody was meant by it before this account came.
      email_claimed_at: invited || user.mailed ? now : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Whether nobody has shown yet that an account's address is its owner's: no letter goes there but the one that asks. */
export const isAddressOpen = (user: Pick<UserRow, 'email_claimed_at' | 'email_verified_at'>): boolean =>
  user.email_claimed_at !== null && user.email_verified_at === null

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const getUser = (db: Db, id: number): Promise<UserRow> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

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

/** Holds an account until the transaction ends: what asks for its second factor and what begins one take turns. */
export async function holdUser(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ last_login: eb.ref('last_login') }))
    .where('id', '=', id)
    .execute()
}

/**
 * Marks the login and returns the account as it now is; undefined when, since its password was checked, the account has got
 * another one or was deactivated. It holds the account: a change that ends its sessions also ends the one opened after this.
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

export async function addSession(db: Db, userId: number, tokenHash: string, device: string): Promise<void> {
  const now = instant()
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, last_used_at: now, expires_at: instant(sessionLifeMs), device })
    .execute()
}

export type SessionRow = {
  id: number
  last_used_at: string
  user_id: number
  role: string
  name: string
  avatar_url: string | null
  timezone: string
  session_timeout: number
  language: string
}

/** The session of a token whose account is active and whose absolute life is not over; idleness is the caller's to check. */
export const findSession = async (db: Db, tokenHash: string): Promise<SessionRow | undefined> =>
  (await openSession(db, { tokenHash, now: instant() }))[0]

const openSession = prepared((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.last_used_at',
      'sessions.user_id',
      'users.role',
      'users.name',
      'users.avatar_url',
      'users.timezone',
      'users.session_timeout',
      'users.language',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null),
)

/**
 * Marks the session as used now, unless it is gone or has been idle for too long already: use must not revive it.
 * @returns whether the session lives.
 */
export async function touchSession(db: Db, id: number, timeoutMinutes: number): Promise<boolean> {
  const now = instant()
  const touched = await db
    .updateTable('sessions')
    // A use in the future was written before somebody set the clock back; it counts when the clock is right again.
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
