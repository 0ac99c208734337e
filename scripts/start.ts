/** npm start: what is older than its sources is built, then this very process becomes the server. */
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build.ts'
import { serverEntry } from './lib/build-server.ts'

try {
  await ensureBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import(pathToFileURL(serverEntry).href)
