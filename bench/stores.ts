import { join } from 'node:path'
import { pastPostgres, pastSqlite, type Values } from '../packages/server/test/past-the-server.ts'
import { ownDatabase, ownRedis, postgresUrl, redisUrl, type Service } from '../scripts/lib/services.ts'
import type { Row } from './rows/table.ts'
import type { Server } from './server.ts'

export type { Values } from '../packages/server/test/past-the-server.ts'

/** Where servers under test keep their data, and a way there past them: to count what is stored, and to put there at once what would take calls many minutes. */
export type Store = {
  name: string
  /** Environment variables of a server that uses it. */
  settings: NodeJS.ProcessEnv
  read: (server: Server, query: string) => Promise<Values[]>
  insert: (server: Server, table: string, rows: Iterable<Values>) => Promise<void>
  /** Resolves when what was put there is as it would be a while later: known to the planner, to the sequences of ids and to the search. */
  settle: (server: Server) => Promise<void>
  /** How long so many runs of a query take, in milliseconds, the shortest first, without any server. */
  time: (server: Server, query: string, times: number) => Promise<number[]>
  /** Leaves nothing behind. */
  drop: () => Promise<void>
}

const fileOf = ({ dataDir }: Server) => pastSqlite(join(dataDir, 'rodada.sqlite'))

/** The file in the data folder of each server. */
export const sqlite: Store = {
  name: 'SQLite',
  settings: {},
  read: async (server, query) => fileOf(server).on((file) => file.prepare(query).all() as Values[]),
  insert: (server, table, rows) => fileOf(server).insert(table, rows),
  settle: (server) => fileOf(server).settle(),
  time: async (server, query, times) =>
    fileOf(server).on((file) => {
      const statement = file.prepare(query)
      return timed(times, async () => statement.all())
    }),
  drop: async () => undefined,
}

async function timed(times: number, run: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const begin = performance.now()
    await run()
    took.push(performance.now() - begin)
  }
  return took.sort((a, b) => a - b)
}

/** A PostgreSQL database and a Redis of this run's own; undefined, and one line that says why, when they are not there. */
export async function postgresAndRedis(say: (line: string) => void): Promise<Store | undefined> {
  const open: Service[] = []
  const drop = async () => void (await Promise.allSettled(open.splice(0).map((service) => service.drop())))
  try {
    open.push(await ownDatabase(postgresUrl))
    open.push(await ownRedis(redisUrl))
  } catch (error) {
    await drop()
    say(`linhas com PostgreSQL e Redis deixadas de fora: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => drop().finally(() => process.exit(130)))
  const [databaseUrl = '', redisUrlOfRun] = open.map(({ url }) => url)
  const database = pastPostgres(databaseUrl)
  return {
    name: 'PostgreSQL e Redis',
    settings: { DATABASE_URL: databaseUrl, REDIS_URL: redisUrlOfRun },
    read: (_server, query) => database.on(async (client) => (await client.query<Values>(query)).rows),
    insert: (_server, table, rows) => database.insert(table, rows),
    settle: () => database.settle(),
    time: (_server, query, times) => database.on((client) => timed(times, () => client.query(query))),
    drop,
  }
}

/** Rows measured on SQLite and then, where they are there, on PostgreSQL and Redis. */
export async function onEachStore(say: (line: string) => void, measure: (store: Store) => Promise<Row[]>): Promise<Row[]> {
  const rows = await measure(sqlite)
  const scaled = await postgresAndRedis(say)
  if (!scaled) return rows
  try {
    return [...rows, ...(await measure(scaled))]
  } finally {
    await scaled.drop()
  }
}
