import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Sign-in with a provider of the company. An identity is what the provider calls a person, which never changes; a flow is a browser on its way
 * there, a handover one that came back and has not taken its session yet. Logouts are those that were told, each of which counts once. Sessions
 * and half-done logins say which identity opened them.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const strict = onPostgres ? sql`` : sql`strict`
  await sql`create table identities (
    id ${id},
    user_id integer not null references users (id) on delete cascade,
    issuer text not null,
    subject text not null,
    email text not null,
    linked_at text not null,
    last_used_at text,
    unique (issuer, subject),
    unique (user_id, issuer)
  ) ${strict}`.execute(db)
  await sql`create table oidc_flows (
    state_hash text primary key,
    browser_hash text not null,
    purpose text not null,
    user_id integer references users (id) on delete cascade,
    session_id integer references sessions (id) on delete cascade,
    secrets text not null,
    origin text not null,
    return_to text not null,
    expires_at text not null
  ) ${strict}`.execute(db)
  await sql`create index oidc_flows_end on oidc_flows (expires_at)`.execute(db)
  await sql`create index oidc_flows_of_user on oidc_flows (user_id)`.execute(db)
  await sql`create index oidc_flows_of_session on oidc_flows (session_id)`.execute(db)
  await sql`create table oidc_handovers (
    code_hash text primary key,
    browser_hash text not null,
    identity_id integer not null references identities (id) on delete cascade,
    sid text,
    id_token text,
    expires_at text not null
  ) ${strict}`.execute(db)
  await sql`create index oidc_handovers_of on oidc_handovers (identity_id)`.execute(db)
  await sql`create index oidc_handovers_end on oidc_handovers (expires_at)`.execute(db)
  await sql`create table oidc_logouts (jti_hash text primary key, expires_at text not null) ${strict}`.execute(db)
  await sql`create index oidc_logouts_end on oidc_logouts (expires_at)`.execute(db)
  for (const table of ['sessions', 'login_challenges']) {
    await sql`alter table ${sql.table(table)} add column identity_id integer references identities (id) on delete ${
      table === 'sessions' ? sql`set null` : sql`cascade`
    }`.execute(db)
    await sql`alter table ${sql.table(table)} add column oidc_sid text`.execute(db)
    await sql`alter table ${sql.table(table)} add column id_token text`.execute(db)
    await sql`create index ${sql.id(`${table}_of_identity`)} on ${sql.table(table)} (identity_id)`.execute(db)
  }
  await sql`alter table sessions add column proven_at text`.execute(db)
}

export const oidc: Migration = { up }
