import { avatarAddress } from '@rodada/contract/auth/avatar-upload'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'

/** The address of a person's own picture. */
export async function findPictureOf(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('avatars').select('name').where('user_id', '=', userId).executeTakeFirst()
  return row ? avatarAddress(row.name) : null
}

export const findPicture = (db: Db, name: string): Promise<{ bytes: Uint8Array } | undefined> =>
  db.selectFrom('avatars').select('bytes').where('name', '=', name).executeTakeFirst()

/** Stores a picture under a new name in place of the one before, and uses it. */
export async function putPicture(trx: Db, userId: number, name: string, bytes: Uint8Array): Promise<void> {
  await trx
    .updateTable('users')
    .set({ avatar_url: avatarAddress(name) })
    .where('id', '=', userId)
    .execute()
  const fresh = { user_id: userId, name, bytes, created_at: instant() }
  await trx
    .insertInto('avatars')
    .values(fresh)
    .onConflict((oc) => oc.column('user_id').doUpdateSet(fresh))
    .execute()
}

/** Deletes a person's picture, also as their avatar. @returns whether there was one */
export async function deletePicture(trx: Db, userId: number): Promise<boolean> {
  const without = await trx
    .updateTable('users')
    .set({ avatar_url: null })
    .where('id', '=', userId)
    .where('avatar_url', 'like', avatarAddress('%'))
    .returning('id')
    .executeTakeFirst()
  await trx.deleteFrom('avatars').where('user_id', '=', userId).execute()
  return without !== undefined
}
