/**
 * npm test: the server suite on SQLite beside the contract's and the web's, then the browser journeys.
 * `npm test -- server` (contract, web, e2e) runs one of them; what follows a second `--` goes to its runner.
 */
import { type Chromium, ensureChromium } from './ensure-chromium.ts'
import { ensureBuilt } from './lib/build.ts'
import { conclude, journeys, notRun, sum, type Tally, tallyLine, vitest } from './lib/suites.ts'

const split = process.argv.indexOf('--')
const chosen = process.argv.slice(2, split === -1 ? undefined : split)
const args = split === -1 ? [] : process.argv.slice(split + 1)

// The suite is on SQLite in one process, whatever the shell says; `npm run test:scale` is for the rest.
const plain = { TEST_DATABASE_URL: '', TEST_REDIS_URL: '', TEST_PROCESSES: '' }

type Print = (output: string) => void
const units: Record<string, (print?: Print) => Promise<Tally>> = {
  server: (print) => vitest('packages/server', { args, env: plain, print }),
  contract: (print) => vitest('packages/contract', { args, print }),
  web: (print) => vitest('packages/web', { args, print }),
}
const journeysIn = async ({ headless, whole }: Chromium): Promise<Tally> => {
  await ensureBuilt()
  return journeys({ args, env: { CHROMIUM_PATH: headless, CHROMIUM_WHOLE_PATH: whole } })
}

const isChosen = (name: string): boolean => chosen.length === 0 || chosen.includes(name)
const announce = (name: string): void => console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`)

async function timed(name: string, suite: () => Promise<Tally>): Promise<Tally> {
  const began = performance.now()
  const tally = await suite().catch(notRun)
  console.log(`${name}: ${tallyLine(tally)} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return tally
}

// A browser that has to be fetched comes while the other suites run; that it cannot be had is said where it is needed.
const chromium = isChosen('e2e') ? ensureChromium() : undefined
chromium?.catch(() => undefined)

// Side by side, for the server's tests wait for the disk now and then: the first on the terminal, the others when they have ended.
const unitRuns = Object.entries(units)
  .filter(([name]) => isChosen(name))
  .map(([name, suite], index) => {
    const print = (output: string) => {
      announce(name)
      console.log(output)
    }
    if (index === 0) announce(name)
    return timed(name, () => suite(index === 0 ? undefined : print))
  })
const tallies = await Promise.all(unitRuns)
if (chromium) {
  announce('e2e')
  tallies.push(await timed('e2e', async () => journeysIn(await chromium)))
}

conclude(sum(tallies))
