import { sql } from 'kysely'
import { lockOrder, migrations } from '../src/migrations/all.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Db, migrate, openDatabase } from '../src/platform/database.ts'
import { createPasswords } from '../src/platform/secrets/passwords.ts'
import { createEnvironment } from './harness.ts'

export type OldInstallation = { env: Record<string, string>; account: { email: string; password: string }; cleanUp: () => Promise<void> }

/** A database as the version before a migration left it, with an account in it. */
export async function oldInstallation(upTo: string): Promise<OldInstallation> {
  const { env, cleanUp } = await createEnvironment()
  const { db } = await openDatabase(readConfig(env))
  const names = Object.keys(migrations)
  await migrate(db, Object.fromEntries(Object.entries(migrations).slice(0, names.indexOf(upTo) + 1)), lockOrder)
  const account = { email: 'antiga@exemplo.com.br', password: 'senha antiga' }
  await insertOld(db, 'users', {
    name: 'Antiga',
    email: account.email,
    password_hash: await createPasswords(readConfig(env).passwordCost).hash(account.password, ''),
    role: 'collaborator',
    session_timeout: 30,
    created_at: '2026-01-01T12:00:00.000Z',
  })
  await db.destroy()
  return { env, account, cleanUp }
}

/** A row as that version wrote it, with the columns that the table had then. @returns its id, where the table has one */
export async function insertOld(db: Db, table: string, row: Record<string, unknown>, returning = 'id'): Promise<number> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))}) returning ${sql.ref(returning)} as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** What every board of back then had. */
export const oldBoard = (user_id: number, at: string) => ({
  title: 'Entregas',
  description: '',
  search_text: 'entregas',
  is_public: 0,
  color: '#000000',
  user_id,
  version: 1,
  revision: 1,
  created_at: at,
  updated_at: at,
})
