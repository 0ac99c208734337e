import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

type Schema = { notes: { id: number; text: string } }

let folder: string
let opened: ReturnType<typeof openSqlite<Schema>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reads-'))
  opened = openSqlite<Schema>(join(folder, 'notes.sqlite'))
  await sql`create table notes (id integer primary key, text text not null) strict`.execute(opened.db)
})

afterEach(async () => {
  await opened.db.destroy()
  rmSync(folder, { recursive: true })
})

/** Counts, a million in some tenths of a second. */
const slow = (db: Kysely<Schema>, upTo = 1_000_000) =>
  sql<{ n: number }>`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${upTo}) select count(*) as n from c`.execute(
    db,
  )
const ids = async () => (await opened.reads.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id)

test('the event loop goes on while something long is read', async () => {
  let rounds = 0
  const reading = slow(opened.reads).finally(() => {
    rounds = -rounds
  })
  while (rounds >= 0) {
    rounds += 1
    await nextLoop()
  }
  expect((await reading).rows).toEqual([{ n: 1_000_000 }])
  expect(-rounds).toBeGreaterThan(10)
})

test('what was committed is read, and what was not is not', async () => {
  const add = (id: number) => opened.db.insertInto('notes').values({ id, text: 'é' }).execute()
  await add(1)
  expect(await ids()).toEqual([1])
  await opened.db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 2, text: 'x' }).execute()
    expect(await ids()).toEqual([1])
  })
  expect(await ids()).toEqual([1, 2])
})

test('nothing is written there, a failure says what SQLite says, and there are no transactions', async () => {
  await expect(opened.reads.insertInto('notes').values({ id: 1, text: 'x' }).execute()).rejects.toThrow('readonly')
  await expect(sql`select absent from notes`.execute(opened.reads)).rejects.toThrow('no such column: absent')
  await expect(opened.reads.transaction().execute(async () => {})).rejects.toThrow('has no transactions')
  expect(await ids()).toEqual([])
})

test('what the thread was asked when it ends fails, and the next question begins it again', async () => {
  const reading = slow(opened.reads)
  const failed = expect(reading).rejects.toThrow('the thread that reads has ended')
  await nextLoop()
  await opened.file.threads.end()
  await failed
  expect(await ids()).toEqual([])
})

test('what is asked while a thread ends is answered by the next', async () => {
  expect(await ids()).toEqual([])
  const ending = opened.file.threads.end()
  expect(await ids()).toEqual([])
  await ending
})

test('what is short is answered while something long is read', async () => {
  const order: string[] = []
  // Both threads are there, so that neither is waited for.
  await Promise.all([ids(), ids()])
  const reading = slow(opened.reads, 10_000_000).then(() => order.push('long'))
  for (let i = 0; i < 3; i += 1) await ids().then(() => order.push('short'))
  await reading
  expect(order).toEqual(['short', 'short', 'short', 'long'])
})
