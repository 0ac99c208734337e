import { ownDatabase, ownRedis, postgresUrl, redisUrl } from './services.ts'
import { type Tally, vitest } from './suites.ts'

/** Runs the faults on SQLite, and on a PostgreSQL database and a Redis of their own, which are dropped at the end. */
export async function faults({ full = false, args = [] }: { full?: boolean; args?: string[] }): Promise<Tally> {
  const database = await ownDatabase(postgresUrl)
  const redis = await ownRedis(redisUrl).catch(async (error: unknown) => {
    await database.drop()
    throw error
  })
  const dropAll = async () => void (await Promise.allSettled([database.drop(), redis.drop()]))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => dropAll().finally(() => process.exit(130)))
  try {
    const env = { TEST_DATABASE_URL: database.url, TEST_REDIS_URL: redis.url, TEST_PROCESSES: '', FAULTS_FULL: full ? '1' : '' }
    return await vitest('packages/server', { args: ['--config', 'faults/vitest.config.ts', ...args], env })
  } finally {
    await dropAll()
  }
}
