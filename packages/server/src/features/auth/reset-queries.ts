import { firstResetHours, passwordResetMinutes } from '@rodada/contract/password-reset'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { deleteLoginDevicesOf } from './device-queries.ts'
import { getUser, holdUser, isAddressOpen, type UserRow } from './queries.ts'
import { deleteTwoFactor } from './two-factor-queries.ts'

/**
 * Letters whose links still work. Another one would help nobody: these are in the mailbox already. So this is the only quota of reset
 * letters, and a person who uses it up for somebody else gives them what they would have asked for. At an address that nobody has confirmed
 * the links belong to the address: an account that came there and moved on takes none of them along.
 */
const mostOpenResets = 3
/** Devices that a person has not used for so long are new again. */
const deviceMemoryMs = 180 * 24 * 3_600_000

export type ResetLife = { minutes: number } | { hours: number }

/**
 * Makes a token count for an account, unless it has got another address or was deactivated since the letter was asked for. The
 * account is held: a change of its address that comes at once finds the token and ends it.
 * @returns how long it counts, or undefined when none was made or the account has as many as anybody can use. At an address that
 * nobody has confirmed it counts longer, so that a stranger whose address was typed gets few letters a day and can still use them.
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

/** How many letters that this account was sent still work. */
async function countOpen(db: Db, user: Addressed): Promise<number> {
  const now = instant()
  const ofAddress = db.selectFrom('address_resets').select('token_hash').where('email', '=', user.email).where('expires_at', '>', now)
  const ofAccount = db.selectFrom('password_resets').select('token_hash').where('user_id', '=', user.id).where('expires_at', '>', now)
  return (await (isAddressOpen(user) ? ofAddress.execute() : ofAccount.execute())).length
}

/** Whether a letter that this account was sent still works. */
export const hasOpenReset = async (db: Db, user: Addressed): Promise<boolean> => (await countOpen(db, user)) > 0

/** Whose password a token sets; undefined when it is unknown, used, too old, or the account is deactivated. */
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

/** Uses a token of an account up, or that of its address while nobody has confirmed it; false when it was used. */
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
 * Uses a token up and sets the password. The account is held first, as by every change of a password, so that of two that
 * come at once one finds the token gone. Who has the letter reads what is sent to the address: it is confirmed as well, and what
 * somebody set up who only typed it goes: a second factor, and the places that were known as theirs.
 * @returns undefined when the token was used; `proven` when it showed for the first time whose address it is; `factorDropped` when there was
 * such a second factor
 */
export async function useReset(
  trx: Db,
  { userId, tokenHash, passwordHash }: { userId: number; tokenHash: string; passwordHash: string },
): Promise<{ email: string; name: string; language: string; proven: boolean; factorDropped: boolean } | undefined> {
  await holdUser(trx, userId)
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

/** Makes every letter void that would set a password of this account. */
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

/** Job: forgets links that ended and places that nobody signs in from any more. */
export async function deleteStaleAccess(db: Db): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', instant()).execute()
  await db.deleteFrom('address_resets').where('expires_at', '<=', instant()).execute()
  await db.deleteFrom('known_devices').where('seen_at', '<=', instant(-deviceMemoryMs)).execute()
}
