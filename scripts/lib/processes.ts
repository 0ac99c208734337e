import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { root } from './paths.ts'

export type Outcome = { code: number; output: string; seconds: number }

/**
 * Runs a command of node_modules/.bin (or any script) on this very Node and waits for its end.
 * With `show` its output goes straight to the terminal, otherwise it is collected in `output`.
 */
export function run(
  script: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean } = {},
): Promise<Outcome> {
  return command(process.execPath, [script, ...args], options)
}

/** As `run`, for any program. Never rejects: a program that is not there ends with code 127. */
export function command(
  program: string,
  args: string[],
  { cwd = root, env, show = false }: { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean } = {},
): Promise<Outcome> {
  const started = performance.now()
  const options: SpawnOptions = { cwd, env: { ...process.env, ...env }, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] }
  const child = spawn(program, args, options)
  const parts: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (part: string) => parts.push(part))
  child.stderr?.setEncoding('utf8').on('data', (part: string) => parts.push(part))
  const outcome = (code: number): Outcome => ({ code, output: parts.join(''), seconds: (performance.now() - started) / 1000 })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      parts.push(error.message)
      resolve(outcome(127))
    })
    child.on('close', (code) => resolve(outcome(code ?? 1)))
  })
}

/** Resolves once a child has ended, at once when it already has. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** A TCP port on the loopback that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** Waits until a server answers its health check with 200. @throws when it has not within `seconds`, or when `alive` says it ended. */
export async function healthy(
  origin: string,
  { seconds = 60, alive = () => true }: { seconds?: number; alive?: () => boolean } = {},
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline && alive()) {
    const ready = await fetch(`${origin}/api/health`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server at ${origin} ${alive() ? `was not healthy after ${seconds} s` : 'ended before it was healthy'}`)
}
