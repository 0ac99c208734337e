import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const number = onPostgres ? sql`double precision` : sql`real`
  // Ranks compare byte by byte; PostgreSQL would otherwise sort them as words of a language.
  const rank = onPostgres ? sql`text collate "C"` : sql`text`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table boards (
    id ${id},
    title text not null,
    description text not null,
    search_text text not null,
    is_public integer not null,
    color text not null,
    user_id integer not null references users (id),
    version integer not null,
    revision integer not null,
    created_at text not null,
    updated_at text not null,
    deleted_at text
  ) ${strict}`)
  await run(sql`create index boards_of_owner on boards (user_id)`)
  await run(sql`create index boards_deleted on boards (deleted_at) where deleted_at is not null`)

  await run(sql`create table board_members (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    role text not null check (role in ('admin', 'member', 'guest')),
    joined_at text not null,
    unique (board_id, user_id)
  ) ${strict}`)
  await run(sql`create index boards_of_member on board_members (user_id)`)

  await run(sql`create table invitations (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    email text not null,
    role text not null check (role in ('member', 'guest')),
    token_hash text not null unique,
    invited_by integer not null references users (id),
    created_at text not null,
    expires_at text not null,
    accepted_at text,
    unique (board_id, email)
  ) ${strict}`)

  await run(sql`create table lists (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    title text not null,
    rank ${rank} not null,
    status text not null check (status in ('pendente', 'em_andamento', 'concluida', 'impedimento', 'cancelada')),
    version integer not null,
    created_at text not null,
    archived_at text,
    deleted_at text,
    unique (board_id, rank)
  ) ${strict}`)

  await run(sql`create table sprints (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    name text not null,
    description text not null,
    starts_on text not null,
    ends_on text not null,
    status text not null check (status in ('planejada', 'ativa', 'encerrada')),
    version integer not null,
    created_at text not null,
    ended_at text
  ) ${strict}`)
  await run(sql`create index sprints_of_board on sprints (board_id)`)
  await run(sql`create table sprint_columns (
    id ${id},
    sprint_id integer not null references sprints (id) on delete cascade,
    name text not null,
    rank ${rank} not null,
    status text not null check (status in ('pendente', 'em_andamento', 'concluida', 'impedimento', 'cancelada')),
    unique (sprint_id, rank)
  ) ${strict}`)

  await run(sql`create table cards (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    list_id integer not null references lists (id) on delete cascade,
    title text not null,
    description text not null,
    search_text text not null,
    priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
    due_date text,
    rank ${rank} not null,
    status text not null check (status in ('pendente', 'em_andamento', 'concluida', 'impedimento', 'cancelada')),
    estimate ${number},
    estimated_hours ${number},
    notes text not null,
    assignee_id integer references users (id) on delete set null,
    sprint_id integer references sprints (id) on delete set null,
    column_id integer references sprint_columns (id) on delete set null,
    column_rank ${rank},
    comment_count integer not null,
    checklist_total integer not null,
    checklist_done integer not null,
    version integer not null,
    revision integer not null,
    created_by integer references users (id) on delete set null,
    created_at text not null,
    updated_at text not null,
    completed_at text,
    archived_at text,
    deleted_at text,
    unique (list_id, rank)
  ) ${strict}`)
  await run(sql`create index cards_changed on cards (board_id, revision)`)
  await run(sql`create index cards_shown on cards (list_id, rank) where archived_at is null and deleted_at is null`)
  await run(sql`create index cards_of_assignee on cards (assignee_id) where assignee_id is not null`)
  await run(sql`create index cards_of_sprint on cards (sprint_id) where sprint_id is not null`)
  await run(sql`create index cards_of_column on cards (column_id) where column_id is not null`)
  await run(sql`create index cards_deleted on cards (deleted_at) where deleted_at is not null`)

  await run(sql`create table labels (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    name text not null,
    color text not null
  ) ${strict}`)
  await run(sql`create index labels_of_board on labels (board_id)`)
  await run(sql`create table card_labels (
    card_id integer not null references cards (id) on delete cascade,
    label_id integer not null references labels (id) on delete cascade,
    primary key (card_id, label_id)
  ) ${strict}`)
  await run(sql`create index cards_of_label on card_labels (label_id)`)

  await run(sql`create table checklists (
    id ${id},
    card_id integer not null references cards (id) on delete cascade,
    title text not null,
    rank ${rank} not null,
    unique (card_id, rank)
  ) ${strict}`)
  await run(sql`create table checklist_items (
    id ${id},
    checklist_id integer not null references checklists (id) on delete cascade,
    title text not null,
    rank ${rank} not null,
    completed_at text,
    unique (checklist_id, rank)
  ) ${strict}`)

  await run(sql`create table comments (
    id ${id},
    card_id integer not null references cards (id) on delete cascade,
    user_id integer references users (id) on delete set null,
    content text not null,
    version integer not null,
    created_at text not null,
    edited_at text
  ) ${strict}`)
  await run(sql`create index comments_of_card on comments (card_id, id)`)

  await run(sql`create table activities (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    card_id integer references cards (id) on delete set null,
    user_id integer references users (id) on delete set null,
    kind text not null,
    subject text not null,
    details text not null,
    created_at text not null
  ) ${strict}`)
  await run(sql`create index activities_of_board on activities (board_id, id)`)
  await run(sql`create index activities_of_card on activities (card_id, id) where card_id is not null`)
}

export const boards: Migration = { up }
