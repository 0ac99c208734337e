import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Files of cards. Equal bytes are stored once: a file is a name on a card for a blob, and a blob is known by the hash of its bytes. What is
 * in the store and belongs to no blob, because an upload is under way or the blob is gone, is noted until it is removed. The version before
 * knows nothing of them, and leaves the count of its cards as it is.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`alter table cards add column file_count integer not null default 0`)

  await run(sql`create table blobs (
    sha256 text primary key not null,
    object_name text not null,
    size integer not null,
    type text not null,
    width integer,
    height integer,
    preview_name text,
    created_at text not null,
    unused_since text
  ) ${strict}`)
  await run(sql`create index blobs_unused on blobs (unused_since) where unused_since is not null`)

  await run(sql`create table files (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    card_id integer not null references cards (id) on delete cascade,
    sha256 text not null references blobs (sha256),
    name text not null,
    user_id integer references users (id) on delete set null,
    created_at text not null,
    deleted_at text
  ) ${strict}`)
  await run(sql`create index files_of_card on files (card_id, id)`)
  await run(sql`create index files_of_board on files (board_id)`)
  await run(sql`create index files_of_blob on files (sha256)`)
  await run(sql`create index files_by_user on files (user_id) where user_id is not null`)
  await run(sql`create index files_deleted on files (deleted_at) where deleted_at is not null`)

  await run(sql`create table stray_objects (
    object_name text primary key not null,
    remove_after text not null
  ) ${strict}`)
}

export const cardFiles: Migration = { up }
