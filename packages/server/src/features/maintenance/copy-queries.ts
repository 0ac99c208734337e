import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** A table of the program, as PostgreSQL describes it. Migrations keep the columns of both databases the same. */
export type Table = { name: string; columns: string[] /** Where the numbers of its rows come from. */; numbered: string | undefined }
export type ForeignKey = { table: string; name: string; definition: string }
/** What a table holds: how many rows, and a SHA-256 of them that does not depend on their order. */
export type Contents = { rows: number; hash: string }

type Row = Record<string, unknown>

/** Rows may hold pictures, so few are in memory at once. */
const page = 200

const ask = async <R>(db: Db, query: RawBuilder<R>): Promise<R[]> => (await query.execute(db)).rows

/** The tables of a PostgreSQL database, without those of the migrator. */
export async function listTables(target: Db): Promise<Table[]> {
  const columns = await ask(
    target,
    sql<{ table: string; name: string; numbers: 'YES' | 'NO' }>`
      select c.table_name as "table", c.column_name as name, c.is_identity as numbers
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely\\_%'
      order by c.table_name, c.ordinal_position`,
  )
  const tables = new Map<string, Table>()
  for (const { table, name, numbers } of columns) {
    const known = tables.get(table) ?? { name: table, columns: [], numbered: undefined }
    known.columns.push(name)
    if (numbers === 'YES') known.numbered = name
    tables.set(table, known)
  }
  return [...tables.values()]
}

/** Locks a PostgreSQL database's tables until the transaction ends. */
export async function lockTables(trx: Db, tables: readonly Table[]): Promise<void> {
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in access exclusive mode`.execute(trx)
}

/** Whether anybody has an account or a room there, so that the installation is in use. */
export async function isInUse(db: Db): Promise<boolean> {
  const found = await ask(db, sql`select 1 from users union all select 1 from rooms limit 1`)
  return found.length > 0
}

/**
 * Drops the foreign keys of a PostgreSQL database until the end of the transaction, because rows refer to each other in circles and arrive
 * table by table.
 */
export async function dropForeignKeys(trx: Db): Promise<ForeignKey[]> {
  const keys = await ask(
    trx,
    sql<ForeignKey>`
      select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of keys) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx)
  return keys
}

/** @throws when a row refers to a missing row */
export async function restoreForeignKeys(trx: Db, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    // PostgreSQL wrote the definition itself.
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
  }
}

/** Replaces the content of a PostgreSQL table by that of the same SQLite table. */
export async function copyTable(source: Db, trx: Db, { name, columns, numbered }: Table): Promise<void> {
  const table = sql.table(name)
  const refs = sql.join(columns.map((column) => sql.ref(column)))
  await sql`truncate table ${table}`.execute(trx)
  for await (const rows of pagesOfSqlite(source, name, columns)) {
    // One parameter for all rows; PostgreSQL gives each value the type of its column.
    const json = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    )
    await sql`insert into ${table} (${refs}) overriding system value
      select ${refs} from json_populate_recordset(null::${table}, ${json}::json)`.execute(trx)
  }
  if (numbered === undefined) return
  // Also ids of deleted rows are not given again: SQLite remembers the last one. It is 0 where a migration filled the table with no rows.
  const [last] = await ask(source, sql<{ seq: number }>`select seq from sqlite_sequence where name = ${name} and seq > 0`)
  if (last) await sql`select setval(pg_get_serial_sequence(${name}, ${numbered}), ${last.seq})`.execute(trx)
}

/** What a table of the SQLite database holds. */
export const contentsOnSqlite = (source: Db, { name, columns }: Table): Promise<Contents> =>
  contentsOf(columns, pagesOfSqlite(source, name, columns))

/** What a table of the PostgreSQL database holds, as the transaction sees it. */
export const contentsOnPostgres = (trx: Db, { name, columns }: Table): Promise<Contents> => contentsOf(columns, pagesOfPostgres(trx, name))

/** What `markCopy` last wrote there. */
export async function readMark(target: Db): Promise<string | undefined> {
  const [found] = await ask(target, sql<{ mark: string | null }>`select obj_description('kysely_migration'::regclass, 'pg_class') as mark`)
  return found?.mark ?? undefined
}

/** Notes in the database what was copied to it, so that a later copy can tell whether anybody worked there since. */
export async function markCopy(trx: Db, hash: string): Promise<void> {
  await sql`comment on table kysely_migration is ${sql.lit(hash)}`.execute(trx)
}

async function* pagesOfSqlite(source: Db, name: string, columns: readonly string[]): AsyncIterable<Row[]> {
  const refs = sql.join(columns.map((column) => sql.ref(column)))
  let last = 0
  while (true) {
    const rows = await ask(
      source,
      sql<Row>`select rowid as "place of the row", ${refs} from ${sql.table(name)} where rowid > ${last} order by rowid limit ${page}`,
    )
    if (rows.length === 0) return
    last = Number(rows.at(-1)?.['place of the row'])
    yield rows.map(({ 'place of the row': _, ...row }) => row)
  }
}

async function* pagesOfPostgres(trx: Db, name: string): AsyncIterable<Row[]> {
  await sql`declare copied_rows no scroll cursor for select * from ${sql.table(name)}`.execute(trx)
  for (let rows = await fetchRows(trx); rows.length > 0; rows = await fetchRows(trx)) yield rows
  await sql`close copied_rows`.execute(trx)
}

const fetchRows = (trx: Db): Promise<Row[]> => ask(trx, sql<Row>`fetch ${sql.lit(page)} from copied_rows`)

/** The order of the rows depends on the database, so their hashes are added up. */
async function contentsOf(columns: readonly string[], pages: AsyncIterable<Row[]>): Promise<Contents> {
  let count = 0
  let sum = 0n
  for await (const rows of pages) {
    count += rows.length
    for (const row of rows) sum += BigInt(`0x${hashOf(columns.map((column) => row[column] ?? null))}`)
  }
  return { rows: count, hash: (sum % 2n ** 256n).toString(16).padStart(64, '0') }
}

const hashOf = (values: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value))))
    .digest('hex')
