import { authApi } from '@rodada/contract/auth/auth'
import pg from 'pg'
import { expect, test } from 'vitest'
import { register } from '../../test/accounts.ts'
import { startServer } from '../../test/harness.ts'

const url = process.env.TEST_DATABASE_URL

test.runIf(url)('a process opens no more connections to PostgreSQL than it may, and serves more people than that at once', async () => {
  const server = await startServer({ alone: true, env: { DATABASE_CONNECTIONS: '2' } })
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    const { token } = await register(server)
    const name = new URL(server.app.deps.config.databaseUrl ?? '').pathname.slice(1)
    const counted = async () => {
      const { rows } = await admin.query('select count(*)::int as open from pg_stat_activity where datname = $1', [name])
      return rows[0].open
    }
    const calls = Array.from({ length: 40 }, () => server.call(authApi.profile, { token }))
    const open = await Promise.all(Array.from({ length: 10 }, counted))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
    expect(Math.max(...open, await counted())).toBeLessThanOrEqual(2)
  } finally {
    await admin.end()
    await server.stop()
  }
})
