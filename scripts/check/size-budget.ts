import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { at } from '../lib/paths.ts'
import { entriesOf, type Manifest, partsOf, readManifest } from '../lib/web-manifest.ts'

/** Gzipped JavaScript, in kilobytes of 1000 bytes, that a first visit may load before it can be used. */
const budgets: Partial<Record<string, number>> = { landing: 180, room: 60, board: 100 }
/** A page with the frame of signed-in pages around it: its screen and its texts. */
const framed = (screen: string, ...texts: string[]): RegExp[] => [
  new RegExp(`(features|app)/${screen}\\.tsx$`),
  ...[...texts, 'shell'].map((name) => new RegExp(`i18n/pt-br/${name}\\.ts$`)),
  /app\/shell\/Shell\.tsx$/,
  /app\/session\/SessionWatch\.tsx$/,
]
/** What the router loads when a page is visited: the screen and its texts. */
const pages = {
  landing: [/features\/landing\/\w*Screen\.tsx$/, /i18n\/pt-br\/landing\.ts$/],
  room: [/features\/rooms\/\w*Screen\.tsx$/, /i18n\/pt-br\/rooms\.ts$/],
  board: framed('boards/BoardScreen', 'boards'),
  login: [/features\/auth\/LoginScreen\.tsx$/, /i18n\/pt-br\/auth\.ts$/],
  dashboard: framed('dashboard/DashboardScreen', 'dashboard', 'activity', 'work'),
  boards: framed('dashboard/TrelloScreen', 'dashboard'),
  sprints: framed('sprints/SprintsScreen', 'sprints', 'work'),
  'sprint tasks': framed('sprints/tasks/TasksScreen', 'sprints', 'work'),
  'sprint board': framed('sprints/board/SprintBoardScreen', 'sprints', 'work', 'kanban'),
  'sprint report': framed('sprints/report/ReportScreen', 'sprints', 'work', 'report'),
  backlog: framed('sprints/backlog/BacklogScreen', 'sprints', 'work'),
  'my tasks': framed('MyTasks', 'my-tasks', 'work'),
  settings: framed('settings/SettingsScreen', 'settings'),
  admin: framed('AdminDashboard', 'admin', 'work', 'dashboard', 'activity'),
  members: framed('admin/MembersScreen', 'admin'),
} satisfies Record<string, RegExp[]>
/** Loaded when somebody opens it or comes so far, not with its page. */
const opened =
  /((Dialogs?|Modal|Settings|Palette|CardWindow|FilterPanel|\w*MenuList|MoreFields|PersonMenu|Result|ConfidenceChoice|RoomPassword|RoomRefused|Evidence|CompareButton|TaskForm|SincePanel|BoardNews|NewsButton|CardPane|BoardSelection|BacklogSelection|CloseSprint|ReopenSprint|CollapsedHeader|DenseFace|LaneBoard|(Table|Calendar|Timeline)View|SavedFilters|OtherPeople|FilterParts|(Appearance|Integrations|Notifications|Security|System)Tab)\.tsx|i18n\/pt-br\/(card|choosing|filters|looks|news|notifications|palette|planning)\.ts)$/

const dist = at('packages/web/dist')

/** What a page loads; every page but the landing page, what it loads besides that one. */
type PageSize = { page: string; kilobytes: number; budget: number | undefined; files: Set<string> }

/**
 * Sums what the landing page loads (the entry, the screen, all they import) and what each other page loads besides,
 * with what they fetch by themselves when they open (the socket). Vite's manifest says who imports whom; e2e/journeys/weight.spec.ts
 * measures the same in a browser.
 * @throws when a part of a page has no chunk
 */
export function pageSizes(): PageSize[] {
  const manifest = readManifest(dist)
  const landing = closure(manifest, [...entriesOf(manifest), ...partsOf(manifest, 'landing', pages.landing)])
  return Object.entries(pages).map(([page, loaded]) => {
    const files = page === 'landing' ? landing : closure(manifest, partsOf(manifest, page, loaded), landing)
    return { page, kilobytes: weight(files), budget: budgets[page], files }
  })
}

/** Whether the pages that have a budget keep it. */
export async function measureSize(): Promise<{ ok: boolean; detail: string; output: string }> {
  const sizes = pageSizes().filter(({ budget }) => budget !== undefined)
  const ok = sizes.every(({ kilobytes, budget = 0 }) => kilobytes <= budget)
  const detail = sizes
    .map(({ page, kilobytes, budget }) => `${page} ${kilobytes.toFixed(1)} ${page === 'landing' ? '' : 'more '}of ${budget} KB`)
    .join(', ')
  return { ok, detail, output: [detail, ...sizes.flatMap(({ page, files }) => listing(page, files))].join('\n') }
}

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
