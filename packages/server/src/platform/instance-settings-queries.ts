import type { Db } from './database.ts'

/** A stored setting of the installation; undefined when it is not set. */
export async function findInstanceSetting(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('instance_settings').select('value').where('name', '=', name).executeTakeFirst()
  return row ? JSON.parse(row.value) : undefined
}

/** Stores a setting of the installation. */
export async function putInstanceSetting(db: Db, name: string, content: object): Promise<void> {
  const value = JSON.stringify(content)
  await db
    .insertInto('instance_settings')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
}
