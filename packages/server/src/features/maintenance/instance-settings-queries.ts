import type { Db } from '../../migrations/schema.ts'

/** What is stored of the installation under a name; undefined when nothing is. */
export async function findInstanceSetting(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('instance_settings').select('value').where('name', '=', name).executeTakeFirst()
  return row ? JSON.parse(row.value) : undefined
}

/** Stores something of the installation under a name, in place of what was there. */
export async function putInstanceSetting(db: Db, name: string, content: object): Promise<void> {
  const value = JSON.stringify(content)
  await db
    .insertInto('instance_settings')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
}
