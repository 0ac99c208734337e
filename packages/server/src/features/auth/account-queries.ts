import type { Db } from '../../migrations/schema.ts'
import type { Engine } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { folded } from '../../platform/folded.ts'
import { deleteConfirmationsOf } from './confirmation-queries.ts'
import { deleteLoginDevicesOf } from './device-queries.ts'
import { getUser, holdRegistrations, holdUser, type UserRow } from './queries.ts'
import { deleteResetsOf } from './reset-queries.ts'

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

/** An account as it is until the end of the transaction. One that may get a new e-mail takes its turn with registrations. */
export async function holdForChange(trx: Db, engine: Engine, id: number, change: AccountChange): Promise<UserRow> {
  // In this order everywhere: registrations, then the account, then what belongs to it.
  if (change.email !== undefined) await holdRegistrations(trx, engine)
  await holdUser(trx, id)
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
  const search_text = folded(change.name ?? before.name, change.email ?? before.email)
  // Letters to the old address open nothing any more.
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
 * Sets another password, unless it is no longer the one that was checked; false then. Links that would reset it end, and no browser is
 * known any more.
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
