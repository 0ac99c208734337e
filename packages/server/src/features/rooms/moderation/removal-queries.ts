import { removalMs } from '@rodada/contract/rooms/settings'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import type { SeatRow } from '../participants/seat-queries.ts'

/** Writes down whom a moderator removed, by everything that they may come back with. */
export async function addRemoval(trx: Db, { room_id, user_id, token_hash, browser_hash }: SeatRow): Promise<void> {
  await trx.insertInto('room_removals').values({ room_id, user_id, token_hash, browser_hash, created_at: instant() }).execute()
}

/** Whether a moderator of the room removed this person within the last day. Hashes that are undefined match nobody. */
export async function isRemoved(
  db: Db,
  roomId: number,
  { userId, tokenHash, browserHash }: { userId?: number | undefined; tokenHash?: string | undefined; browserHash?: string | undefined },
): Promise<boolean> {
  if (userId === undefined && tokenHash === undefined && browserHash === undefined) return false
  const removal = await db
    .selectFrom('room_removals')
    .select('id')
    .where('room_id', '=', roomId)
    .where('created_at', '>', instant(-removalMs))
    .where((row) =>
      row.or([
        ...(userId === undefined ? [] : [row('user_id', '=', userId)]),
        ...(tokenHash === undefined ? [] : [row('token_hash', '=', tokenHash)]),
        ...(browserHash === undefined ? [] : [row('browser_hash', '=', browserHash)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return removal !== undefined
}

/** Job: forgets the removals that keep nobody out any more. */
export async function deleteOldRemovals(db: Db): Promise<void> {
  await db.deleteFrom('room_removals').where('created_at', '<', instant(-removalMs)).execute()
}
