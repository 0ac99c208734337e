import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config.ts'
import type { App } from '../src/platform/server.ts'

/**
 * A process beside the tests that runs the program on request: starting Node, reading the program and compiling it takes longer than
 * most tests. POST starts an installation with the settings of its body and answers the address; DELETE of that address's port stops it.
 * How a process of its own starts and ends is what `startProcess` is for.
 */
const apps = new Map<string, App>()

async function start(env: Record<string, string>): Promise<string> {
  const app = await startApp(readConfig(env))
  apps.set(`/${new URL(app.url).port}`, app)
  return app.url
}

async function stop(path: string): Promise<string> {
  await apps.get(path)?.stop()
  apps.delete(path)
  return ''
}

const control = createServer(async (request, reply) => {
  try {
    reply.end(await (request.method === 'POST' ? start((await json(request)) as Record<string, string>) : stop(request.url ?? '')))
  } catch (error) {
    reply.writeHead(500).end(error instanceof Error ? error.stack : String(error))
  }
})
control.listen(0, '127.0.0.1')
await once(control, 'listening')
process.send?.(`http://127.0.0.1:${(control.address() as AddressInfo).port}`)
// The tests have ended, whichever way.
await once(process, 'disconnect')
process.exit()
