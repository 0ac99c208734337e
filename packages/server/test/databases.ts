import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrations } from '../src/migrations/all.ts'
import { readConfig } from '../src/platform/config.ts'
import { migrate, openDatabase } from '../src/platform/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of a PostgreSQL database with every migration and no row; undefined on SQLite. */
    migratedDatabase: string | undefined
  }
}

/** Before the suite: migrations take most of a start on an empty PostgreSQL database, so those of the suite are copies of one. */
export default async function provideMigratedDatabase(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const base = process.env.TEST_DATABASE_URL
  if (!base) return undefined
  const url = await createDatabase(base)
  const { db } = await openDatabase(readConfig({ DATABASE_URL: url }))
  await migrate(db, migrations)
  await db.destroy()
  project.provide('migratedDatabase', nameOf(url))
  return () => dropDatabase(base, url)
}

/** A fresh database beside `base`, empty or a copy of `template`; its address. */
export async function createDatabase(base: string, template = 'template1'): Promise<string> {
  const name = `rodada_test_${randomBytes(6).toString('hex')}`
  // Nobody cuts the power of a test's PostgreSQL, and waiting for its disk is a good part of a run.
  await administer(base, `create database ${name} template ${template}`, `alter database ${name} set synchronous_commit = off`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return url.href
}

export const dropDatabase = (base: string, url: string): Promise<void> =>
  administer(base, `drop database if exists ${nameOf(url)} with (force)`)

const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function administer(base: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
