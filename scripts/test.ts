/**
 * npm test: the contract, the server suite on SQLite, the web suite and the browser journeys.
 * `npm test -- server` (contract, web, e2e) runs one of them; what follows a second `--` goes to its runner.
 */
import { ensureChromium } from './ensure-chromium.ts'
import { ensureWeb } from './lib/build-web.ts'
import { journeys, sum, type Tally, tallyLine, vitest } from './lib/suites.ts'

const split = process.argv.indexOf('--')
const chosen = process.argv.slice(2, split === -1 ? undefined : split)
const args = split === -1 ? [] : process.argv.slice(split + 1)

// The suite is on SQLite in one process, whatever the shell says; `npm run test:scale` is for the rest.
const plain = { TEST_DATABASE_URL: '', TEST_REDIS_URL: '', TEST_PROCESSES: '' }

const suites: Record<string, () => Promise<Tally>> = {
  contract: () => vitest('packages/contract', { args }),
  server: () => vitest('packages/server', { args, env: plain }),
  web: () => vitest('packages/web', { args }),
  e2e: async () => {
    const { headless, whole } = await ensureChromium()
    await ensureWeb()
    return journeys({ args, env: { CHROMIUM_PATH: headless, CHROMIUM_WHOLE_PATH: whole } })
  },
}

const tallies: Tally[] = []
for (const [name, suite] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`)
  const began = performance.now()
  const tally = await suite().catch((error: unknown): Tally => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  console.log(`${name}: ${tallyLine(tally)} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  tallies.push(tally)
}

const total = sum(tallies)
console.log(`\n${tallyLine(total)}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
