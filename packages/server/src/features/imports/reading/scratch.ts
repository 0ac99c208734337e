import { DatabaseSync } from 'node:sqlite'
import { Unreadable } from '../model.ts'

/** Things of one kind that a file has, in the order in which they are wanted; `body` is JSON. */
type Row = { body: string }

/** Where the things of a file wait until all of it is read: what hangs on a card may stand anywhere in it. On the disk, and gone at the end. */
export type Scratch = {
  /** Keeps a thing, the first of each id. @returns whether it is the first */
  add: (kind: string, thing: { id: string; of?: string; position?: number }, body: unknown) => boolean
  /** To be called once, when everything is there. */
  ready: () => void
  /** By place, then as they came. */
  all: <T>(kind: string) => Iterable<T>
  /** As `all`, of those that hang on one thing. */
  each: <T>(kind: string, of: string) => Iterable<T>
  /** The same at once, where they are few. */
  of: <T>(kind: string, of: string) => T[]
  /** On what things of a kind hang. */
  owners: (kind: string) => string[]
  close: () => void
}

const pageBytes = 4096
/** SQLite's number for a file that may not grow any more. */
const isFull = (error: unknown): boolean => (error as { errcode?: number }).errcode === 13

/**
 * What a short thing names at length is kept with it, so that a file may become fifty times as large: it would fill the disk of the database.
 * @throws Unreadable where it would become larger than it may
 */
function withinBounds<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw isFull(error) ? new Unreadable({ kind: 'too_costly' }) : error
  }
}

/** @param path of a file that is not there yet @param maxBytes that it may have */
export function createScratch(path: string, maxBytes: number): Scratch {
  const db = new DatabaseSync(path)
  db.exec(`pragma page_size = ${pageBytes}; pragma max_page_count = ${Math.ceil(maxBytes / pageBytes)}`)
  // What a crash leaves is thrown away anyway. The cache in kilobytes.
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -16000')
  db.exec(`create table things (
    number integer primary key, kind text not null, id text not null, belongs text not null, position real not null, body text not null) strict`)
  db.exec('create unique index things_by_id on things (kind, id)')
  db.exec('begin')
  const insert = db.prepare('insert or ignore into things (kind, id, belongs, position, body) values (?, ?, ?, ?, ?)')
  const findOf = 'select body from things where kind = ? and belongs = ? order by position, number'
  let few: ReturnType<typeof db.prepare> | undefined
  return {
    add: (kind, { id, of = '', position = 0 }, body) =>
      withinBounds(() => insert.run(kind, id, of, position, JSON.stringify(body)).changes === 1),
    ready: () =>
      withinBounds(() => {
        db.exec('commit')
        db.exec('create index things_of on things (kind, belongs, position, number)')
      }),
    all: function* <T>(kind: string) {
      const rows = db.prepare('select body from things where kind = ? order by position, number').iterate(kind)
      for (const row of rows) yield JSON.parse((row as Row).body) as T
    },
    each: function* <T>(kind: string, of: string) {
      const rows = db.prepare(findOf).iterate(kind, of)
      for (const row of rows) yield JSON.parse((row as Row).body) as T
    },
    of: <T>(kind: string, of: string) => {
      few ??= db.prepare(findOf)
      return few.all(kind, of).map((row) => JSON.parse((row as Row).body) as T)
    },
    owners: (kind) =>
      db
        .prepare('select distinct belongs from things where kind = ?')
        .all(kind)
        .map((row) => (row as { belongs: string }).belongs),
    close: () => db.close(),
  }
}
