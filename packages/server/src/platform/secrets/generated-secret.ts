import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartRefusal } from '../http/errors.ts'
import { newSecret } from './secrets.ts'

/** Where the secret of an installation is kept that was made for it. */
export const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/**
 * The SECRET of an installation that has none in its settings: made at the first start and kept beside the SQLite file. On PostgreSQL there
 * is none, because the processes share a database but no folder.
 * @throws StartRefusal when the file holds no secret; an error when it cannot be read or written
 */
export function secretFor({ secret, databaseUrl, dataDir }: Pick<Config, 'secret' | 'databaseUrl' | 'dataDir'>): string | undefined {
  if (secret !== undefined || databaseUrl !== undefined) return secret
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = secretFile(dataDir)
  try {
    writeFileSync(file, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // A copy or a restore may have created it with other rights.
  chmodSync(file, 0o600)
  const kept = readFileSync(file, 'utf8').trim()
  if (kept.length < 32)
    throw new StartRefusal(`${file} está vazio ou cortado. Restaure-o do seu backup, ou exclua-o para começar com outro.`)
  return kept
}
