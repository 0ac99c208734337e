import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { lockOrder, migrations } from '../src/migrations/all.ts'
import { readConfig } from '../src/platform/config.ts'
import { migrate, openDatabase, sqlitePath } from '../src/platform/database.ts'
import { within } from './past-the-server.ts'

/** A PostgreSQL database with every migration and nothing else. */
export type Migrated = {
  name: string
  /** The statements that bring back the rows that migrations put into emptied tables. */
  rows: string[]
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What the databases of the suite are copies of; undefined on SQLite. */
    migrated: Migrated | undefined
    /** The SQLite file that those of the suite are copies of; undefined on PostgreSQL. */
    migratedFile: string | undefined
  }
}

/** Before the suite: migrations take most of a start on an empty database. After it: everything of this run goes. */
export default async function provideMigratedDatabase(project: TestProject): Promise<() => Promise<void>> {
  const base = process.env.TEST_DATABASE_URL
  if (!base) return provideMigratedFile(project)
  const url = await createDatabase(base)
  const { db } = await openDatabase(readConfig({ DATABASE_URL: url }))
  await migrate(db, migrations, lockOrder)
  await db.destroy()
  const name = nameOf(url)
  project.provide('migrated', { name, rows: await within(url, rowsOfMigrations) })
  return async () => {
    const { rows } = await within(base, (client) => client.query('select datname from pg_database where datname like $1', [`${name}%`]))
    for (const { datname } of rows) await dropDatabase(base, urlOf(base, datname))
  }
}

async function provideMigratedFile(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'rodada-migrated-'))
  const { db } = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  await migrate(db, migrations, lockOrder)
  // Closing brings what was written beside the file into it.
  await db.destroy()
  project.provide('migratedFile', sqlitePath(folder))
  return async () => rmSync(folder, { recursive: true, force: true })
}

async function rowsOfMigrations(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(`select table_name as name from information_schema.tables where ${areOurs}`)
  const statements: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`select json_agg(t) as all from ${name} t`)
    if (rows[0].all === null) continue
    const json = pg.escapeLiteral(JSON.stringify(rows[0].all))
    statements.push(`insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, ${json})`)
  }
  return statements
}

/** Which tables of information_schema hold rows of the product. */
const areOurs = `table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`

/** Every table, in the order in which nothing points at what is deleted; and every number begins at one. */
const emptyAll = `do $$
declare
  one text;
  points boolean := true;
begin
  while points loop
    points := false;
    for one in select format('%I', table_name) from information_schema.tables where ${areOurs} loop
      begin
        execute 'delete from ' || one;
      exception when foreign_key_violation then
        points := true;
      end;
    end loop;
  end loop;
  for one in select format('%I.%I', schemaname, sequencename) from pg_sequences where last_value is not null loop
    perform setval(one::regclass, 1, false);
  end loop;
end $$`

/** The copies of this worker that nobody uses: making and dropping one writes hundreds of files, and emptying it hardly any. */
const unused: string[] = []

/** A database with every migration and no row of anybody; `giveBack` when nobody is connected any more. */
export async function takeMigrated(base: string, { name, rows }: Migrated): Promise<{ url: string; giveBack: () => Promise<void> }> {
  const url = unused.pop() ?? (await createDatabase(base, { template: name, prefix: name }))
  const giveBack = async () => {
    await within(url, async (client) => {
      for (const statement of [emptyAll, ...rows]) await client.query(statement)
    })
    unused.push(url)
  }
  return { url, giveBack }
}

/** A fresh database beside `base`, empty or a copy of `template`; its address. */
export async function createDatabase(base: string, { template = 'template1', prefix = 'rodada_test' } = {}): Promise<string> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await within(base, async (client) => {
    await client.query(`create database ${name} template ${template}`)
    // Nobody cuts the power of a test's PostgreSQL, and waiting for its disk is a good part of a run.
    await client.query(`alter database ${name} set synchronous_commit = off`)
  })
  return urlOf(base, name)
}

export const dropDatabase = (base: string, url: string): Promise<void> =>
  within(base, async (client) => void (await client.query(`drop database if exists ${nameOf(url)} with (force)`)))

const nameOf = (url: string) => new URL(url).pathname.slice(1)

const urlOf = (base: string, name: string) => {
  const url = new URL(base)
  url.pathname = `/${name}`
  return url.href
}
