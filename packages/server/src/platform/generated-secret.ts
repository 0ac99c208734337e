import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartRefusal } from './errors.ts'
import { newSecret } from './secrets.ts'

/**
 * The SECRET of an installation that was given none: made at the first start and kept beside the SQLite file, whose life it
 * shares. On PostgreSQL there is none: the processes share a database but no folder, and one that loses its disk would lose it.
 * @throws StartRefusal when what the file holds is no secret; else when it cannot be read or written
 */
export function secretFor({ secret, databaseUrl, dataDir }: Pick<Config, 'secret' | 'databaseUrl' | 'dataDir'>): string | undefined {
  if (secret !== undefined || databaseUrl !== undefined) return secret
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'secret')
  try {
    writeFileSync(file, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Also when a copy or a restore made it anew.
  chmodSync(file, 0o600)
  const kept = readFileSync(file, 'utf8').trim()
  if (kept.length < 32)
    throw new StartRefusal(`${file} está vazio ou cortado. Restaure-o do seu backup, ou exclua-o para começar com outro.`)
  return kept
}
