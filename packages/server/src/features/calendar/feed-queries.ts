import { Role } from '@rodada/contract/auth/people'
import type { CalendarFeed } from '@rodada/contract/integrations/calendar'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import type { Actor } from '../auth/queries.ts'

/** When a calendar last asked is written at most this often: many ask every few minutes. Milliseconds. */
const readNotedMs = 3_600_000

export const findFeedOf = (db: Db, userId: number): Promise<CalendarFeed | undefined> =>
  db.selectFrom('calendar_feeds').select(['id', 'created_at', 'last_read_at']).where('user_id', '=', userId).executeTakeFirst()

/** Gives a person an address. The one that they had works no more: it is another row, so that a late removal does not end the new one. */
export async function replaceFeed(trx: Db, userId: number, secretHash: string): Promise<number> {
  await deleteFeedOf(trx, userId)
  const { id } = await trx
    .insertInto('calendar_feeds')
    .values({ user_id: userId, secret_hash: secretHash, created_at: instant(), last_read_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes the address of a person, only the one with this id when one is given. @returns whether there was one */
export async function deleteFeedOf(trx: Db, userId: number, id?: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whose address it is, with what they may see now and the day that it is where they are; undefined when it is none, or the account is deactivated. */
export async function findReader(db: Db, secretHash: string): Promise<(Actor & { feedId: number; timeZone: string }) | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['calendar_feeds.id', 'users.id as user_id', 'users.role', 'users.timezone'])
    .where('secret_hash', '=', secretHash)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()
  return row && { feedId: row.id, userId: row.user_id, role: Role.parse(row.role), token: null, timeZone: row.timezone }
}

/** Notes that a calendar asks now, unless that was noted a while ago. */
export async function noteRead(db: Db, feedId: number): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set({ last_read_at: instant() })
    .where('id', '=', feedId)
    .where((eb) => eb.or([eb('last_read_at', 'is', null), eb('last_read_at', '<', instant(-readNotedMs))]))
    .execute()
}
