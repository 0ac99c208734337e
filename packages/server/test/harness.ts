import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BodyInput, Endpoint, Reply } from '@rodada/contract/core/endpoint'
import { errorsOf } from '@rodada/contract/core/error-replies'
import type { ErrorReply } from '@rodada/contract/core/errors'
import { inject } from 'vitest'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config.ts'
import { sqlitePath } from '../src/platform/database.ts'
import type { App } from '../src/platform/server.ts'
import { createDatabase, dropDatabase, type Migrated, takeMigrated } from './databases.ts'
import { startHosted } from './processes.ts'

/** Starts further processes of the same program, as an installation with several would. */
const main = join(import.meta.dirname, '../src/main.ts')

export type Answer<T> = { status: number; headers: Headers; body: T & Partial<ErrorReply> }
type CallOptions<E extends Endpoint> = {
  token?: string
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: BodyInput<E> | unknown
  headers?: Record<string, string>
}

export type TestServer = {
  /** The process inside the test, for what a test must reach behind the edge: moving instants in the database. */
  app: App
  /** Every process's address. Requests and sockets take turns among them. */
  urls: string[]
  /** The next process's address. */
  url: () => string
  call: <E extends Endpoint>(endpoint: E, options?: CallOptions<E>) => Promise<Answer<Reply<E>>>
  /** A request as any program could send it. */
  raw: (path: string, init?: RequestInit) => Promise<Response>
  stop: () => Promise<void>
}

export type ServerOptions = {
  /** One process is enough, also when the run is on several. */
  alone?: boolean
  /** Settings on top of the test's own. */
  env?: Record<string, string>
}

/**
 * A real server on a free port with a database of its own: SQLite in a temporary folder, or a fresh database beside
 * TEST_DATABASE_URL. With TEST_REDIS_URL and TEST_PROCESSES, that many processes share it.
 */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { env, cleanUp } = await createEnvironment(options.env, { migrated: inject('migrated'), migratedFile: inject('migratedFile') })
  const app = await startApp(readConfig(env))
  const hosts = (!options.alone && inject('hosts')) || []
  const starts = await Promise.allSettled(hosts.map((host) => startHosted(host, env)))
  const children = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value : []))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    // What did start must not outlive the test.
    await Promise.all([...children.map((child) => child.stop()), app.stop()])
    await cleanUp()
    throw failed.reason
  }
  const urls = [app.url, ...children.map((child) => child.url)]
  let turn = 0
  const url = () => urls[turn++ % urls.length] ?? app.url
  const raw = (path: string, init?: RequestInit) => fetch(url() + path, init)

  return {
    app,
    urls,
    url,
    raw,
    call: callThrough(raw),
    stop: async () => {
      await Promise.all(children.map((child) => child.stop()))
      await app.stop()
      await cleanUp()
    },
  }
}

/** Calls of the contract to a server; of a process beside the test, to `(path, init) => fetch(url + path, init)`. */
export function callThrough(raw: TestServer['raw']): TestServer['call'] {
  return async (endpoint, { token, params, query, body, headers } = {}) => {
    const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`
      : ''
    const response = await raw(`/api${path}${search}`, {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const isFile = endpoint.download !== undefined && response.ok
    if (!response.ok && !errorsOf(endpoint).includes(response.status))
      throw new Error(`${endpoint.method} ${endpoint.url} answered ${response.status}, of which its description says nothing`)
    return { status: response.status, headers: response.headers, body: (await (isFile ? response.text() : response.json())) as never }
  }
}

/**
 * The settings of a test's own installation, nothing started yet.
 * @param options `sqlite`: whatever databases the run was given; `migrated`: what a PostgreSQL database is a copy of; `migratedFile`: what a SQLite file is
 */
export async function createEnvironment(
  more: Record<string, string> = {},
  { sqlite = false, migrated, migratedFile }: { sqlite?: boolean; migrated?: Migrated; migratedFile?: string } = {},
): Promise<{ env: Record<string, string>; cleanUp: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rodada-test-'))
  const base = sqlite ? undefined : process.env.TEST_DATABASE_URL
  if (migratedFile) copyFileSync(migratedFile, sqlitePath(folder))
  const redis = sqlite ? undefined : process.env.TEST_REDIS_URL
  const database = base ? await (migrated ? takeMigrated(base, migrated) : makeEmpty(base)) : undefined
  const env: Record<string, string> = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    // Tests of one file share an address; the tests of the limits set their own factor.
    RATE_LIMIT_FACTOR: '10000',
    // The tests make thousands of accounts, and half of their time went into the hashes of their passwords.
    PASSWORD_COST: 'm=64,t=1,p=1',
    ...(database && { DATABASE_URL: database.url }),
    // Several files with several processes each would else ask PostgreSQL for more than the hundred it usually has.
    ...(database && process.env.TEST_PROCESSES && { DATABASE_CONNECTIONS: '6' }),
    ...(redis && { REDIS_URL: redis, REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}` }),
    ...more,
  }
  const cleanUp = async () => {
    await database?.giveBack()
    rmSync(folder, { recursive: true, force: true })
  }
  return { env, cleanUp }
}

async function makeEmpty(base: string): Promise<{ url: string; giveBack: () => Promise<void> }> {
  const url = await createDatabase(base)
  return { url, giveBack: () => dropDatabase(base, url) }
}

export type ServerProcess = { url: string; child: ChildProcess; stop: () => Promise<void>; kill: () => Promise<void> }

export type ProcessOptions = {
  /** Further arguments of Node. */
  nodeArgs?: string[]
  /** A command that runs what follows it, such as `nsenter -t 1 -m`. */
  within?: string[]
  /** Another version of the program. */
  entry?: string
  /** Whether `child.send` and its messages reach the process, which a module of `nodeArgs` listens to. */
  ipc?: boolean
}

/** The program as its own process, just begun. */
export function spawnProcess(
  env: Record<string, string>,
  { nodeArgs = [], within = [], entry = main, ipc = false }: ProcessOptions = {},
): ChildProcess {
  const [command = '', ...args] = [...within, process.execPath, '--disable-warning=ExperimentalWarning', ...nodeArgs, entry]
  return spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
}

/** Ports that are tried: between finding a free one and listening on it another process may take it. */
const portTries = 3

/** The program as its own process; resolves when it answers health. */
export async function startProcess(env: Record<string, string>, options: ProcessOptions = {}): Promise<ServerProcess> {
  if (env.PORT && env.PORT !== '0') return startAt(Number(env.PORT), env, options)
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    try {
      return await startAt(port, env, options)
    } catch (error) {
      if (tries === portTries || (await isFree(port))) throw error
    }
  }
}

async function startAt(port: number, env: Record<string, string>, options: ProcessOptions): Promise<ServerProcess> {
  const child = spawnProcess({ ...env, PORT: String(port) }, options)
  child.stderr?.pipe(process.stderr, { end: false })
  if (!child.stdout) throw new Error('no output to wait for')
  // The greeting is printed once health answers.
  let greeted = false
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    greeted = String(chunk).includes('está pronta')
    if (greeted) break
  }
  if (!greeted) throw new Error('the server process ended while starting')
  // What it prints from now on must have somewhere to go.
  child.stdout.resume()
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return { url: `http://127.0.0.1:${port}`, child, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
