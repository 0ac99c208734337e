import { emailConfirmationHours } from '@rodada/contract/auth/email-confirmation'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { lockUser } from '../queries.ts'

/**
 * Stores a token for an account, unless the account meanwhile has another address, confirmed this one or was deactivated. The account is
 * held: a simultaneous change of its address finds the token and ends it.
 * @returns the person's name, or undefined
 */
export async function addConfirmation(trx: Db, userId: number, email: string, tokenHash: string): Promise<string | undefined> {
  const user = await trx
    .updateTable('users')
    .set((eb) => ({ last_login: eb.ref('last_login') }))
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!user) return undefined
  const expires_at = instant(emailConfirmationHours * 3_600_000)
  await trx.insertInto('email_confirmations').values({ token_hash: tokenHash, user_id: userId, email, expires_at }).execute()
  return user.name
}

/**
 * Uses up a token of an account. The account is held first, so that of two simultaneous uses one finds the token gone.
 * @returns the confirmed address; undefined when the token is not one of theirs
 */
export async function useConfirmation(trx: Db, userId: number, tokenHash: string): Promise<string | undefined> {
  await lockUser(trx, userId)
  const used = await trx
    .deleteFrom('email_confirmations')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', instant())
    .returning('email')
    .executeTakeFirst()
  if (!used) return undefined
  const user = await trx
    .updateTable('users')
    .set({ email_verified_at: instant(), email_claimed_at: null })
    .where('id', '=', userId)
    .where('email', '=', used.email)
    .returning('email')
    .executeTakeFirst()
  if (user) await deleteConfirmationsOf(trx, userId)
  return user?.email
}

/** Ends every link that would confirm an address of this account. */
export async function deleteConfirmationsOf(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('email_confirmations').where('user_id', '=', userId).execute()
}

/** Job: deletes expired links. */
export async function deleteStaleConfirmations(db: Db): Promise<void> {
  await db.deleteFrom('email_confirmations').where('expires_at', '<=', instant()).execute()
}
