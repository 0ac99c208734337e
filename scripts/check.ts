/**
 * npm run check: everything that must hold before a change is pushed, one line a step, all steps even when one fails.
 * CHECK_SKIP_TESTS=1 leaves the tests out, for whoever has just run them. `npm run check -- types lint` runs only those.
 */
import { findViolations, plantViolations } from './check/boundaries.ts'
import { findFloatingPromises } from './check/floating-promises.ts'
import { findInstallScripts } from './check/install-scripts.ts'
import { measureSize } from './check/size-budget.ts'
import { checkTypes } from './check/types.ts'
import { buildWeb, webIsFresh } from './lib/build-web.ts'
import { at, bin } from './lib/paths.ts'
import { run } from './lib/processes.ts'

/** `detail` is printed beside the step when it holds, `output` below it when it does not. */
type Result = { ok: boolean; detail?: string; output?: string }

async function tool(name: string, args: string[]): Promise<Result> {
  const { code, output } = await run(bin(name), args)
  return { ok: code === 0, output }
}

async function build(): Promise<Result> {
  if (webIsFresh()) return { ok: true, detail: 'already built' }
  return buildWeb()
}

async function tests(): Promise<Result> {
  const { code, output } = await run(at('scripts/run.mjs'), ['test'], { show: true })
  return { ok: code === 0, output }
}

const steps: Record<string, () => Promise<Result>> = {
  lint: () => tool('biome', ['check', '--error-on-warnings', '--colors=off', '.']),
  types: checkTypes,
  boundaries: findViolations,
  planted: plantViolations,
  scripts: findInstallScripts,
  promises: findFloatingPromises,
  unused: () => tool('knip', ['--no-progress', '--treat-config-hints-as-errors']),
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

const failed: string[] = []
for (const [name, step] of Object.entries(steps)) {
  const title = titles[name] ?? name
  if (chosen.length > 0 && !chosen.includes(name)) continue
  if (name === 'tests' && process.env.CHECK_SKIP_TESTS && chosen.length === 0) {
    console.log(`–  ${title.padEnd(30)} left out (CHECK_SKIP_TESTS)`)
    continue
  }
  const began = performance.now()
  const result = await step().catch(
    (error: unknown): Result => ({ ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`.padStart(7)
  console.log(`${result.ok ? '✓' : '✗'}  ${title.padEnd(30)} ${seconds}  ${result.ok ? (result.detail ?? '') : 'FAILED'}`)
  if (!result.ok) {
    failed.push(title)
    if (result.output?.trim()) console.log(result.output.trimEnd().replace(/^/gm, '     '))
  }
}
console.log(failed.length === 0 ? '\nEverything holds.' : `\nDoes not hold: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
