import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefusal } from '../../packages/server/src/platform/http/errors.ts'
import { serverEntry } from './build-server.ts'
import { at, root } from './paths.ts'
import { ended, freePort, healthy } from './processes.ts'

/** Between its being found free and the server's listening on it, somebody else may take a port. */
const portTries = 3

/** What a server prints once it listens, and what it prints when somebody else does. */
const greeting = 'está pronta'
const portTaken = 'A porta já está em uso'

/** A real server process, of the built program, on a port and a temporary data folder of its own, for journeys, demo and screenshots. */
export class Instance {
  readonly port: number
  readonly origin: string
  readonly dataDir: string
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
    for (let tries = 1; ; tries += 1) {
      const instance = new Instance(port ? Number(port) : await freePort(), settings)
      try {
        await instance.launch()
        return instance
      } catch (error) {
        instance.remove()
        if (port || tries === portTries || !instance.foundPortTaken) throw error
      }
    }
  }

  /** Everything that the server printed so far, on all its starts. */
  get log(): string {
    return this.printed.join('')
  }

  /** Whether the server gave up because somebody else listens on its port. */
  private get foundPortTaken(): boolean {
    return this.log.includes(portTaken)
  }

  /** Starts the process again on the same port and data. */
  async launch(): Promise<void> {
    // The settings of the shell (a DATABASE_URL, say) are not those of this instance.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '1000' }
    const { SLOW_ANSWERS } = process.env
    const held = SLOW_ANSWERS ? ['--import', at('scripts/lib/slow-answers.ts')] : []
    const child = spawn(process.execPath, [...held, serverEntry], {
      cwd: root,
      env: { ...env, ...this.settings, SLOW_ANSWERS, PORT: String(this.port), HOST: '127.0.0.1', DATA_DIR: this.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    let said = ''
    let isOver = false
    child.stderr.setEncoding('utf8').on('data', (part: string) => this.printed.push(part))
    const outcome = new Promise<'greeted' | 'over'>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        this.printed.push(part)
        said += part
        if (said.includes(greeting)) resolve('greeted')
      })
      // Not its exit: only when its output is closed, too, is all there that it said about the reason.
      child.once('close', () => {
        isOver = true
        resolve('over')
      })
    })
    // What the server said is the reason, and all that the caller needs.
    const failed = (why: string) => new StartRefusal(`${why}\n${this.log}`)
    await healthy(this.origin, { alive: () => !isOver }).catch((error: Error) => {
      throw failed(isOver ? 'A Rodada não iniciou.' : error.message)
    })
    // Another instance that took the port is healthy as well; only this process greets here.
    if ((await outcome) === 'over') throw failed('A Rodada não iniciou.')
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
