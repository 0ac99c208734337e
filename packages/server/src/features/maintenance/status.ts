import type { SystemStatus } from '@rodada/contract/instance/maintenance'
import type { Deps } from '../../platform/deps.ts'
import { freeBytes } from '../../platform/files/disk-space.ts'
import { version } from '../../platform/version.ts'
import { measureFiles } from '../cards/files/blob-queries.ts'
import { askVersion, countEmails, countRooms, listProcesses, measureDatabase } from './database-queries.ts'

/** Each measurement waits this long for an answer, in milliseconds. */
const patienceMs = 2000

async function timed<T>(ask: () => Promise<T>): Promise<{ answer: T; latency: number }> {
  const since = performance.now()
  const answer = await ask()
  return { answer, latency: Math.round((performance.now() - since) * 10) / 10 }
}

/** Version, health and size of every part, measured as they are asked for. */
export async function systemStatus(deps: Deps): Promise<SystemStatus> {
  const { db, reads, engine, file, processId, processName } = deps
  const { answer, latency } = await timed(() => askVersion(db, file))
  const processes = await listProcesses(db)
  return {
    version,
    node: process.version,
    process: { name: processName, uptime_seconds: Math.round(process.uptime()), memory: process.memoryUsage.rss() },
    database: { engine, version: answer, size: await measureDatabase(db, file), latency },
    redis: await redisStatus(deps),
    processes: processes.map(({ id, ...facts }) => ({ ...facts, current: id === processId })),
    rooms: await countRooms(db),
    mail: { enabled: deps.outbox.enabled, ...(await countEmails(db)) },
    files: await measureFiles(reads),
    disk_free: file ? await freeBytes(deps.config.dataDir) : null,
  }
}

async function redisStatus({ redis }: Pick<Deps, 'redis'>): Promise<SystemStatus['redis']> {
  if (!redis) return null
  // A part that hangs does not refuse either, so it counts as failed after a while.
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs).unref())
  const asked = timed(() => redis.client.info()).catch(() => undefined)
  const told = await Promise.race([asked, late])
  if (!told) return { version: '', memory: 0, latency: null }
  const fact = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(told.answer)?.[1] ?? ''
  return { version: fact('redis_version'), memory: Number(fact('used_memory') || 0), latency: told.latency }
}
