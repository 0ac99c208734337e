import { boardsApi } from '@rodada/contract/boards'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { login } from '../../test/accounts.ts'
import { makeBoard, makeCard } from '../../test/boards.ts'
import { createEnvironment, startServer, type TestServer } from '../../test/harness.ts'
import { hashPassword } from '../features/auth/passwords.ts'
import { readConfig } from '../platform/config.ts'
import { migrate, openDatabase } from '../platform/database.ts'
import { migrations } from './all.ts'
import type { Schema } from './schema.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** A database as the version before a migration left it, with an account in it. */
async function oldInstallation(upTo: string): Promise<{ env: Record<string, string>; account: { email: string; password: string } }> {
  const { env, cleanUp } = await createEnvironment()
  cleanUps.push(cleanUp)
  const { db } = await openDatabase<Schema>(readConfig(env))
  const names = Object.keys(migrations)
  await migrate(db, Object.fromEntries(Object.entries(migrations).slice(0, names.indexOf(upTo) + 1)))
  const account = { email: 'antiga@exemplo.com.br', password: 'senha antiga' }
  await db
    .insertInto('users')
    .values({
      name: 'Antiga',
      email: account.email,
      password_hash: await hashPassword(account.password, ''),
      role: 'collaborator',
      session_timeout: 30,
      created_at: '2026-01-01T12:00:00.000Z',
    })
    .execute()
  await db.destroy()
  return { env, account }
}

test.each(Object.keys(migrations))('what the version of %s wrote opens today', async (name) => {
  const { env, account } = await oldInstallation(name)
  // Everything of the old installation, and nothing of a new one.
  const server: TestServer = await startServer({ env, alone: true })
  cleanUps.push(() => server.stop())
  const token = await login(server, account)
  const board = await makeBoard(server, { token })
  await makeCard(server, { token }, board, 'Depois da mudança')
  const { body } = await server.call(boardsApi.get, { token, params: { boardId: board.id } })
  expect(body.lists[0]?.cards.map(({ title }) => title)).toEqual(['Depois da mudança'])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a migration waits for tables that others use, lets them through meanwhile, and says so when it gives up',
  async () => {
    const { env } = await oldInstallation('0013-card-search')
    const { db } = await openDatabase<Schema>(readConfig(env))
    cleanUps.push(() => db.destroy())
    const held = await db.startTransaction().execute()
    await held.selectFrom('users').selectAll().execute()

    await expect(migrate(db, migrations, 1000)).rejects.toThrow(
      /esperou por tabelas em uso e desistiu\. Nada foi mudado: .* inicie de novo\./,
    )
    const migrated = migrate(db, migrations)
    let waiting = 0
    while (waiting === 0) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%'`.execute(db)
      waiting = rows[0]?.n ?? 0
    }
    // Now the migration has every other table in its hands, and must not keep them from whom it waits for.
    await held.selectFrom('invitations').selectAll().execute()
    await held.commit().execute()
    await migrated
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  },
)
