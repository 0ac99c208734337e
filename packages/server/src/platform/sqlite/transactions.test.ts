import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

type Schema = { notes: { id: number; text: string } }

let folder: string
let file: string
let db: Kysely<Schema>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transactions-'))
  file = join(folder, 'notes.sqlite')
  db = openSqlite<Schema>(file).db
  await sql`create table notes (id integer primary key, text text not null) strict`.execute(db)
})

afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const add = (id: number, text = 'x') =>
  db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id, text }).execute()
    // Long enough for others to come in between, if anything let them.
    await trx.selectFrom('notes').selectAll().where('id', '=', id).execute()
    return id
  })

/** What is committed, as another process sees it. */
const committedIds = () => {
  const other = new DatabaseSync(file, { readOnly: true })
  const rows = other.prepare('select id from notes order by id').all()
  other.close()
  return rows.map(({ id }) => id)
}

const ids = async () => (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id)

test('a rolled-back transaction leaves nothing, and its neighbours stay', async () => {
  const fails = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 2, text: 'never' }).execute()
    throw new Error('changed my mind')
  })
  const results = await Promise.allSettled([add(1), fails, add(3), add(3), add(4)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await ids()).toEqual([1, 3, 4])
})

test('a change is visible to others from its commit on, and not before', async () => {
  const seen: number[][] = []
  const wrote = Promise.withResolvers<void>()
  const looked = Promise.withResolvers<void>()
  const writing = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 1, text: 'soon' }).execute()
    wrote.resolve()
    await looked.promise
  })
  await wrote.promise
  seen.push(await ids())
  looked.resolve()
  await writing
  seen.push(await ids())
  expect(seen).toEqual([[], [1]])
})

test('a transaction without changes is answered when what it read is committed', async () => {
  const writing = add(1)
  const reading = db
    .transaction()
    .execute(async (trx) => {
      expect(await trx.selectFrom('notes').select('id').execute()).toEqual([{ id: 1 }])
      throw new Error('nothing to change')
    })
    .catch(committedIds)
  expect(await reading).toEqual([1])
  await writing
})

test('a statement alone waits for the transaction that came before it', async () => {
  const transaction = add(1)
  const alone = db.insertInto('notes').values({ id: 2, text: 'alone' }).execute()
  expect(await alone.then(committedIds)).toEqual([1, 2])
  await transaction
})

test('on a full disk everything confirmed is there and nothing else', async () => {
  await add(0)
  await sql`pragma max_page_count = 40`.execute(db)
  const large = 'x'.repeat(3000)
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, async (_, n) => {
      // Some of them are whole before the room ends.
      for (let turn = 0; turn < n % 10; turn++) await new Promise((resolve) => setImmediate(resolve))
      return add(n + 1, large)
    }),
  )
  const confirmed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(confirmed.length).toBeGreaterThan(0)
  expect(confirmed.length).toBeLessThan(100)
  expect(await ids()).toEqual([0, ...confirmed].sort((a, b) => a - b))

  await sql`pragma max_page_count = 1000`.execute(db)
  await add(500)
  expect(await ids()).toContain(500)
})

test('statements after SQLite has ended a transaction are refused, and nothing of it stays', async () => {
  await add(1)
  const ended = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 2, text: 'before' }).execute()
    await expect(sql`insert or rollback into notes values (1, 'again')`.execute(trx)).rejects.toThrow('UNIQUE')
    await trx.insertInto('notes').values({ id: 3, text: 'after' }).execute()
  })
  await expect(ended).rejects.toThrow('the transaction has ended')
  await add(4)
  expect(await ids()).toEqual([1, 4])
})

test('a commit that fails leaves nothing behind, and lets the next one in', async () => {
  await sql`create table replies (note integer not null references notes deferrable initially deferred) strict`.execute(db)
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 1, text: 'with it' }).execute()
    await sql`insert into replies values (99)`.execute(trx)
  })
  const next = add(2)
  await expect(failing).rejects.toThrow('FOREIGN KEY')
  await next
  expect(await ids()).toEqual([2])
})

test('closing waits for what is under way', async () => {
  const adding = [add(1), add(2)]
  await db.destroy()
  const results = await Promise.allSettled(adding)
  db = openSqlite<Schema>(file).db
  const stored = await ids()
  expect(stored).toEqual(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])))
})
