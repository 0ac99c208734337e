import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { at } from '../lib/paths.ts'

/** Gzipped JavaScript, in kilobytes of 1000 bytes, that a first visit may load before it can be used. */
const budget = { landing: 180, room: 60, board: 120 }
/** What the router loads when a page is visited: the screen and its texts. */
const pages = {
  landing: /features\/landing\/\w*Screen\.tsx$|i18n\/pt-br\/landing\.ts$/,
  room: /features\/rooms\/\w*Screen\.tsx$|i18n\/pt-br\/rooms\.ts$/,
  // With the frame of signed-in pages around it.
  board: /features\/boards\/\w*Screen\.tsx$|i18n\/pt-br\/(boards|shell)\.ts$|app\/(Shell|SessionWatch)\.tsx$/,
}
/** Loaded when somebody opens it, not with its page. */
const opened = /((Dialogs?|Modal|Settings|Palette|CardWindow|FilterGroups|MoreFields)\.tsx|i18n\/pt-br\/(card|palette)\.ts)$/

type Chunk = { file: string; src?: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

const dist = at('packages/web/dist')

/**
 * Sums what the landing page loads (the entry, the screen, all they import) and what the room and the board load besides,
 * with what they fetch by themselves when they open (the socket). Vite's manifest says who imports whom; e2e/journeys/weight.spec.ts
 * measures the same in a browser.
 */
export async function measureSize(): Promise<{ ok: boolean; detail: string; output: string }> {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const landing = closure(manifest, [...entries, ...lazy(manifest, pages.landing)])
  const room = closure(manifest, lazy(manifest, pages.room), landing)
  const board = closure(manifest, lazy(manifest, pages.board), landing)
  if (room.size === 0 || board.size === 0) throw new Error('the manifest holds no chunk of the room or the board: was a screen moved?')
  const sizes = { landing: weight(landing), room: weight(room), board: weight(board) }
  const ok = sizes.landing <= budget.landing && sizes.room <= budget.room && sizes.board <= budget.board
  const more = (page: 'room' | 'board'): string => `${page} ${sizes[page].toFixed(1)} more of ${budget[page]} KB`
  const detail = `landing ${sizes.landing.toFixed(1)} of ${budget.landing} KB, ${more('room')}, ${more('board')}`
  return { ok, detail, output: [detail, ...listing('landing', landing), ...listing('room', room), ...listing('board', board)].join('\n') }
}

const lazy = (manifest: Manifest, page: RegExp): string[] =>
  Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && page.test(key))

/** Files that the chunks and their imports load. With `known`, only what is not in it yet, and what those fetch by themselves. */
function closure(manifest: Manifest, from: string[], known?: Set<string>): Set<string> {
  const files = new Set<string>()
  const visited = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || visited.has(key) || known?.has(chunk.file)) return
    visited.add(key)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
    if (known) for (const next of chunk.dynamicImports ?? []) if (!opened.test(next)) visit(next)
  }
  for (const key of from) visit(key)
  return files
}

const gzipped = (file: string): number => gzipSync(readFileSync(join(dist, file))).length / 1000
const weight = (files: Set<string>): number => [...files].reduce((sum, file) => sum + gzipped(file), 0)
const listing = (name: string, files: Set<string>): string[] =>
  [...files]
    .map((file) => ({ file, size: gzipped(file) }))
    .sort((a, b) => b.size - a.size)
    .map(({ file, size }) => `${name.padEnd(8)} ${size.toFixed(1).padStart(7)} KB  ${file}`)
