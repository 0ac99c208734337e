import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from '../test/harness.ts'

/** A pooler before PostgreSQL, which lends each of its few connections for one transaction. */
export type Pooler = {
  url: string
  /** Ends it at once, with all connections that it has, and starts it again. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

const program = '/usr/sbin/pgbouncer'
/** Connections to PostgreSQL: far fewer than the processes ask for, so that none keeps one for itself. */
const lent = 4

/** PgBouncer, Debian's package pgbouncer, before the PostgreSQL of an address. @returns why it cannot be had where it is not installed */
export async function openPooler(databaseUrl: string): Promise<Pooler | { impossible: string }> {
  if (!existsSync(program)) return { impossible: 'PgBouncer is not installed: pgbouncer' }
  const direct = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'rodada-pooler-'))
  // It gives up the rights of root before it reads this.
  chmodSync(folder, 0o755)
  const password = direct.password === '' ? '' : ` password=${decodeURIComponent(direct.password)}`
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    [
      ...[
        '[databases]',
        `* = host=${direct.hostname} port=${direct.port || '5432'} user=${decodeURIComponent(direct.username)}${password}`,
      ],
      ...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
      ...[
        'pool_mode = transaction',
        `default_pool_size = ${lent}`,
        'max_client_conn = 400',
        'log_connections = 0',
        'log_disconnections = 0',
      ],
      '',
    ].join('\n'),
  )
  const start = () => spawn(program, ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  const answers = () => vi.waitFor(() => ask(url.href), 30_000)
  let running = start()
  const end = async () => {
    const gone = once(running, 'exit')
    running.kill('SIGKILL')
    await gone
  }
  await answers()
  return {
    url: url.href,
    restart: async () => {
      await end()
      running = start()
      await answers()
    },
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ask(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}
