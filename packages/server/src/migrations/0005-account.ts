import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  for (const field of ['bio', 'phone', 'company', 'position', 'location', 'website']) {
    await run(sql`alter table users add column ${sql.ref(field)} text not null default ''`)
  }
  await run(sql`alter table users add column timezone text not null default 'America/Sao_Paulo'`)
  await run(sql`alter table users add column language text not null default 'pt-BR'`)

  // One row a choice: two tabs that change different settings at once never undo each other.
  await run(sql`create table settings (
    user_id integer not null references users (id) on delete cascade,
    name text not null,
    value text not null,
    primary key (user_id, name)
  ) ${strict}`)

  await run(sql`alter table sessions add column device text not null default ''`)
}

export const account: Migration = { up }
