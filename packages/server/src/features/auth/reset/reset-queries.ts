import { firstResetHours, passwordResetMinutes } from '@rodada/contract/auth/password-reset'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { getUser, isAddressOpen, lockUser, type UserRow } from '../queries.ts'
import { deleteLoginDevicesOf } from '../sessions/device-queries.ts'
import { deleteTwoFactor } from '../two-factor/two-factor-queries.ts'

/**
 * Reset emails whose links still work. More would help nobody, because these are in the mailbox already. This is the only limit of reset
 * emails, so a stranger who uses it up has sent the owner working links. At an unconfirmed address the links belong to the address: an
 * account that had it for a while takes none along.
 */
const mostOpenResets = 3
/** Devices that a person has not used for so long count as new again. */
const deviceMemoryMs = 180 * 24 * 3_600_000

export type ResetLife = { minutes: number } | { hours: number }

/**
 * Stores a token for an account, unless it got another address or was deactivated since the email was asked for. The account is held: a
 * simultaneous change of its address finds the token and ends it.
 * @returns how long it counts; undefined when none was made or the account has as many as it can use. At an unconfirmed address it counts
 * longer, so that the owner of an address that a stranger typed gets few emails a day and can still use them.
 */
export async function addReset(
  trx: Db,
  { userId, email, tokenHash }: { userId: number; email: string; tokenHash: string },
): Promise<ResetLife | undefined> {
  const held = await trx
    .updateTable('users')
    .set((eb) => ({ last_login: eb.ref('last_login') }))
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .returning(['email_claimed_at', 'email_verified_at'])
    .executeTakeFirst()
  if (!held) return undefined
  const open = isAddressOpen(held)
  const expires_at = instant(open ? firstResetHours * 3_600_000 : passwordResetMinutes * 60_000)
  if ((await countOpen(trx, { id: userId, email, ...held })) >= mostOpenResets) return undefined
  if (open) await trx.insertInto('address_resets').values({ token_hash: tokenHash, email, expires_at }).execute()
  else await trx.insertInto('password_resets').values({ token_hash: tokenHash, user_id: userId, expires_at }).execute()
  return open ? { hours: firstResetHours } : { minutes: passwordResetMinutes }
}

type Addressed = Pick<UserRow, 'id' | 'email' | 'email_claimed_at' | 'email_verified_at'>

/** How many emails that this account was sent still work. */
async function countOpen(db: Db, user: Addressed): Promise<number> {
  const now = instant()
  const ofAddress = db.selectFrom('address_resets').select('token_hash').where('email', '=', user.email).where('expires_at', '>', now)
  const ofAccount = db.selectFrom('password_resets').select('token_hash').where('user_id', '=', user.id).where('expires_at', '>', now)
  return (await (isAddressOpen(user) ? ofAddress.execute() : ofAccount.execute())).length
}

/** Whether a reset email of this account still works. */
export const hasOpenReset = async (db: Db, user: Addressed): Promise<boolean> => (await countOpen(db, user)) > 0

/** The account of a token; undefined when the token is unknown, used or too old, or the account is deactivated. */
export const findReset = async (db: Db, tokenHash: string): Promise<{ user_id: number } | undefined> =>
  (await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant())
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()) ??
  (await db
    .selectFrom('address_resets')
    .innerJoin('users', 'users.email', 'address_resets.email')
    .select('users.id as user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant())
    .where('email_claimed_at', 'is not', null)
    .where('email_verified_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst())

/** Uses up a token of an account, or of its address while that is unconfirmed; false when it was used. */
async function useToken(trx: Db, user: Addressed, tokenHash: string): Promise<boolean> {
  const own = await trx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant())
    .returning('user_id')
    .executeTakeFirst()
  if (own) return true
  if (!isAddressOpen(user)) return false
  const ofAddress = await trx
    .deleteFrom('address_resets')
    .where('token_hash', '=', tokenHash)
    .where('email', '=', user.email)
    .where('expires_at', '>', instant())
    .returning('email')
    .executeTakeFirst()
  return ofAddress !== undefined
}

/**
 * Uses up a token and sets the password. The account is held first, as by every change of a password, so that of two at once one finds the
 * token gone. The token came by email, so the address is confirmed as well. If it was unconfirmed, the second factor and the known devices
 * of the previous holder are removed.
 * @returns undefined when the token was used; `proven` when this confirmed the address; `factorDropped` when a second factor was removed
 */
export async function useReset(
  trx: Db,
  { userId, tokenHash, passwordHash }: { userId: number; tokenHash: string; passwordHash: string },
): Promise<{ email: string; name: string; language: string; proven: boolean; factorDropped: boolean } | undefined> {
  await lockUser(trx, userId)
  const before = await getUser(trx, userId)
  const user = await trx
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(instant())),
      email_claimed_at: null,
    }))
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .returning(['email', 'name', 'language'])
    .executeTakeFirst()
  if (!user || !(await useToken(trx, before, tokenHash))) return undefined
  await deleteResetsOf(trx, userId)
  await deleteLoginDevicesOf(trx, userId)
  await trx.deleteFrom('address_resets').where('email', '=', before.email).execute()
  if (!isAddressOpen(before)) return { ...user, proven: false, factorDropped: false }
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  const factorDropped = await deleteTwoFactor(trx, userId)
  return { ...user, proven: true, factorDropped }
}

/** Ends every reset link of this account. */
export async function deleteResetsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

/** Remembers from where a person signs in. @returns whether that is new, and not the first place of all */
export async function noteDevice(trx: Db, userId: number, device: string, addressHash: string): Promise<boolean> {
  const known = await trx.selectFrom('known_devices').select(['device', 'address_hash']).where('user_id', '=', userId).execute()
  const seen_at = instant()
  await trx
    .insertInto('known_devices')
    .values({ user_id: userId, device, address_hash: addressHash, seen_at })
    .onConflict((oc) => oc.columns(['user_id', 'device', 'address_hash']).doUpdateSet({ seen_at }))
    .execute()
  return known.length > 0 && !known.some((one) => one.device === device && one.address_hash === addressHash)
}

/** Job: deletes expired links and places that were not used for long. */
export async function deleteStaleAccess(db: Db): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', instant()).execute()
  await db.deleteFrom('address_resets').where('expires_at', '<=', instant()).execute()
  await db.deleteFrom('known_devices').where('seen_at', '<=', instant(-deviceMemoryMs)).execute()
}
