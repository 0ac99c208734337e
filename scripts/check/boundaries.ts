import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { at, bin } from '../lib/paths.ts'
import { run } from '../lib/processes.ts'
import { breaches, files } from './planted.ts'

const config = at('.dependency-cruiser.mjs')
type Violation = { from: string; to: string; rule: { name: string } }

/** Imports of the product that go the wrong way, and cycles. */
export async function findViolations(): Promise<{ ok: boolean; detail: string; output: string }> {
  const { code, output } = await run(bin('depcruise'), [
    '--config',
    config,
    '--output-type',
    'err',
    '--no-cache',
    'packages',
    'e2e',
    'bench',
    'scripts',
  ])
  const modules = /(\d+) modules/.exec(output)?.[1] ?? '?'
  const homeless = await withoutFloor()
  return { ok: code === 0 && homeless.length === 0, detail: `${modules} modules`, output: [output, ...homeless].join('\n') }
}

/** Features of the server that no floor is given, so that the order of floors would say nothing of them. */
async function withoutFloor(): Promise<string[]> {
  const { floors }: { floors: string[] } = await import(config)
  const folders = readdirSync(at('packages/server/src/features'))
  return folders.filter((folder) => !floors.includes(folder)).map((folder) => `the feature ${folder} is on no floor`)
}

/** Proves that the rules bite: cruises a planted product and wants exactly the breaches that were planted, each rule at least once. */
export async function plantViolations(): Promise<{ ok: boolean; detail: string; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'rodada-planted-'))
  try {
    plant(folder)
    const { output } = await run(bin('depcruise'), ['--config', config, '--output-type', 'json', '--no-cache', 'packages'], { cwd: folder })
    const violations: Violation[] = JSON.parse(output).summary.violations
    const problems = [...missed(violations), ...wronglyCaught(violations), ...(await unplanted())]
    return { ok: problems.length === 0, detail: `${Object.keys(breaches).length} planted`, output: problems.join('\n') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function plant(folder: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  mkdirSync(join(folder, 'node_modules/@rodada'), { recursive: true })
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@rodada/contract'))
  for (const name of ['zod', 'kysely', 'sharp', 'socket.io-client'])
    symlinkSync(at('node_modules', name), join(folder, 'node_modules', name))
}

const missed = (violations: Violation[]): string[] =>
  Object.entries(breaches)
    .filter(([file, rule]) => !violations.some((found) => found.from === file && found.rule.name === rule))
    .map(([file, rule]) => `${file} breaks ${rule}, and nobody noticed`)

const wronglyCaught = (violations: Violation[]): string[] =>
  violations
    .filter((found) => breaches[found.from] !== found.rule.name)
    .map((found) => `${found.from} → ${found.to} was caught by ${found.rule.name}, wrongly`)

/** Rules that no planted file breaks: nobody would know if they stopped working. */
async function unplanted(): Promise<string[]> {
  const { default: rules }: { default: { forbidden: { name: string }[] } } = await import(config)
  const planted = new Set(Object.values(breaches))
  return rules.forbidden.filter(({ name }) => !planted.has(name)).map(({ name }) => `no planted violation for the rule ${name}`)
}
