import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A table with a text that is searched, SQLite's index of it, and the queue of what that does not know yet. */
type Source = { table: string; text: string; index: string; queue: string; id: string }

const sources: Source[] = [
  { table: 'comments', text: 'content', index: 'card_search_comments', queue: 'comment_search_queue', id: 'comment_id' },
  { table: 'checklist_items', text: 'title', index: 'card_search_items', queue: 'item_search_queue', id: 'item_id' },
]

/**
 * Comments and checklist items are found by their groups of three letters, as cards are since 0013. `search_text` is the folded text. The
 * databases do not fold as the program does, so the column is null where the program has yet to fill it: in what is there already, and in what
 * the version before writes. A job fills it, a few hundred rows in a transaction, so that a big installation starts at once.
 */
export const searchIn =
  (sources: readonly Source[]) =>
  async (db: Kysely<unknown>): Promise<void> => {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    for (const source of sources) {
      const { table } = source
      await sql`alter table ${sql.table(table)} add column search_text text`.execute(db)
      await sql`create index ${sql.id(`${table}_unfolded`)} on ${sql.table(table)} (id) where search_text is null`.execute(db)
      await (isPostgres ? onPostgres(db, source) : onSqlite(db, source))
    }
  }

/** Where pg_trgm is not there (see 0013), what does not hold the latest texts costs reading all of them. */
async function onPostgres(db: Kysely<unknown>, { table, text }: Source): Promise<void> {
  const refold = sql.id(`${table}_refold`)
  const [written, before] = [sql.ref(`new.${text}`), sql.ref(`old.${text}`)]
  await sql`create function ${refold}() returns trigger language plpgsql as $$ begin
    if ${written} is distinct from ${before} and new.search_text is not distinct from old.search_text then new.search_text := null; end if;
    return new;
  end $$`.execute(db)
  await sql`create trigger ${refold} before update of ${sql.id(text)} on ${sql.table(table)}
    for each row execute function ${refold}()`.execute(db)
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'
  `.execute(db)
  const [extension] = rows
  if (!extension) return
  const letters = sql.id(extension.schema, 'gin_trgm_ops')
  await sql`create index ${sql.id(`${table}_of_text`)} on ${sql.table(table)} using gin (search_text ${letters})`.execute(db)
}

/** As for cards in 0013: the index holds no text of its own, and what it does not know yet waits in a queue that searches read, too. */
async function onSqlite(db: Kysely<unknown>, { table, text, index, queue, id }: Source): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  const wait = sql`insert or ignore into ${sql.table(queue)} (${sql.id(id)}) values (new.id)`
  const trigger = (name: string) => sql.id(`${table}_${name}`)
  const [written, before] = [sql.ref(`new.${text}`), sql.ref(`old.${text}`)]
  await run(sql`create virtual table ${sql.table(index)} using fts5(
    search_text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
  )`)
  await run(sql`create table ${sql.table(queue)} (${sql.id(id)} integer primary key) strict`)
  await run(sql`create trigger ${trigger('refold')} after update of ${sql.id(text)} on ${sql.table(table)}
    when ${written} <> ${before} and new.search_text is old.search_text and new.search_text is not null
    begin update ${sql.table(table)} set search_text = null where id = new.id; end`)
  await run(
    sql`create trigger ${trigger('searched')} after insert on ${sql.table(table)} when new.search_text is not null begin ${wait}; end`,
  )
  await run(sql`create trigger ${trigger('searched_anew')} after update of search_text on ${sql.table(table)}
    when new.search_text is not null and new.search_text is not old.search_text begin ${wait}; end`)
  await run(sql`create trigger ${trigger('not_searched')} after delete on ${sql.table(table)} begin
    delete from ${sql.table(queue)} where ${sql.id(id)} = old.id;
    delete from ${sql.table(index)} where rowid = old.id;
  end`)
}

export const searchInTalk: Migration = { up: searchIn(sources) }
