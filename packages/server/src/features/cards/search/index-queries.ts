import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { normalize } from '../../../platform/normalize.ts'

/** Texts that are folded, or added to SQLite's indexes, in one transaction: a few milliseconds. */
const atOnce = 200
/** Letters that are added in one transaction, or one text: those of which no three are alike cost a second for 300,000. */
const lettersAtOnce = 20_000
/** Pages of an index that are merged in one transaction: a few milliseconds, or as many as one group of letters takes that is in all texts. */
const pagesAtOnce = 4
/** Transactions of these for one that adds: far more than each page needs on its way up the index, and few enough that what waits is not forgotten. */
const mergesAtOnce = 200
/** Between two transactions at most. */
const longestPauseMs = 25

const folded = [
  { table: 'comments', text: 'content' },
  { table: 'checklist_items', text: 'title' },
  { table: 'files', text: 'name' },
  { table: 'card_field_values', text: 'text_value' },
] as const
const indexes = [
  { table: 'cards', index: 'card_search', queue: 'card_search_queue', id: 'card_id' },
  { table: 'comments', index: 'card_search_comments', queue: 'comment_search_queue', id: 'comment_id' },
  { table: 'checklist_items', index: 'card_search_items', queue: 'item_search_queue', id: 'item_id' },
  { table: 'files', index: 'card_search_files', queue: 'file_search_queue', id: 'file_id' },
  { table: 'card_field_values', index: 'card_search_fields', queue: 'field_search_queue', id: 'value_id' },
] as const

/**
 * Completes what searches read: folds the texts that were there before they were found, or that the version before wrote, and adds
 * what waits to SQLite's indexes. PostgreSQL maintains its own.
 */
export async function indexTexts(db: Db, engine: Engine): Promise<void> {
  if (engine === 'sqlite') for (const each of indexes) await indexWaiting(db, each)
  for (const source of folded) {
    // Indexed as they are folded: the queue, which every search reads, stays short.
    const each = indexes.find((index) => index.table === source.table)
    while ((await foldSome(db, engine, source)) === atOnce) if (engine === 'sqlite' && each) await indexWaiting(db, each)
  }
}

/**
 * Several processes may do this at once, and each takes rows of its own. Values of fields that are no texts are never folded.
 * @returns how many there were
 */
const foldSome = (db: Db, engine: Engine, { table, text }: (typeof folded)[number]): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const own = engine === 'postgres' ? sql`for update skip locked` : sql``
    const { rows } = await sql<{ id: number; text: string }>`
      select id, ${sql.ref(text)} as text from ${sql.table(table)} where search_text is null and ${sql.ref(text)} is not null order by id limit ${atOnce} ${own}`.execute(
      trx,
    )
    if (rows.length === 0) return 0
    const values = sql.join(rows.map((row) => sql`(cast(${row.id} as integer), ${normalize(row.text)})`))
    await sql`
      update ${sql.table(table)} set search_text = fresh.column2 from (values ${values}) as fresh
      where ${sql.ref(`${table}.id`)} = fresh.column1`.execute(trx)
    return rows.length
  })

/** Adds what waits to an index, and puts the index in order as it grows. */
async function indexWaiting(db: Db, source: (typeof indexes)[number]): Promise<void> {
  while (await inTurn(() => indexSome(db, source)))
    for (let done = 0; done < mergesAtOnce && (await inTurn(() => mergeSome(db, source.index))); done += 1);
}

/** Does a little, and then gives everybody else as much time. @returns whether there may be more */
async function inTurn(work: () => Promise<boolean>): Promise<boolean> {
  const from = performance.now()
  const isMore = await work()
  if (isMore) await pause(Math.min(performance.now() - from, longestPauseMs))
  return isMore
}

/**
 * Merges a few pages of the pieces that an index consists of. SQLite would do that by itself ('automerge', off since 0078), and as many pages at once
 * as a second takes, within whatever statement happens to come: a checklist item that somebody deletes. @returns whether there may be more
 */
const mergeSome = (db: Db, index: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const changes = async () => (await sql<{ n: number }>`select total_changes() as n`.execute(trx)).rows[0]?.n ?? 0
    const before = await changes()
    await sql`insert into ${sql.table(index)} (${sql.id(index)}, rank) values ('merge', ${pagesAtOnce})`.execute(trx)
    // The command itself is one; see section 6.8 of SQLite's FTS5 documentation.
    return (await changes()) - before > 1
  })

/** Adds the first that wait, by their number and their letters. @returns whether there may be more */
const indexSome = (db: Db, { table, index, queue, id }: (typeof indexes)[number]): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; letters: number | null }>`
      select ${sql.ref(`${queue}.${id}`)} as id, length(search_text) as letters
      from ${sql.table(queue)} left join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = ${sql.ref(`${queue}.${id}`)}
      order by ${sql.ref(`${queue}.${id}`)} limit ${atOnce}`.execute(trx)
    const taken: number[] = []
    let sum = 0
    for (const row of rows) {
      sum += row.letters ?? 0
      if (taken.length > 0 && sum > lettersAtOnce) break
      taken.push(row.id)
    }
    if (taken.length === 0) return false
    await sql`
      insert or replace into ${sql.table(index)} (rowid, search_text)
      select id, search_text from ${sql.table(table)} where id in (${sql.join(taken)}) and search_text is not null`.execute(trx)
    await sql`delete from ${sql.table(queue)} where ${sql.id(id)} in (${sql.join(taken)})`.execute(trx)
    return true
  })
