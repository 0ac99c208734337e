import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'

/** Browsers that are remembered for an account; further ones replace the one that was used longest ago. */
const mostDevices = 50
/** A browser that was not used for so long is forgotten. */
const deviceLifeMs = 180 * 24 * 3_600_000

/** Whether the account with this e-mail signed in before in the browser with this secret. */
export const isLoginDevice = async (db: Db, email: string, secretHash: string): Promise<boolean> =>
  (await db
    .selectFrom('login_devices')
    .innerJoin('users', 'users.id', 'login_devices.user_id')
    .select('user_id')
    .where('users.email', '=', email)
    .where('secret_hash', '=', secretHash)
    .where('seen_at', '>', instant(-deviceLifeMs))
    .executeTakeFirst()) !== undefined

/** Remembers the browser in which an account signed in. Call it in a transaction that holds the account. */
export async function putLoginDevice(trx: Db, userId: number, secretHash: string): Promise<void> {
  const seen_at = instant()
  await trx
    .insertInto('login_devices')
    .values({ user_id: userId, secret_hash: secretHash, seen_at })
    .onConflict((oc) => oc.columns(['user_id', 'secret_hash']).doUpdateSet({ seen_at }))
    .execute()
  await trx
    .deleteFrom('login_devices')
    .where('user_id', '=', userId)
    .where('secret_hash', 'not in', (devices) =>
      devices
        .selectFrom('login_devices')
        .select('secret_hash')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .orderBy('secret_hash')
        .limit(mostDevices),
    )
    .execute()
}

/** Forgets every browser of an account, as with another password. */
export async function deleteLoginDevicesOf(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('login_devices').where('user_id', '=', userId).execute()
}

/** Job: forgets browsers that were not used for long. */
export async function deleteStaleLoginDevices(db: Db): Promise<void> {
  await db.deleteFrom('login_devices').where('seen_at', '<=', instant(-deviceLifeMs)).execute()
}
