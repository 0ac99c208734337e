import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import {
  type Contents,
  contentsOnPostgres,
  contentsOnSqlite,
  copyTable,
  dropForeignKeys,
  isInUse,
  listTables,
  lockTables,
  markCopy,
  readMark,
  restoreForeignKeys,
  type Table,
} from './features/maintenance/copy-queries.ts'
import { lockOrder, migrations } from './migrations/all.ts'
import { lockDataFolder } from './platform/data-folder.ts'
import { type Db, migrate, openDatabase, sqlitePath } from './platform/database.ts'
import { StartRefusal } from './platform/http/errors.ts'
import { secretFile } from './platform/secrets/generated-secret.ts'

/** What was copied: how many rows, over how many tables. */
export type Copied = { tables: number; rows: number }

/**
 * Copies the SQLite instance of a data folder into a PostgreSQL database and checks that both hold the same, in one transaction:
 * a copy that fails leaves the target as it was. Both are brought to the present schema first, as a start would do.
 * It may be run again: what it copied before is replaced as long as nobody worked there since.
 * @param options.secret the SECRET of the settings, if there is one
 * @param options.onTable hears of each table before it is copied
 * @throws StartRefusal when a server uses the folder, there is no database in it, the secret is not the one beside it, or somebody works on the target
 */
export async function copyToPostgres(options: {
  dataDir: string
  databaseUrl: string
  secret?: string | undefined
  onTable?: (name: string, index: number, count: number) => void
}): Promise<Copied> {
  const { dataDir, databaseUrl, secret, onTable } = options
  if (!existsSync(sqlitePath(dataDir))) throw new StartRefusal(`Não há banco SQLite em ${dataDir}. Confira DATA_DIR.`)
  requireItsSecret(dataDir, secret)
  const release = lockDataFolder(dataDir)
  const source = (await openDatabase({ databaseUrl: undefined, dataDir })).db
  const target = (await openDatabase({ databaseUrl, dataDir })).db
  try {
    await migrate(source, migrations, lockOrder)
    await migrate(target, migrations, lockOrder)
    return await target.transaction().execute(async (trx) => {
      const tables = await listTables(trx)
      // Before anybody looks: an account made after the look would be copied over.
      await lockTables(trx, tables)
      await requireFree(trx, tables)
      const keys = await dropForeignKeys(trx)
      for (const [index, table] of tables.entries()) {
        onTable?.(table.name, index + 1, tables.length)
        await copyTable(source, trx, table)
      }
      await restoreForeignKeys(trx, keys)
      const copied = await contentsOfAll(tables, (table) => contentsOnPostgres(trx, table))
      const original = await contentsOfAll(tables, (table) => contentsOnSqlite(source, table))
      for (const { name } of tables) {
        const [there, here] = [original.get(name), copied.get(name)]
        if (there?.rows !== here?.rows || there?.hash !== here?.hash) {
          throw new Error(`${name} differs after the copy: ${there?.rows} rows there, ${here?.rows} here`)
        }
      }
      await markCopy(trx, hashOf(copied))
      return { tables: tables.length, rows: [...copied.values()].reduce((sum, { rows }) => sum + rows, 0) }
    })
  } finally {
    await source.destroy()
    await target.destroy()
    release()
  }
}

/** @throws StartRefusal when the target is somebody's installation, and not only what was copied to it before */
async function requireFree(trx: Db, tables: readonly Table[]): Promise<void> {
  if (!(await isInUse(trx))) return
  const present = await contentsOfAll(tables, (table) => contentsOnPostgres(trx, table))
  if ((await readMark(trx)) === hashOf(present)) return
  throw new StartRefusal(
    'Esse banco PostgreSQL já tem contas ou salas, e não são só as de uma cópia anterior. Nada foi mudado. Para copiar para ele, esvazie-o antes, ou use outro.',
  )
}

async function contentsOfAll(tables: readonly Table[], read: (table: Table) => Promise<Contents>): Promise<Map<string, Contents>> {
  const all = new Map<string, Contents>()
  for (const table of tables) all.set(table.name, await read(table))
  return all
}

function hashOf(contents: ReadonlyMap<string, Contents>): string {
  const hash = createHash('sha256')
  for (const [name, { rows, hash: own }] of contents) hash.update(`${name} ${rows} ${own}\n`)
  return hash.digest('hex')
}

/** What is sealed opens only with the secret that sealed it. Where one was made for the folder, another SECRET would open nothing. */
function requireItsSecret(dataDir: string, secret: string | undefined): void {
  const file = secretFile(dataDir)
  if (secret === undefined || !existsSync(file) || readFileSync(file, 'utf8').trim() === secret) return
  throw new StartRefusal(
    `SECRET não é o segredo com que esta pasta foi cifrada, que está em ${file}. Use o conteúdo desse arquivo em SECRET, aqui e ao iniciar. Se a instalação já rodava com outro SECRET, mude antes esse arquivo de nome. Nada foi copiado.`,
  )
}
