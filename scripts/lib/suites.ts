import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { at, bin, cache } from './paths.ts'
import { run } from './processes.ts'

export type Tally = { passed: number; failed: number }

export const sum = (tallies: Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
})

/** The line that ends every test command. */
export const tallyLine = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`

/**
 * Runs a workspace's Vitest suite with its output on the terminal, or given to `print` when it has ended. `args` choose files or
 * tests, as Vitest takes them.
 */
export async function vitest(
  workspace: string,
  { args = [], env = {}, print }: { args?: string[]; env?: NodeJS.ProcessEnv; print?: (output: string) => void } = {},
): Promise<Tally> {
  const report = freshReport(`vitest-${workspace.replaceAll('/', '-')}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = ['run', '--passWithNoTests', ...reporters, ...args]
  const { code, output } = await run(bin('vitest'), command, { cwd: at(workspace), env, show: !print })
  print?.(output)
  return readTally(report, code, (json) => ({ passed: json.numPassedTests ?? 0, failed: json.numFailedTests ?? 0 }))
}

/** Runs the browser journeys with their output on the terminal. */
export async function journeys({ args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {}): Promise<Tally> {
  const report = freshReport('playwright')
  const { code } = await run(bin('playwright'), ['test', '--reporter=list,json', ...args], {
    cwd: at('e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
    show: true,
  })
  return readTally(report, code, (json) => ({
    passed: json.stats?.expected ?? 0,
    failed: (json.stats?.unexpected ?? 0) + (json.stats?.flaky ?? 0),
  }))
}

type Report = { numPassedTests?: number; numFailedTests?: number; stats?: { expected: number; unexpected: number; flaky: number } }

function freshReport(name: string): string {
  mkdirSync(cache('reports'), { recursive: true })
  const path = cache('reports', `${name}-${process.pid}.json`)
  rmSync(path, { force: true })
  return path
}

/** A suite that ended badly without a failed test (it could not start, a file did not load) still counts as one failure. */
function readTally(path: string, code: number, read: (report: Report) => Tally): Tally {
  try {
    const tally = read(JSON.parse(readFileSync(path, 'utf8')))
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
  } catch {
    return { passed: 0, failed: code === 0 ? 0 : 1 }
  } finally {
    rmSync(path, { force: true })
  }
}
