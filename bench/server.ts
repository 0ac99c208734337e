import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverEntry } from '../scripts/lib/build-server.ts'
import { ended, freePort, healthy } from '../scripts/lib/processes.ts'
import { builtPath } from './built.ts'
import type { Question, Vitals } from './probe.ts'

export type Kind = 'ours' | 'baseline' | 'bare-http'

const programs: Record<Kind, string> = {
  ours: serverEntry,
  baseline: builtPath('baseline-socketio'),
  'bare-http': builtPath('baseline-fastify'),
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
  private readonly settings: NodeJS.ProcessEnv
  private child: ChildProcess

  private constructor(kind: Kind, { port, dataDir, settings }: { port: number; dataDir: string; settings: NodeJS.ProcessEnv }) {
    this.kind = kind
    this.port = port
    this.dataDir = dataDir
    this.settings = settings
    this.child = this.launch()
  }

  /** Started and healthy. `settings` are environment variables beside those that every server under test gets. */
  static async start(kind: Kind, settings: NodeJS.ProcessEnv = {}): Promise<Server> {
    const dataDir = mkdtempSync(join(tmpdir(), 'rodada-bench-'))
    const server = new Server(kind, { port: await freePort(), dataDir, settings })
    await server.healthy()
    return server
  }

  /** Ends it in peace, as a service is stopped, so that nobody else has its data. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM')
    await ended(this.child)
  }

  /** Starts it again on its data. @returns how long it took until it was healthy, in milliseconds */
  async startAgain(): Promise<number> {
    const began = performance.now()
    this.child = this.launch()
    await this.healthy()
    return performance.now() - began
  }

  private launch(): ChildProcess {
    return spawnPinned(0, ['--expose-gc', '--import', builtPath('probe'), programs[this.kind]], {
      NODE_ENV: 'production',
      PORT: String(this.port),
      HOST: '127.0.0.1',
      DATA_DIR: this.dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000000',
      BENCH_PROFILE: process.env.BENCH_PROFILE,
      ...this.settings,
    })
  }

  private healthy(): Promise<void> {
    return healthy(`http://127.0.0.1:${this.port}`, { alive: () => this.child.exitCode === null })
  }

  get pid(): number {
    return this.child.pid ?? 0
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
