import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { auditApi } from '@rodada/contract/instance/audit'
import { describe, expect, test } from 'vitest'
import { login, profileStatus, register } from '../test/accounts.ts'
import { makeBoard, ok } from '../test/boards.ts'
import { createEnvironment, startServer } from '../test/harness.ts'
import { within } from '../test/past-the-server.ts'
import { finishPostgresRestore } from './restore.ts'

const hasTools = () => {
  try {
    execFileSync('pg_dump', ['--version'])
    return true
  } catch {
    return false
  }
}

describe.runIf(process.env.TEST_DATABASE_URL && hasTools())('restoring PostgreSQL', () => {
  test('a session that had ended since the dump does not come back, and what was there does', async () => {
    const { env, cleanUp } = await createEnvironment()
    const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir = '' } = env
    const start = () => startServer({ alone: true, env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } })
    try {
      const first = await start()
      const admin = await register(first)
      await makeBoard(first, admin, { title: 'Antes da cópia' })
      const file = join(dataDir, 'rodada.dump')
      execFileSync('pg_dump', ['--format=custom', `--file=${file}`, databaseUrl])
      await makeBoard(first, admin, { title: 'Depois da cópia' })
      await first.stop()

      // As the README says. What a newer version made points at what the dump has.
      const emptied = ['drop schema public cascade', 'create schema public'].map((command) => `--command=${command}`)
      await within(databaseUrl, (client) => client.query('create table of_a_newer_version (user_id integer references users (id))'))
      execFileSync('psql', [databaseUrl, '--quiet', '--set=ON_ERROR_STOP=1', ...emptied], { stdio: 'pipe' })
      execFileSync('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${databaseUrl}`, file])
      await finishPostgresRestore({ databaseUrl, dataDir })
      const second = await start()
      expect(await profileStatus(second, admin.token)).toBe(401)
      const token = await login(second, admin)
      expect(ok(await second.call(boardsApi.list, { token })).map(({ title }) => title)).toEqual(['Antes da cópia'])
      expect(ok(await second.call(auditApi.list, { token, query: { kind: 'backup.restored' } })).entries).toHaveLength(1)
      await second.stop()
    } finally {
      await cleanUp()
    }
  })

  test('a database without a Rodada is left as it is', async () => {
    const { env, cleanUp } = await createEnvironment()
    try {
      const target = { databaseUrl: env.DATABASE_URL ?? '', dataDir: env.DATA_DIR ?? '' }
      await expect(finishPostgresRestore(target)).rejects.toThrow('Não há uma Rodada neste banco')
    } finally {
      await cleanUp()
    }
  })
})
