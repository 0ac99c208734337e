import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from '../test/harness.ts'

/** A PostgreSQL and a replica of it, which streams its log. */
export type Replicated = {
  primaryUrl: string
  replicaUrl: string
  /** From now on the replica takes the log and shows nothing of it. */
  pauseReplica: () => Promise<void>
  resumeReplica: () => Promise<void>
  /** Ends the replica at once. */
  killReplica: () => Promise<void>
  startReplica: () => Promise<void>
  stop: () => Promise<void>
}

/** Where Debian and most others keep the server's own programs. */
const versions = '/usr/lib/postgresql'
const user = 'rodada'

/** @returns why it cannot be had where the programs of PostgreSQL's server are not installed */
export async function openReplicated(): Promise<Replicated | { impossible: string }> {
  const programs = (existsSync(versions) ? readdirSync(versions) : [])
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
  if (!programs) return { impossible: 'the programs of the PostgreSQL server are not installed: initdb, pg_basebackup' }
  const folder = mkdtempSync(join(tmpdir(), 'rodada-replica-'))
  // PostgreSQL does not run as root.
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), args, { ...owner, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const start = async (data: string, port: number): Promise<ChildProcess> => {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=40'].flatMap((each) => [
      '-c',
      each,
    ])
    const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    })
    await vi.waitFor(() => ask(port, 'select 1'), 30_000)
    return child
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  const [primaryData, replicaData] = [join(folder, 'primary'), join(folder, 'replica')]
  run('initdb', '-D', primaryData, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync')
  const primary = await start(primaryData, primaryPort)
  const copy = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', user, '-D', replicaData]
  run('pg_basebackup', ...copy, '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync')
  let replica = await start(replicaData, replicaPort)
  return {
    primaryUrl: addressOf(primaryPort),
    replicaUrl: addressOf(replicaPort),
    pauseReplica: async () => {
      await ask(replicaPort, 'select pg_wal_replay_pause()')
      await vi.waitFor(async () => {
        const [row] = await ask(replicaPort, "select pg_get_wal_replay_pause_state() = 'paused' as paused")
        if (row?.paused !== true) throw new Error('it replays on')
      }, 30_000)
    },
    resumeReplica: async () => void (await ask(replicaPort, 'select pg_wal_replay_resume()')),
    killReplica: () => end(replica, 'SIGQUIT'),
    startReplica: async () => {
      replica = await start(replicaData, replicaPort)
    },
    stop: async () => {
      await end(replica, 'SIGQUIT')
      await end(primary, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const addressOf = (port: number): string => `postgres://${user}@127.0.0.1:${port}/postgres`

const idOf = (which: '-u' | '-g'): number => Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout)

async function ask(port: number, question: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: addressOf(port) })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(question)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
