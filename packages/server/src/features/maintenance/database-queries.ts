import { statSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { SqliteFile } from '../../platform/sqlite/sqlite.ts'

const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Bytes that the database takes on the disk, SQLite's log included. */
export async function measureDatabase(db: Db, file: SqliteFile | undefined): Promise<number> {
  if (file) return fileSize(file.path) + fileSize(`${file.path}-wal`)
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
  return Number(rows[0]?.size ?? 0)
}

/** Asks the database for its version and measures the time. */
export async function askVersion(db: Db, file: SqliteFile | undefined): Promise<string> {
  const asked = file
    ? sql<{ version: string }>`select sqlite_version() as version`
    : sql<{ version: string }>`select current_setting('server_version') as version`
  const { rows } = await asked.execute(db)
  return rows[0]?.version ?? ''
}

/** PostgreSQL: renews the planner's statistics and frees space, table by table, without blocking anybody. */
export async function vacuumTables(db: Db, onProgress: (percent: number) => Promise<void>): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db)
  for (const [index, { name }] of rows.entries()) {
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
    await onProgress(Math.round(((index + 1) / rows.length) * 100))
  }
}

/** The rooms with somebody at the table. */
export async function countRooms(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('rooms')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('ended_at', 'is', null)
    .where('empty_since', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export async function countEmails(db: Db): Promise<{ waiting: number; failing: number }> {
  const { waiting, failing } = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), sql<number | null>`sum(case when tries > 0 then 1 else 0 end)`.as('failing')])
    .executeTakeFirstOrThrow()
  return { waiting, failing: failing ?? 0 }
}

export const listProcesses = (db: Db) => db.selectFrom('processes').selectAll().orderBy('name').execute()
