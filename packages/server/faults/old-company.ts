import { setTimeout as pause } from 'node:timers/promises'
import { register } from '../test/accounts.ts'
import { createEnvironment } from '../test/harness.ts'
import { fillCompany } from '../test/large-company.ts'
import { pastPostgres } from '../test/past-the-server.ts'
import { callsTo } from './local.ts'
import { startLogged } from './processes.ts'
import { startProxy } from './tcp-proxy.ts'

/** An installation to soak, and what befalls it. */
export type OldInstallation = {
  env: Record<string, string>
  /** What happens, one after another, between two measures. Each is over when it resolves. */
  faults: ((killOne: () => Promise<void>) => Promise<void>)[]
  /** Somebody who administers, and reads what is large, for as long as `isSoaking`. */
  visit: (urls: () => readonly string[], isSoaking: () => boolean) => Promise<void>
  cleanUp: () => Promise<void>
}

const outageMs = 5000
const slowMs = 100
const visitEveryMs = 2000
const read = [
  '/admin/dashboard',
  '/admin/tasks',
  '/cards/search?q=boleto%20contrato&limit=8',
  '/boards',
  '/boards/1',
  '/boards/1/backlog',
  '/sprints/12/report',
  '/cards/mine?limit=50',
]

/** A company after three years, with a million cards, on PostgreSQL and Redis: processes, the way to Redis and the way to PostgreSQL fail in turn. */
export async function yearsOld(): Promise<OldInstallation> {
  const { env, cleanUp } = await createEnvironment()
  const [databaseUrl = '', redisUrl = ''] = [env.DATABASE_URL, env.REDIS_URL]
  const first = await startLogged(env)
  const calls = callsTo(first.url)
  const admin = await register(calls)
  const person = await register(calls)
  await first.end('SIGTERM')
  const database = pastPostgres(databaseUrl)
  const size = { boards: 3000, people: 20_000, rooms: 30_000, auditEntries: 500_000 }
  await fillCompany(database.insert, { size, userId: person.user.id })
  await database.settle()

  const redis = await startProxy(redisUrl, 6379)
  const postgres = await startProxy(databaseUrl, 5432)
  return {
    env: { ...env, REDIS_URL: redis.in(redisUrl), DATABASE_URL: postgres.in(databaseUrl) },
    faults: [
      (killOne) => killOne(),
      async () => {
        await redis.cut()
        await pause(outageMs)
        await redis.heal()
      },
      async () => {
        await postgres.cut()
        await pause(outageMs)
        await postgres.heal()
      },
      async () => {
        redis.slow(slowMs)
        await pause(outageMs)
        redis.slow(0)
      },
    ],
    visit: async (urls, isSoaking) => {
      for (let n = 0; isSoaking(); n += 1) {
        const url = urls()[n % urls().length]
        // What fails in the middle of a fault is read again later, as a person does.
        await fetch(`${url}/api${read[n % read.length]}`, { headers: { authorization: `Bearer ${admin.token}` } })
          .then((answer) => answer.arrayBuffer())
          .catch(() => undefined)
        await pause(visitEveryMs)
      }
    },
    cleanUp: async () => {
      await Promise.all([redis.cut(), postgres.cut()])
      await cleanUp()
    },
  }
}
