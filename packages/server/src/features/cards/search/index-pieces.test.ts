import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { lockOrder, migrations } from '../../../migrations/all.ts'
import { type Db, migrate, openDatabase } from '../../../platform/database.ts'
import { slicesOf } from '../../../platform/slices.ts'
import { indexTexts } from './index-queries.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A database with comments that wait to be indexed. */
async function commented(texts: readonly string[]): Promise<Db> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rodada-index-'))
  folders.push(dataDir)
  const { db } = await openDatabase({ databaseUrl: undefined, dataDir })
  await migrate(db, migrations, lockOrder)
  await sql`pragma foreign_keys = off`.execute(db)
  const written = { card_id: 1, user_id: null, version: 1, created_at: '2026-01-01T00:00:00.000Z' }
  const rows = texts.map((text) => ({ ...written, content: text, search_text: text }))
  for (const some of slicesOf(rows)) await db.insertInto('comments').values(some).execute()
  return db
}

/** A database to work on, and how many rows each transaction that is begun there changed, those of indexes and of the commit among them. */
function counted(db: Db) {
  const before: number[] = []
  const changesOf = async (trx: Db) => (await sql<{ n: number }>`select total_changes() as n`.execute(trx)).rows[0]?.n ?? 0
  const execute = <Result>(work: (trx: Db) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      before.push(await changesOf(trx))
      return work(trx)
    })
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ execute })
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const changed = async () => {
    await execute(async () => undefined)
    return before.slice(1).map((after, at) => after - (before[at] ?? 0))
  }
  return { watched, changed }
}

const waiting = async (db: Db) => Number((await sql<{ n: number }>`select count(*) as n from comment_search_queue`.execute(db)).rows[0]?.n)

test('long texts are indexed one after another, and short ones many at a time', async () => {
  const short = await commented(Array.from({ length: 150 }, () => 'a'.repeat(50)))
  const ofShort = counted(short)
  await indexTexts(ofShort.watched, 'sqlite')
  const long = await commented(Array.from({ length: 150 }, (_, index) => 'a'.repeat(index % 5 ? 50 : 20_000)))
  const ofLong = counted(long)
  await indexTexts(ofLong.watched, 'sqlite')
  expect([await waiting(short), await waiting(long)]).toEqual([0, 0])
  // Votes wait behind each transaction, not behind thirty long texts.
  expect((await ofLong.changed()).length - (await ofShort.changed()).length).toBeGreaterThanOrEqual(29)
  for (const db of [short, long]) await db.destroy()
})

/** Words that share few groups of letters, the same in each run. */
const differentWord = (n: number): string => ((n * 1_103_515_245) % 2_147_483_647).toString(36)

/** Two hundred texts are some 600 changes; the index merging by itself had thousands, and more the larger it was. */
test('an index grows and shrinks a little in each transaction, however large it is', async () => {
  const db = await commented(Array.from({ length: 20_000 }, (_, n) => [1, 2, 3, 4].map((of) => differentWord(4 * n + of)).join(' ')))
  const { watched, changed } = counted(db)
  await indexTexts(watched, 'sqlite')
  const ids = (await db.selectFrom('comments').select('id').execute()).map(({ id }) => id)
  for (const some of slicesOf(ids, 100))
    await watched.transaction().execute((trx) => trx.deleteFrom('comments').where('id', 'in', some).execute())
  expect(Math.max(...(await changed()))).toBeLessThan(1000)
  await db.destroy()
})
