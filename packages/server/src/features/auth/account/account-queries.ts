import type { Db, Engine } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { normalize } from '../../../platform/normalize.ts'
import { deleteConfirmationsOf } from '../confirmation/confirmation-queries.ts'
import { getUser, lockRegistrations, lockUser, type UserRow } from '../queries.ts'
import { deleteResetsOf } from '../reset/reset-queries.ts'
import { deleteLoginDevicesOf } from '../sessions/device-queries.ts'

const fields = [
  'name',
  'email',
  'avatar_url',
  'bio',
  'phone',
  'company',
  'position',
  'location',
  'website',
  'timezone',
  'language',
] as const
export type AccountChange = Partial<Pick<UserRow, (typeof fields)[number]>>

/** Holds an account until the end of the transaction. A change of its e-mail takes turns with registrations. */
export async function lockForChange(trx: Db, engine: Engine, id: number, change: AccountChange): Promise<UserRow> {
  // The same order everywhere: registrations, then the account, then what belongs to it.
  if (change.email !== undefined) await lockRegistrations(trx, engine)
  await lockUser(trx, id)
  return getUser(trx, id)
}

/**
 * Writes the given fields of an account that is held.
 * @returns undefined when another account has the e-mail.
 */
export async function updateUser(trx: Db, before: UserRow, change: AccountChange): Promise<UserRow | undefined> {
  const { id } = before
  const changed = Object.fromEntries(fields.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])))
  if (Object.keys(changed).length === 0) return before
  const moves = change.email !== undefined && change.email !== before.email
  if (moves && change.email !== undefined) {
    const other = await trx.selectFrom('users').select('id').where('email', '=', change.email).where('id', '!=', id).executeTakeFirst()
    if (other) return undefined
  }
  const search_text = normalize(change.name ?? before.name, change.email ?? before.email)
  // Links in emails to the old address no longer work.
  if (moves) {
    await deleteResetsOf(trx, id)
    await deleteConfirmationsOf(trx, id)
  }
  return trx
    .updateTable('users')
    .set({ ...changed, search_text, ...(moves && { email_verified_at: null, email_claimed_at: instant() }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Sets another password, unless the checked one was replaced meanwhile; false then. Reset links end, and all known browsers are forgotten.
 */
export async function updatePassword(trx: Db, id: number, checkedHash: string, passwordHash: string): Promise<boolean> {
  const updated = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', '=', checkedHash)
    .returning('id')
    .executeTakeFirst()
  if (!updated) return false
  await deleteResetsOf(trx, id)
  await deleteLoginDevicesOf(trx, id)
  return true
}

/** The first account of an installation, which stays its admin. */
export const lockedUserId = 1

/** Begins a change of accounts: they happen one after another, so that two of them cannot remove the last two admins. */
export async function lockAccounts(trx: Db): Promise<void> {
  await trx.updateTable('instance').set({ id: 1 }).where('id', '=', 1).execute()
}

/** Whether anybody administers the installation. */
export async function hasActiveAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
