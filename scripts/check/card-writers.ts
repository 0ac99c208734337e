import { globSync, readFileSync } from 'node:fs'
import { at } from '../lib/paths.ts'

/** A statement that writes cards. Elsewhere nobody would compare before and after, and the journal would not know of it. */
const writes = /(?:updateTable|insertInto|deleteFrom)\('cards'\)|\bupdate cards\b|\binto cards\b/g
const planted = ["trx.updateTable('cards').set({ status })", 'sql`update cards set rank = 1`', "db.selectFrom('cards')"]
const home = 'packages/server/src/features/cards/write-queries.ts'

/** Finds statements of the server that write cards outside of the module for it. Migrations and tests are no part of the program. */
export async function findCardWriters(): Promise<{ ok: boolean; detail?: string; output?: string }> {
  const found = planted.map((text) => text.match(writes)?.length ?? 0)
  if (found.join() !== '1,1,0') return { ok: false, output: `The pattern finds ${found.join()} in what was planted.` }
  const files = globSync('packages/server/src/features/**/*.ts', { cwd: at('.') }).filter((path) => !path.endsWith('.test.ts'))
  const lines = files.flatMap((path) => (readFileSync(at(path), 'utf8').match(writes) ?? []).map((text) => `${path}: ${text}`))
  const strangers = lines.filter((line) => !line.startsWith(home))
  return { ok: lines.length > 0 && strangers.length === 0, detail: `${files.length} files`, output: strangers.join('\n') }
}
