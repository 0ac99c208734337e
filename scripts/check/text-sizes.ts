import { globSync, readFileSync } from 'node:fs'
import { at } from '../lib/paths.ts'

/** What keeps its size when a person asks the browser for larger text. */
const fixedSize = /(?:font-size|line-height|font|--ui|--row)\s*:[^;}]*\dpx|@(?:media|container)[^{]*\dpx/g
/** The pattern must find the first two, and nothing in the third. */
const planted = ['.a { font-size: 13px }', '@media (max-width: 760px) {', '.a { font-size: 0.8125rem; border: 1px solid }']

/** Finds style sheets whose texts, or the widths at which their layout changes, do not follow the browser's text size. */
export async function findFixedSizes(): Promise<{ ok: boolean; detail?: string; output?: string }> {
  const found = planted.map((text) => text.match(fixedSize)?.length ?? 0)
  if (found.join() !== '1,1,0') return { ok: false, output: `The pattern finds ${found.join()} in what was planted.` }
  const sheets = globSync('packages/web/src/**/*.css', { cwd: at('.') })
  const lines = sheets.flatMap((path) => (readFileSync(at(path), 'utf8').match(fixedSize) ?? []).map((text) => `${path}: ${text}`))
  return { ok: sheets.length > 0 && lines.length === 0, detail: `${sheets.length} style sheets`, output: lines.join('\n') }
}
