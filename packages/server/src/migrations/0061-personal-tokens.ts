import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Tokens of programs. The boards that one is confined to are rows of their own, and that it is confined is said beside them: without its last
 * board a token reaches nothing, and not everything. The journal keeps the id of a token without a reference, because it outlives the token.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const strict = onPostgres ? sql`` : sql`strict`
  await sql`create table personal_tokens (
    id ${id},
    user_id integer not null references users (id) on delete cascade,
    name text not null,
    token_hash text not null unique,
    hint text not null,
    scope text not null,
    all_boards integer not null,
    created_at text not null,
    expires_at text not null,
    last_used_at text
  ) ${strict}`.execute(db)
  await sql`create index personal_tokens_of on personal_tokens (user_id, id)`.execute(db)
  await sql`create index personal_tokens_end on personal_tokens (expires_at)`.execute(db)
  await sql`create table personal_token_boards (
    token_id integer not null references personal_tokens (id) on delete cascade,
    board_id integer not null references boards (id) on delete cascade,
    primary key (token_id, board_id)
  ) ${strict}`.execute(db)
  await sql`create index personal_token_boards_of on personal_token_boards (board_id)`.execute(db)
  await sql`alter table activities add column token_id integer`.execute(db)
}

export const personalTokens: Migration = { up }
