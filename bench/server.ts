import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../scripts/lib/paths.ts'
import { ended, freePort, healthy } from '../scripts/lib/processes.ts'
import type { Question, Vitals } from './probe.ts'

export type Kind = 'ours' | 'baseline' | 'bare-http'

const programs: Record<Kind, string> = {
  ours: at('packages/server/src/main.ts'),
  baseline: at('bench/baseline-socketio.ts'),
  'bare-http': at('bench/baseline-fastify.ts'),
}

const pins = cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0

/** Server and generator each get a core of their own where the machine can do that: one must not slow the other. */
export const pinned = pins

/** Starts this Node on a script, on one core, with a message channel. */
export function spawnPinned(core: number, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const options = {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'] as ('ignore' | 'inherit' | 'ipc')[],
  }
  const node = ['--disable-warning=ExperimentalWarning', ...args]
  return pins ? spawn('taskset', ['-c', String(core), process.execPath, ...node], options) : spawn(process.execPath, node, options)
}

/** A server under test: a process of its own, with its data in a temporary folder. */
export class Server {
  readonly kind: Kind
  readonly port: number
  readonly dataDir: string
  private readonly child: ChildProcess

  private constructor(kind: Kind, port: number, dataDir: string, child: ChildProcess) {
    this.kind = kind
    this.port = port
    this.dataDir = dataDir
    this.child = child
  }

  /** Started and healthy. `settings` are environment variables beside those that every server under test gets. */
  static async start(kind: Kind, settings: NodeJS.ProcessEnv = {}): Promise<Server> {
    const port = await freePort()
    const dataDir = mkdtempSync(join(tmpdir(), 'rodada-bench-'))
    const child = spawnPinned(0, ['--expose-gc', '--import', at('bench/probe.ts'), programs[kind]], {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000000',
      BENCH_PROFILE: process.env.BENCH_PROFILE,
      ...settings,
    })
    await healthy(`http://127.0.0.1:${port}`, { alive: () => child.exitCode === null })
    return new Server(kind, port, dataDir, child)
  }

  /** Resident memory after a full collection, in bytes. */
  async memory(): Promise<number> {
    return (await this.ask('memory')).rss
  }

  /** Runs something and says how much processor time the server took meanwhile, and by how many bytes its resident memory grew at most. */
  async during<T>(run: () => Promise<T>): Promise<{ result: T; cpuMs: number; grown: number }> {
    const before = await this.ask('begin')
    const result = await run()
    const after = await this.ask('end')
    return { result, cpuMs: after.cpuMs - before.cpuMs, grown: after.peak - before.rss }
  }

  /** kill -9: no chance to write anything more. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await ended(this.child)
  }

  /** Ends the process if it still runs, and removes its data. */
  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  private async ask(question: Question): Promise<Vitals> {
    const answer = once(this.child, 'message')
    this.child.send(question)
    const [vitals] = (await answer) as [Vitals]
    return vitals
  }
}
