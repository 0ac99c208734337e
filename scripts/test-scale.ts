/**
 * npm run test:scale: the whole server suite on two processes with PostgreSQL and Redis, what differs on PostgreSQL without Redis, and
 * the faults. Arguments choose files or tests of all three, as Vitest takes them. Files that know nothing of these services ran with
 * `npm test`, and run here only when they are named.
 * TEST_DATABASE_URL and TEST_REDIS_URL lead to the services; each run makes a database of its own there and drops it.
 */
import { filesAlikeInRounds } from './lib/alike-in-rounds.ts'
import { faults } from './lib/faults.ts'
import { ownDatabase, ownRedis, postgresUrl, redisUrl, type Service } from './lib/services.ts'
import { conclude, notRun, sum, type Tally, tallyLine, vitest } from './lib/suites.ts'

const args = process.argv.slice(2)
/**
 * Where news pass through the process itself while transactions run at the same time: only PostgreSQL without Redis has both. What a process keeps in
 * its memory, as limits, asks no database, and ran with `npm test`.
 */
const withinProcess = [
  'src/features/boards/live',
  'src/features/notifications/clock',
  'src/features/rooms/continuity',
  'src/features/rooms/listening',
  'src/features/rooms/participants/presence',
  'src/features/rooms/votes/',
  'src/platform/realtime/',
  'src/platform/stop',
  'test/socket-permissions',
]

/** Without the files that have nothing to say of these services. */
const others = filesAlikeInRounds().flatMap((file) => ['--exclude', file])

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

type Round = { title: string; run: () => Promise<Tally> }
const suite = (title: string, files: string[], environment: () => Promise<NodeJS.ProcessEnv>): Round => ({
  title,
  run: async () => vitest('packages/server', { args: args.length > 0 ? args : [...files, ...others], env: await environment() }),
})
const rounds: Round[] = [
  suite('PostgreSQL and Redis, two processes', [], async () => ({
    TEST_DATABASE_URL: await use(ownDatabase(postgresUrl)),
    TEST_REDIS_URL: await use(ownRedis(redisUrl)),
    TEST_PROCESSES: '2',
  })),
  suite('PostgreSQL, one process', withinProcess, async () => ({
    TEST_DATABASE_URL: await use(ownDatabase(postgresUrl)),
    TEST_REDIS_URL: '',
    TEST_PROCESSES: '',
  })),
  { title: 'Faults', run: () => faults({ args }) },
]

const tallies: Tally[] = []
for (const { title, run } of rounds) {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)
  const began = performance.now()
  const tally = await run().catch(notRun).finally(dropAll)
  tallies.push(tally)
  console.log(`${title}: ${tallyLine(tally)} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

conclude(sum(tallies))
