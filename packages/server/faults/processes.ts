import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort, type ProcessOptions, spawnProcess } from '../test/harness.ts'

/** One process of the program with everything it printed. */
export type LoggedProcess = {
  url: string
  child: ChildProcess
  /** Its output so far, standard and error. */
  output: () => string
  hasEnded: () => boolean
  /** Sends a signal and waits for the end; the exit code, or null after a kill. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

/** Starts a process and resolves once it is ready. @throws with its output when it ends instead. */
export async function startLogged(env: Record<string, string>, options: ProcessOptions = {}): Promise<LoggedProcess> {
  const port = await freePort()
  const child = spawnProcess({ ...env, LOG_LEVEL: 'warn', PORT: String(port) }, options)
  const ended = once(child, 'exit')
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('está pronta')) resolve()
      })
    }
    child.once('close', () => reject(new Error(`the process ended while starting:\n${output}`)))
  })
  await ready
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => output,
    hasEnded,
    end: async (signal) => {
      if (!hasEnded()) child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

/** What a process printed of failures that nobody took care of. */
export const uncaught = ({ output }: LoggedProcess): string[] =>
  output()
    .split('\n')
    .filter((line) => /unhandled|uncaught|triggerUncaughtException|FATAL ERROR/i.test(line))
