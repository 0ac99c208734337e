import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at } from './paths.ts'

/**
 * What a round on other services differs in: three variables, and what the suite's set-up makes of them. A program that a
 * test starts gets its database from that test.
 */
const differs = /\bTEST_(?:DATABASE_URL|REDIS_URL|PROCESSES)\b|\binject\(|\bprocess\.env\b(?!\.)|\} = process\b|\bnode:process\b/
/** Modules of ours that another one loads. Types alone load nothing. */
const loads = /(?:^(?!import type\b|export type\b).*?\bfrom |\bimport\(|^import )'(\.{1,2}\/[^']+)'/gm
/** One that is named only when the program runs leads anywhere. */
const anywhere = /\bimport\((?!')/

type Read = (path: string) => string | undefined

/** Whether a test file, and everything that it loads, knows nothing of what rounds differ in: it does the same in each. */
function isAlike(file: string, read: Read, known = new Set<string>()): boolean {
  if (known.has(file)) return true
  known.add(file)
  const text = read(file)
  if (text === undefined || differs.test(text) || anywhere.test(text)) return false
  return [...text.matchAll(loads)].every(([, path = '']) => isAlike(join(dirname(file), path), read, known))
}

/** What the rule says of these is known: the first is the same in each round, and no other is. */
const planted: Record<string, string> = {
  'alike.test.ts': "import type { Server } from './harness.ts'\nimport { rank } from './rank.ts'\nimport { test } from 'vitest'",
  'rank.ts': 'export const rank = 1',
  'far.test.ts': "import {\n  start,\n} from './scene.ts'",
  'late.test.ts': "const { start } = await import('./scene.ts')",
  'named.test.ts': 'const { start } = await import(name)',
  'missing.test.ts': "import { start } from './nowhere.ts'",
  'whole.test.ts': 'spawn(program, { env: process.env })',
  'taken.test.ts': 'const { env } = process',
  'scene.ts': "export { start } from './harness.ts'",
  'harness.ts': 'export const start = () => open(process.env.TEST_DATABASE_URL)',
}

/**
 * The test files of the server, from its folder, that have nothing to say of other services, because nothing that they load knows of any.
 * They run with `npm test`. @throws when the rule no longer tells what is planted for it
 */
export function filesAlikeInRounds(): string[] {
  const told = Object.keys(planted).filter((file) => file.endsWith('.test.ts') && isAlike(file, (path) => planted[path]))
  if (told.join() !== 'alike.test.ts')
    throw new Error(`The rule for files that are alike in every round tells ${told.join()} of what was planted.`)
  const folder = at('packages/server')
  const read: Read = (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined)
  return globSync('{src,test}/**/*.test.ts', { cwd: folder })
    .filter((file) => isAlike(file, read))
    .sort()
}
