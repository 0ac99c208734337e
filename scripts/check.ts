/**
 * npm run check: everything that must hold before a change is pushed, one line a step, all steps even when one fails.
 * CHECK_SKIP_TESTS=1 leaves the tests out, when they have just run. `npm run check -- types lint` runs only those.
 */
import pMap from 'p-map'
import { lintApiDescription } from './check/api-description.ts'
import { findViolations, plantViolations } from './check/boundaries.ts'
import { findCardWriters } from './check/card-writers.ts'
import { findDecisionGaps } from './check/decisions.ts'
import { findFloatingPromises } from './check/floating-promises.ts'
import { findChangesHandedOn } from './check/handed-on.ts'
import { findInstallScripts } from './check/install-scripts.ts'
import { measureSize } from './check/size-budget.ts'
import { findFixedSizes } from './check/text-sizes.ts'
import { checkTypes } from './check/types.ts'
import { parts } from './lib/build.ts'
import { at, bin } from './lib/paths.ts'
import { run } from './lib/processes.ts'

/** `detail` is printed beside the step when it holds, `output` below it when it does not. */
type Result = { ok: boolean; detail?: string; output?: string }

async function tool(name: string, args: string[]): Promise<Result> {
  const { code, output } = await run(bin(name), args)
  return { ok: code === 0, output }
}

async function build(): Promise<Result> {
  const stale = parts.filter(({ isFresh }) => !isFresh())
  if (stale.length === 0) return { ok: true, detail: 'already built' }
  const builds = await Promise.all(stale.map((part) => part.build()))
  return { ok: builds.every(({ ok }) => ok), output: builds.map(({ output }) => output).join('') }
}

async function tests(): Promise<Result> {
  const { code, output } = await run(at('scripts/run.mjs'), ['test'], { show: true })
  return { ok: code === 0, output }
}

const steps: Record<string, () => Promise<Result>> = {
  types: checkTypes,
  unused: () => tool('knip', ['--no-progress', '--treat-config-hints-as-errors']),
  lint: () => tool('biome', ['check', '--error-on-warnings', '--colors=off', '.']),
  boundaries: findViolations,
  planted: plantViolations,
  scripts: findInstallScripts,
  promises: findFloatingPromises,
  sizes: findFixedSizes,
  writers: findCardWriters,
  tabs: findChangesHandedOn,
  decisions: findDecisionGaps,
  api: lintApiDescription,
  build,
  size: measureSize,
  tests,
}

const titles: Record<string, string> = {
  lint: 'format and lint',
  types: 'types',
  boundaries: 'boundaries and cycles',
  planted: 'planted violations are found',
  scripts: 'install scripts',
  promises: 'promises are waited for',
  sizes: 'text sizes follow the browser',
  writers: 'cards are written in one place',
  tabs: 'journeys hand on no changes',
  decisions: 'decisions and their index',
  api: 'API description',
  unused: 'unused code',
  build: 'build',
  size: 'size budget',
  tests: 'tests',
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`)
  process.exit(1)
}

/** Each step holds or says why not; the line of a step is printed when it ends. Answers the title of one that failed. */
async function take(name: string): Promise<string | undefined> {
  const title = titles[name] ?? name
  const step = steps[name]
  if (!step) return title
  if (name === 'tests' && process.env.CHECK_SKIP_TESTS && chosen.length === 0) {
    console.log(`–  ${title.padEnd(30)} left out (CHECK_SKIP_TESTS)`)
    return undefined
  }
  const began = performance.now()
  const result = await step().catch(
    (error: unknown): Result => ({ ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`.padStart(7)
  console.log(`${result.ok ? '✓' : '✗'}  ${title.padEnd(30)} ${seconds}  ${result.ok ? (result.detail ?? '') : 'FAILED'}`)
  if (result.ok) return undefined
  if (result.output?.trim()) console.log(result.output.trimEnd().replace(/^/gm, '     '))
  return title
}

const wanted = Object.keys(steps).filter((name) => chosen.length === 0 || chosen.includes(name))
const alone = ['build', 'size', 'tests']
// What only reads goes two at a time. The size is that of the build, and tests are not to be disturbed.
const read = await pMap(
  wanted.filter((name) => !alone.includes(name)),
  take,
  { concurrency: 2 },
)
const failed = read.filter((title) => title !== undefined)
for (const name of wanted.filter((one) => alone.includes(one))) {
  const title = await take(name)
  if (title !== undefined) failed.push(title)
}
console.log(failed.length === 0 ? '\nEverything holds.' : `\nDoes not hold: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
