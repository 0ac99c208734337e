import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, root } from './paths.ts'
import { ended, freePort, healthy } from './processes.ts'

/** A real server process on a port and a temporary data folder of its own, for journeys, demo and screenshots. */
export class Instance {
  readonly port: number
  readonly origin: string
  private readonly dataDir: string
  private readonly settings: NodeJS.ProcessEnv
  private child: ChildProcess | undefined
  private printed: string[] = []

  private constructor(port: number, settings: NodeJS.ProcessEnv) {
    this.port = port
    this.origin = `http://127.0.0.1:${port}`
    this.settings = settings
    this.dataDir = mkdtempSync(join(tmpdir(), 'rodada-'))
  }

  /** Starts one and waits until it is healthy. `settings` are the server's environment variables. */
  static async start({ port, ...settings }: NodeJS.ProcessEnv & { port?: string } = {}): Promise<Instance> {
    const instance = new Instance(port ? Number(port) : await freePort(), settings)
    await instance.launch()
    return instance
  }

  /** Everything that the server printed so far, on all its starts. */
  get log(): string {
    return this.printed.join('')
  }

  /** Starts the process again on the same port and data. */
  async launch(): Promise<void> {
    // The settings of the shell (a DATABASE_URL, say) are not those of this instance.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '1000' }
    const child = spawn(process.execPath, [at('packages/server/src/main.ts')], {
      cwd: root,
      env: { ...env, ...this.settings, PORT: String(this.port), HOST: '127.0.0.1', DATA_DIR: this.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.setEncoding('utf8').on('data', (part: string) => this.printed.push(part))
    child.stderr.setEncoding('utf8').on('data', (part: string) => this.printed.push(part))
    this.child = child
    await healthy(this.origin, { alive: () => child.exitCode === null && child.signalCode === null }).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.log}`)
    })
  }

  /** kill -9: no chance to say goodbye or to write anything more. */
  async kill(): Promise<void> {
    if (!this.child) return
    this.child.kill('SIGKILL')
    await ended(this.child)
  }

  /** Asks the process to end, and removes its data. */
  async stop(): Promise<void> {
    if (this.child) {
      this.child.kill('SIGTERM')
      const late = setTimeout(() => this.child?.kill('SIGKILL'), 5000)
      await ended(this.child)
      clearTimeout(late)
    }
    this.remove()
  }

  /** Removes the data folder at once; for an exit that cannot wait. */
  remove(): void {
    this.child?.kill('SIGKILL')
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
