/** npm run shots: pictures of every screen and state into the ignored folder shots/, to be looked at. */
import { ensureChromium } from './ensure-chromium.ts'
import { ensureBuilt } from './lib/build.ts'
import { at } from './lib/paths.ts'
import { run } from './lib/processes.ts'

try {
  const { headless } = await ensureChromium()
  await ensureBuilt()
  const { code } = await run(at('e2e/shots/main.ts'), process.argv.slice(2), { env: { CHROMIUM_PATH: headless }, show: true })
  process.exitCode = code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
