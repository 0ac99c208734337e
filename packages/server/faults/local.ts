import { once } from 'node:events'
import { join } from 'node:path'
import {
  callThrough,
  createEnvironment,
  type ProcessOptions,
  type ServerProcess,
  spawnProcess,
  startProcess,
  type TestServer,
} from '../test/harness.ts'
import type { Held, Order } from './inside.ts'

/** An installation of one process on SQLite, whatever databases the run was given. */
export const localEnvironment = (more: Record<string, string> = {}): ReturnType<typeof createEnvironment> =>
  createEnvironment(more, { sqlite: true })

/** Calls to a process beside the test. */
export const callsTo = (url: string): Pick<TestServer, 'call'> => ({ call: callThrough((path, init) => fetch(url + path, init)) })

/** A process that obeys `inside.ts`. */
export type ObedientProcess = ServerProcess & {
  /** Moves its clock so far from the real one. */
  shiftClock: (ms: number) => Promise<void>
  /** Bytes that it holds when everything unused is given back. */
  heldBytes: () => Promise<number>
  /** From now on its disk does not take what is flushed to it. */
  failFlushes: () => Promise<void>
}

/** The program with `inside.ts` loaded before it. */
export async function startObedient(env: Record<string, string>, options: ProcessOptions = {}): Promise<ObedientProcess> {
  const nodeArgs = ['--import', join(import.meta.dirname, 'inside.ts'), ...(options.nodeArgs ?? [])]
  const running = await startProcess(env, { ...options, nodeArgs, ipc: true })
  const order = async (what: Order): Promise<unknown> => {
    const answered = once(running.child, 'message')
    running.child.send(what)
    return (await answered)[0]
  }
  return {
    ...running,
    shiftClock: async (shiftMs) => void (await order({ shiftMs })),
    heldBytes: async () => ((await order({ measure: true })) as Held).held,
    failFlushes: async () => void (await order({ failFlushes: true })),
  }
}

/** A start that must fail: its exit code, and all that it printed. */
export async function failedStart(env: Record<string, string>, options: ProcessOptions = {}): Promise<{ code: number; said: string }> {
  const child = spawnProcess(env, options)
  let said = ''
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (said += String(chunk)))
  const greeted = new Promise<never>((_, reject) => {
    child.stdout?.on('data', () => said.includes('está pronta') && reject(new Error('the server started')))
  })
  try {
    const [code] = await Promise.race([once(child, 'close'), greeted])
    return { code: Number(code), said }
  } finally {
    child.kill('SIGKILL')
  }
}
