import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  // Shown on every card of a board, so they are counted when they change and not when they are read.
  await run(sql`alter table cards add column attachment_count integer not null default 0`)
  await run(sql`alter table cards add column github_state text`)

  await run(sql`create table attachments (
    id ${id},
    card_id integer not null references cards (id) on delete cascade,
    url text not null,
    title text not null,
    kind text not null,
    user_id integer references users (id) on delete set null,
    created_at text not null
  ) ${strict}`)
  await run(sql`create index attachments_of_card on attachments (card_id)`)

  await run(sql`create table github_accounts (
    user_id integer primary key references users (id) on delete cascade,
    login text not null,
    avatar_url text not null,
    token text not null,
    connected_at text not null,
    broken_at text
  ) ${strict}`)
  // Authorizations under way. Any process may finish one.
  await run(sql`create table github_states (
    state_hash text primary key,
    browser_hash text not null,
    user_id integer not null references users (id) on delete cascade,
    session_id integer not null references sessions (id) on delete cascade,
    verifier text not null,
    return_to text not null,
    expires_at text not null
  ) ${strict}`)
  await run(sql`create index github_states_by_end on github_states (expires_at)`)

  await run(sql`create table github_links (
    id ${id},
    card_id integer not null references cards (id) on delete cascade,
    board_id integer not null references boards (id) on delete cascade,
    repository text not null,
    repository_key text not null,
    number integer not null,
    kind text not null check (kind in ('issue', 'pull')),
    title text not null,
    state text not null check (state in ('open', 'closed', 'draft', 'merged')),
    url text not null,
    linked_by integer references users (id) on delete set null,
    remote_at text not null,
    checked_at text not null,
    problem text,
    next_check_at text not null,
    created_at text not null,
    unique (card_id, repository_key, number)
  ) ${strict}`)
  await run(sql`create index github_links_of_issue on github_links (board_id, repository_key, number)`)
  await run(sql`create index github_links_due on github_links (next_check_at)`)
  await run(sql`create index github_links_of_person on github_links (linked_by)`)

  await run(sql`create table github_imports (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    list_id integer not null references lists (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    repository text not null,
    state text not null check (state in ('open', 'all')),
    status text not null check (status in ('running', 'done', 'cancelled', 'failed')),
    imported integer not null,
    skipped integer not null,
    pages integer not null,
    pages_total integer,
    limited integer not null,
    problem text,
    tries integer not null,
    next_step_at text not null,
    created_at text not null
  ) ${strict}`)
  await run(sql`create index github_imports_of_board on github_imports (board_id)`)
  await run(sql`create unique index github_import_running on github_imports (board_id) where status = 'running'`)

  await run(sql`create table github_webhooks (
    board_id integer primary key references boards (id) on delete cascade,
    public_id text not null unique,
    secret text not null,
    created_at text not null,
    last_delivery_at text
  ) ${strict}`)
  // The delivery's id is not signed, so what was signed counts too.
  await run(sql`create table github_deliveries (
    board_id integer not null references boards (id) on delete cascade,
    delivery_id text not null,
    body_hash text not null,
    received_at text not null,
    primary key (board_id, delivery_id),
    unique (board_id, body_hash)
  ) ${strict}`)
  await run(sql`create index github_deliveries_by_age on github_deliveries (received_at)`)

  await run(sql`create table slack_hooks (
    board_id integer primary key references boards (id) on delete cascade,
    url text not null,
    masked_url text not null,
    sprint_ended integer not null,
    vote_finished integer not null,
    card_done integer not null,
    updated_at text not null,
    failing_since text
  ) ${strict}`)
  await run(sql`create table slack_messages (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    message text not null,
    tries integer not null default 0,
    created_at text not null,
    next_try_at text not null
  ) ${strict}`)
  await run(sql`create index slack_messages_due on slack_messages (next_try_at)`)
}

export const integrations: Migration = { up }
