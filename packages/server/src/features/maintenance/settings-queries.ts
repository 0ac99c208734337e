import { BackupSettings, defaultBackupSettings } from '@rodada/contract/instance/maintenance'
import type { Db } from '../../platform/database.ts'
import { findInstanceSetting, putInstanceSetting } from '../../platform/instance-settings-queries.ts'

const name = 'backups'

export async function getBackupSettings(db: Db): Promise<BackupSettings> {
  const chosen = BackupSettings.partial().safeParse(await findInstanceSetting(db, name))
  return { ...defaultBackupSettings, ...chosen.data }
}

/** Writes the fields that are given. */
export async function updateBackupSettings(trx: Db, change: Partial<BackupSettings>): Promise<BackupSettings> {
  const settings = { ...(await getBackupSettings(trx)), ...change }
  await putInstanceSetting(trx, name, settings)
  return settings
}
