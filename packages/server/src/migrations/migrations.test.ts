import { boardsApi } from '@rodada/contract/boards'
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
      password_hash: await hashPassword(account.password),
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
