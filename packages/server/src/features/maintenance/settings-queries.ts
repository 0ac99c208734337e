import { BackupSettings, defaultBackupSettings } from '@rodada/contract/maintenance'
import type { Db } from '../../migrations/schema.ts'

const name = 'backups'

export async function getBackupSettings(db: Db): Promise<BackupSettings> {
  const row = await db.selectFrom('instance_settings').select('value').where('name', '=', name).executeTakeFirst()
  const chosen = BackupSettings.partial().safeParse(row ? JSON.parse(row.value) : {})
  return { ...defaultBackupSettings, ...chosen.data }
}

/** Writes the fields that are given. */
export async function updateBackupSettings(trx: Db, change: Partial<BackupSettings>): Promise<BackupSettings> {
  const settings = { ...(await getBackupSettings(trx)), ...change }
  const value = JSON.stringify(settings)
  await trx
    .insertInto('instance_settings')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
  return settings
}
