import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createClient } from 'redis'

/** Where the services for tests are: those of this machine, unless the environment names others. */
export const postgresUrl = process.env.TEST_DATABASE_URL || 'postgres://root@127.0.0.1:5432/postgres'
export const redisUrl = process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379'

/** A database or Redis that belongs to one run, and how to leave nothing behind. */
export type Service = { url: string; drop: () => Promise<void> }

/** Creates a PostgreSQL database of its own on the server that `url` leads to. @throws with one clear line when that cannot be reached. */
export async function ownDatabase(url: string): Promise<Service> {
  const name = `rodada_test_${randomBytes(5).toString('hex')}`
  await onServer(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => onServer(url, `drop database if exists ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query(statement)
  } catch (error) {
    throw new Error(`PostgreSQL is not usable at ${withoutPassword(url)} (${reason(error)}). Start it, or set TEST_DATABASE_URL.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Claims an empty database of a Redis server for this run; a server has 16. When `url` names one (`redis://host/3`), that one is used as it is.
 * @throws with one clear line when Redis cannot be reached or is full.
 */
export async function ownRedis(url: string): Promise<Service> {
  if (new URL(url).pathname.length > 1) {
    await withRedis(url, async (client) => client.ping())
    return { url, drop: async () => undefined }
  }
  for (let index = 1; index < 16; index++) {
    const own = new URL(url)
    own.pathname = `/${index}`
    const claimed = await withRedis(own.href, async (client) => {
      // The claim itself is the one key that a free database then has; it expires in case this process is killed.
      const first = await client.set('rodada:test-run', process.pid, { condition: 'NX', expiration: { type: 'EX', value: 1800 } })
      if (first === null) return false
      if ((await client.dbSize()) === 1) return true
      await client.del('rodada:test-run')
      return false
    })
    if (claimed) return { url: own.href, drop: () => withRedis(own.href, async (client) => void (await client.flushDb())) }
  }
  throw new Error(`No empty database is left on the Redis at ${withoutPassword(url)}. Name one to use: TEST_REDIS_URL=redis://…/3`)
}

const redisClient = (url: string) => {
  const client = createClient({ url, socket: { connectTimeout: 5000, reconnectStrategy: false } })
  // Without a listener a lost connection would end the process instead of rejecting the call that waits for it.
  client.on('error', () => undefined)
  return client
}

async function withRedis<T>(url: string, work: (client: ReturnType<typeof redisClient>) => Promise<T>): Promise<T> {
  const client = redisClient(url)
  try {
    await client.connect()
  } catch (error) {
    throw new Error(`Redis is not usable at ${withoutPassword(url)} (${reason(error)}). Start it, or set TEST_REDIS_URL.`)
  }
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

const reason = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  return shown.href
}
