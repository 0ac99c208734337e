import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Texts of cards are found by their groups of three letters, and the cards that changed last without looking at all of them. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index cards_latest on cards (updated_at, id) where archived_at is null and deleted_at is null`.execute(db)
  await (db.getExecutor().adapter instanceof PostgresAdapter ? onPostgres(db) : onSqlite(db))
}

/**
 * The extension comes with PostgreSQL, but as a package of its own on some systems, and making it takes a right that the
 * program's user may lack: without it searches read every text, as before.
 */
async function onPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported or unique_violation then
    raise notice 'pg_trgm is not available: %', sqlerrm;
  end $$`.execute(db)
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'
  `.execute(db)
  const [extension] = rows
  if (!extension) return
  await sql`create index cards_of_text on cards using gin (search_text ${sql.id(extension.schema, 'gin_trgm_ops')})`.execute(db)
}

/**
 * The index holds no text of its own, only which groups of letters are in which card. Adding to it takes longer than making the
 * card does, so a card waits in the queue until a job adds many at once.
 */
async function onSqlite(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`create virtual table card_search using fts5(
    search_text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
  )`)
  await run(sql`create table card_search_queue (card_id integer primary key) strict`)
  await run(sql`insert into card_search (rowid, search_text) select id, search_text from cards`)
  await run(sql`create trigger card_search_added after insert on cards begin
    insert or ignore into card_search_queue (card_id) values (new.id);
  end`)
  await run(sql`create trigger card_search_changed after update of search_text on cards when old.search_text <> new.search_text begin
    insert or ignore into card_search_queue (card_id) values (new.id);
  end`)
  await run(sql`create trigger card_search_removed after delete on cards begin
    delete from card_search_queue where card_id = old.id;
    delete from card_search where rowid = old.id;
  end`)
}

export const cardSearch: Migration = { up }
