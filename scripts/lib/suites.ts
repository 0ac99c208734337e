import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { at, bin, cache } from './paths.ts'
import { run } from './processes.ts'

/** How many tests passed, and each that failed with its file, its name and the first line of what it said. */
export type Tally = { passed: number; failures: string[] }

export const sum = (tallies: Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failures: tallies.flatMap(({ failures }) => failures),
})

/** What a suite counts as that could not even begin. */
export const notRun = (reason: unknown): Tally => ({ passed: 0, failures: [reason instanceof Error ? reason.message : String(reason)] })

export const tallyLine = ({ passed, failures }: Tally): string => `${passed} passed, ${failures.length} failed`

/** Ends a test command: every failure once more, for the end of a long output is what is read first, and the exit code. */
export function conclude(tally: Tally): void {
  for (const failure of tally.failures) console.log(`✗ ${failure}`)
  console.log(`\n${tallyLine(tally)}`)
  process.exitCode = tally.failures.length === 0 && tally.passed > 0 ? 0 : 1
}

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
  return readTally(report, code, ({ numPassedTests = 0, testResults = [] }: VitestReport) => ({
    passed: numPassedTests,
    failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(at('.'), name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      // A file that does not load has no test of its own to be red.
      if (failed.length === 0) return status === 'failed' ? [said(file, message)] : []
      return failed.map(({ fullName, failureMessages }) => said(`${file} > ${fullName}`, failureMessages?.[0]))
    }),
  }))
}

/** Runs the browser journeys with their output on the terminal. */
export async function journeys({ args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {}): Promise<Tally> {
  const report = freshReport('playwright')
  const { code } = await run(bin('playwright'), ['test', '--reporter=list,json', ...args], {
    cwd: at('e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
    show: true,
  })
  return readTally(report, code, ({ stats, suites = [] }: PlaywrightReport) => ({
    passed: stats?.expected ?? 0,
    failures: suites.flatMap(failedJourneys),
  }))
}

type VitestReport = {
  numPassedTests?: number
  testResults?: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}
type Journeys = {
  file: string
  suites?: Journeys[]
  specs?: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}
type PlaywrightReport = { stats?: { expected: number }; suites?: Journeys[] }

/** A journey that passed at a second try counts as failed too: a race is looked for, and not tried again. */
const failedJourneys = ({ file, suites = [], specs = [] }: Journeys): string[] => [
  ...suites.flatMap(failedJourneys),
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => said(`e2e/journeys/${file} > ${title}`, results.find(({ error }) => error)?.error?.message)),
  ),
]

const said = (test: string, message = ''): string => {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n')
  return line ? `${test}: ${line.slice(0, 300)}` : test
}

function freshReport(name: string): string {
  mkdirSync(cache('reports'), { recursive: true })
  const path = cache('reports', `${name}-${process.pid}.json`)
  rmSync(path, { force: true })
  return path
}

/** A suite that ended badly without a failed test (it could not start, a worker died) still counts as one failure. */
function readTally<Report>(path: string, code: number, read: (report: Report) => Tally): Tally {
  const endedBadly = `the suite ended with ${code}: see its output above`
  try {
    const tally = read(JSON.parse(readFileSync(path, 'utf8')))
    return code !== 0 && tally.failures.length === 0 ? { ...tally, failures: [endedBadly] } : tally
  } catch {
    return { passed: 0, failures: code === 0 ? [] : [endedBadly] }
  } finally {
    rmSync(path, { force: true })
  }
}
