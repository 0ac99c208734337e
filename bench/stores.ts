import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import { ownDatabase, ownRedis, postgresUrl, redisUrl, type Service } from '../scripts/lib/services.ts'
import type { Row } from './rows/table.ts'
import type { Server } from './server.ts'

export type Values = Record<string, string | number | null>

/** Where servers under test keep their data, and a way there past them: to count what is stored, and to put there at once what would take calls many minutes. */
export type Store = {
  name: string
  /** Environment variables of a server that uses it. */
  settings: NodeJS.ProcessEnv
  read: (server: Server, query: string) => Promise<Values[]>
  insert: (server: Server, table: string, rows: readonly Values[]) => Promise<void>
  /** How long so many runs of a query take, in milliseconds, the shortest first, without any server. */
  time: (server: Server, query: string, times: number) => Promise<number[]>
  /** Leaves nothing behind. */
  drop: () => Promise<void>
}

/** The file in the data folder of each server. */
export const sqlite: Store = {
  name: 'SQLite',
  settings: {},
  read: async (server, query) => withFile(server, (file) => file.prepare(query).all() as Values[]),
  insert: async (server, table, rows) =>
    withFile(server, (file) => {
      const columns = Object.keys(rows[0] ?? {})
      const insert = file.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`)
      file.exec('begin immediate')
      for (const row of rows) insert.run(...columns.map((column): SQLInputValue => row[column] ?? null))
      file.exec('commit')
    }),
  time: async (server, query, times) =>
    withFile(server, async (file) => {
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

async function withFile<T>({ dataDir }: Server, work: (file: DatabaseSync) => T | Promise<T>): Promise<T> {
  const file = new DatabaseSync(join(dataDir, 'rodada.sqlite'))
  try {
    file.exec('pragma busy_timeout = 5000')
    return await work(file)
  } finally {
    file.close()
  }
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
  const [database, redis] = open.map(({ url }) => url)
  const client = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const connected = new pg.Client({ connectionString: database })
    await connected.connect()
    return work(connected).finally(() => connected.end())
  }
  return {
    name: 'PostgreSQL e Redis',
    settings: { DATABASE_URL: database, REDIS_URL: redis },
    read: (_server, query) => client(async (connected) => (await connected.query<Values>(query)).rows),
    insert: (_server, table, rows) =>
      client(async (connected) => {
        const columns = Object.keys(rows[0] ?? {})
        const each = `select ${columns} from json_populate_recordset(null::${table}, $1)`
        await connected.query(`insert into ${table} (${columns}) ${each}`, [JSON.stringify(rows)])
        // What autovacuum does within a minute of so many rows.
        await connected.query('vacuum analyze')
      }),
    time: (_server, query, times) => client((connected) => timed(times, () => connected.query(query))),
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
