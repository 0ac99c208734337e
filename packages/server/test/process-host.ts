import { once } from 'node:events'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config.ts'
import type { HostReply, HostRequest } from './processes.ts'

/**
 * A process beside the tests that runs the program, one installation after another: starting Node, reading the program and compiling it
 * takes longer than most tests. How a process of its own starts and ends is what `startProcess` is for.
 */
const stops = new Map<number, () => Promise<void>>()

async function answer(request: HostRequest): Promise<HostReply> {
  const { id } = request
  try {
    if ('env' in request) {
      const app = await startApp(readConfig(request.env))
      stops.set(id, app.stop)
      return { id, url: app.url }
    }
    await stops.get(id)?.()
    stops.delete(id)
    return { id }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', async (request: HostRequest) => process.send?.(await answer(request)))
// The tests have ended, whichever way.
await once(process, 'disconnect')
process.exit()
