import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Boards of other tools. What an import made is known by the ids it had there, so that a newer file brings the same board up to date; what it
 * changed on a board that was there before is kept for as long as it can be undone. Comments keep the name of who wrote them elsewhere.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const strict = onPostgres ? sql`` : sql`strict`
  await sql`create table imports (
    id ${id},
    user_id integer not null references users (id) on delete cascade,
    token_id integer,
    source text not null,
    file_name text not null,
    status text not null,
    step text,
    process_id text,
    object_name text,
    bundle_name text,
    origin text,
    head text,
    choices text not null default '{}',
    maps text not null default '{}',
    board_id integer references boards (id) on delete set null,
    is_new integer not null default 0,
    line integer not null default 0,
    byte integer not null default 0,
    done integer not null default 0,
    total integer not null default 0,
    made integer not null default 0,
    phase text,
    problem text,
    left_out text not null default '[]',
    created_at text not null,
    finished_at text,
    undo_until text
  ) ${strict}`.execute(db)
  await sql`create index imports_of on imports (user_id, id)`.execute(db)
  await sql`create index imports_board on imports (board_id)`.execute(db)
  await sql`create index imports_to_do on imports (id) where step is not null`.execute(db)
  await sql`create table import_sources (
    board_id integer not null references boards (id) on delete cascade,
    source text not null,
    kind text not null,
    source_id text not null,
    local_id integer not null,
    digest text not null,
    primary key (board_id, source, kind, source_id)
  ) ${strict}`.execute(db)
  await sql`create table import_changes (
    id ${id},
    import_id integer not null references imports (id) on delete cascade,
    kind text not null,
    local_id integer not null,
    source_id text not null,
    earlier text
  ) ${strict}`.execute(db)
  await sql`create index import_changes_of on import_changes (import_id, id)`.execute(db)
  await sql`alter table comments add column author_name text`.execute(db)
}

export const imports: Migration = { up }
