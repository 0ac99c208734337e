import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { lockOrder, migrations } from '../../../migrations/all.ts'
import { type Db, migrate, openDatabase } from '../../../platform/database.ts'
import { indexTexts } from './index-queries.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A database with comments that wait to be indexed, and how many transactions were begun on it since. */
async function waiting(lengths: readonly number[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rodada-index-'))
  folders.push(dataDir)
  const { db } = await openDatabase({ databaseUrl: undefined, dataDir })
  await migrate(db, migrations, lockOrder)
  await sql`pragma foreign_keys = off`.execute(db)
  const written = { card_id: 1, user_id: null, version: 1, created_at: '2026-01-01T00:00:00.000Z' }
  const rows = lengths.map((length) => ({ ...written, content: 'a'.repeat(length), search_text: 'a'.repeat(length) }))
  await db.insertInto('comments').values(rows).execute()
  let begun = 0
  const counted = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') begun += 1
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Db
  const left = async () => Number((await sql<{ n: number }>`select count(*) as n from comment_search_queue`.execute(db)).rows[0]?.n)
  return { db, counted, left, begun: () => begun }
}

test('long texts are indexed one after another, and short ones many at a time', async () => {
  const short = await waiting(Array.from({ length: 150 }, () => 50))
  await indexTexts(short.counted, 'sqlite')
  const long = await waiting(Array.from({ length: 150 }, (_, index) => (index % 5 ? 50 : 20_000)))
  await indexTexts(long.counted, 'sqlite')
  expect([await short.left(), await long.left()]).toEqual([0, 0])
  // Votes wait behind each transaction, not behind thirty long texts.
  expect(long.begun() - short.begun()).toBeGreaterThanOrEqual(29)
  for (const { db } of [short, long]) await db.destroy()
})
