/**
 * npm run test:scale: the whole server suite on PostgreSQL, and again on three processes with PostgreSQL and Redis.
 * TEST_DATABASE_URL and TEST_REDIS_URL lead to the services; each run makes a database of its own there and drops it.
 */
import { ownDatabase, ownRedis, type Service } from './lib/services.ts'
import { sum, type Tally, tallyLine, vitest } from './lib/suites.ts'

const postgres = process.env.TEST_DATABASE_URL || 'postgres://root@127.0.0.1:5432/postgres'
const redis = process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379'
const args = process.argv.slice(2)

const open: Service[] = []
async function use(service: Promise<Service>): Promise<string> {
  const opened = await service
  open.push(opened)
  return opened.url
}
async function dropAll(): Promise<void> {
  await Promise.allSettled(open.splice(0).map((service) => service.drop()))
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => dropAll().finally(() => process.exit(130)))

const rounds: { title: string; environment: () => Promise<NodeJS.ProcessEnv> }[] = [
  {
    title: 'PostgreSQL, one process',
    environment: async () => ({ TEST_DATABASE_URL: await use(ownDatabase(postgres)), TEST_REDIS_URL: '', TEST_PROCESSES: '' }),
  },
  {
    title: 'PostgreSQL and Redis, three processes',
    environment: async () => ({
      TEST_DATABASE_URL: await use(ownDatabase(postgres)),
      TEST_REDIS_URL: await use(ownRedis(redis)),
      TEST_PROCESSES: '3',
    }),
  },
]

const tallies: Tally[] = []
for (const { title, environment } of rounds) {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)
  const began = performance.now()
  try {
    tallies.push(await vitest('packages/server', { args, env: await environment() }))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    tallies.push({ passed: 0, failed: 1 })
  } finally {
    await dropAll()
  }
  console.log(`${title}: ${tallyLine(tallies.at(-1) ?? { passed: 0, failed: 1 })} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

const total = sum(tallies)
console.log(`\n${tallyLine(total)}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
