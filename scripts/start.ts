/** npm start: the web is built when its sources are newer than the build, then this very process becomes the server. */
import { ensureWeb } from './lib/build-web.ts'

try {
  await ensureWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../packages/server/src/main.ts')
