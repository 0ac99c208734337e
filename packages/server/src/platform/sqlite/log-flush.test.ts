import fs, { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSqlite } from './sqlite.ts'

type Schema = { notes: { id: number } }

/** Flushes that the disk has not done yet: each of these lets one through. */
const disk = { held: [] as (() => void)[], holds: false, flushes: 0 }

// In the place of the system's own, for everybody who imported it.
const { fdatasync } = fs
fs.fdatasync = Object.assign(
  (handle: number, done: fs.NoParamCallback) => {
    disk.flushes += 1
    const run = () => fdatasync(handle, done)
    if (disk.holds) disk.held.push(run)
    else run()
  },
  { __promisify__: fdatasync.__promisify__ },
)
syncBuiltinESMExports()

afterAll(() => {
  fs.fdatasync = fdatasync
  syncBuiltinESMExports()
})

let folder: string
let file: string
let db: Kysely<Schema>
let early: Kysely<Schema>
let flushed: () => Promise<void>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'log-flush-'))
  file = join(folder, 'notes.sqlite')
  ;({ db, early, flushed } = openSqlite<Schema>(file))
  await sql`create table notes (id integer primary key) strict`.execute(db)
  disk.flushes = 0
  disk.holds = true
})

afterEach(async () => {
  letThrough()
  disk.holds = false
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const letThrough = () => {
  for (const run of disk.held.splice(0)) run()
}

/** Resolves when the disk is asked for its next flush. */
const asked = () => vi.waitFor(() => expect(disk.held).not.toEqual([]), { interval: 1 })

const add = (id: number) => db.insertInto('notes').values({ id }).execute()
const ids = async (of = db) => (await of.selectFrom('notes').select('id').execute()).map(({ id }) => id)

/** Notes when it is answered. */
const watched = <T>(work: Promise<T>) => {
  const seen = { answered: false, work }
  const note = () => {
    seen.answered = true
  }
  work.then(note, note)
  return seen
}

test('a statement, a transaction and a read are answered when the disk has what they wrote or saw', async () => {
  const statement = watched(add(1))
  await asked()
  const transaction = watched(db.transaction().execute((trx) => trx.insertInto('notes').values({ id: 2 }).execute()))
  const read = watched(ids())
  // Long enough for the transaction's commit, were it not to wait for anything.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect([statement.answered, transaction.answered, read.answered]).toEqual([false, false, false])
  letThrough()
  await statement.work
  expect(transaction.answered).toBe(false)
  await asked()
  letThrough()
  await transaction.work
  expect(await read.work).toContain(1)
})

test('a read and a refused write are answered when the disk has what they saw', async () => {
  await early.insertInto('notes').values({ id: 1 }).execute()
  const refused = watched(add(1))
  const undone = watched(
    db.transaction().execute(async (trx) => {
      await trx.selectFrom('notes').select('id').execute()
      throw new Error('nothing to change')
    }),
  )
  await asked()
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect([refused.answered, undone.answered]).toEqual([false, false])
  disk.holds = false
  letThrough()
  await expect(refused.work).rejects.toThrow('UNIQUE')
  await expect(undone.work).rejects.toThrow('nothing to change')
})

test('what comes while the disk is busy shares the next flush', async () => {
  const first = add(1)
  await asked()
  const transaction = () => db.transaction().execute((trx) => trx.insertInto('notes').values({ id: 4 }).execute())
  const others = Promise.all([add(2), transaction(), add(3), ids()])
  letThrough()
  await first
  await asked()
  letThrough()
  await others
  expect(disk.flushes).toBe(2)
  expect(await ids()).toEqual([1, 2, 3, 4])
  expect(disk.flushes).toBe(2)
})

test('an early write does not wait for the disk, and `flushed` resolves when everything is on it', async () => {
  await early.insertInto('notes').values({ id: 1 }).execute()
  expect(await ids(early)).toEqual([1])
  expect(disk.flushes).toBe(0)
  const waiting = watched(flushed())
  await asked()
  expect(waiting.answered).toBe(false)
  letThrough()
  await waiting.work
})

test('closing waits for the disk', async () => {
  await early.insertInto('notes').values({ id: 1 }).execute()
  const closed = watched(db.destroy())
  await asked()
  expect(closed.answered).toBe(false)
  letThrough()
  await closed.work
})

test('what a process that died left in the log is in the database once the next one has started', async () => {
  disk.holds = false
  await add(1)
  const left = join(folder, 'left.sqlite')
  for (const end of ['', '-wal']) copyFileSync(file + end, left + end)
  expect(statSync(`${left}-wal`).size).toBeGreaterThan(0)
  const { db: next } = openSqlite<Schema>(left)
  expect(await ids(next)).toEqual([1])
  expect(statSync(`${left}-wal`).size).toBe(0)
  await next.destroy()
})
