import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress-files.ts'
import { writeDocuments } from './documents.ts'
import { at, bin, cache } from './paths.ts'
import { run } from './processes.ts'

const dist = at('packages/web/dist')
const sources = [
  'packages/web/src',
  'packages/web/public',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/chunks.ts',
  'packages/web/contract-in-browser.ts',
  'packages/web/package.json',
  'packages/contract/src',
  'scripts/lib/documents.ts',
  'package-lock.json',
]

/** Newest modification below a path, in milliseconds; folders count, so that a deleted file is noticed. 0 when absent. */
function newest(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  let latest = stat.mtimeMs
  for (const entry of readdirSync(path)) latest = Math.max(latest, newest(join(path, entry)))
  return latest
}

/** Whether the built web is at least as new as everything it is made of. A few milliseconds: only file times are read. */
export function webIsFresh(): boolean {
  const built = statSync(join(dist, 'index.html'), { throwIfNoEntry: false })
  // A build by another way (vite build) has no manifest, which the size budget reads.
  if (!built || !existsSync(join(dist, '.vite/manifest.json'))) return false
  return sources.every((source) => newest(at(source)) <= built.mtimeMs)
}

/**
 * Builds packages/web/dist. The new build replaces the old one only when it is complete, so a failed or interrupted
 * build leaves the old one in place, and its time is the moment it began, so a file edited meanwhile counts as newer.
 */
export async function buildWeb(): Promise<{ ok: boolean; output: string; seconds: number }> {
  const began = new Date()
  const unfinished = cache(`web-${process.pid}`)
  mkdirSync(cache(), { recursive: true })
  const { code, output, seconds } = await run(
    bin('vite'),
    ['build', '--manifest', '--outDir', unfinished, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: at('packages/web'),
      env: { NODE_ENV: 'production' },
    },
  )
  try {
    if (code !== 0) return { ok: false, output, seconds }
    await writeDocuments(unfinished)
    await compressFiles(unfinished)
    utimesSync(join(unfinished, 'index.html'), began, began)
    rmSync(dist, { recursive: true, force: true })
    renameSync(unfinished, dist)
    return { ok: true, output, seconds: (Date.now() - began.getTime()) / 1000 }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Builds the web when it is older than its sources. @throws with the build's output when that fails. */
export async function ensureWeb(announce: (line: string) => void = console.log): Promise<void> {
  if (webIsFresh()) return
  if (!existsSync(bin('vite'))) {
    // An installation without development dependencies (a container, say) carries its build and cannot make another.
    if (existsSync(join(dist, 'index.html'))) return
    throw new Error('Falta a interface em packages/web/dist, e as dependências para montá-la: rode "npm ci".')
  }
  announce('Montando a interface (só quando ela mudou)…')
  const { ok, output, seconds } = await buildWeb()
  if (!ok) throw new Error(`A interface não pôde ser montada.\n${output}`)
  announce(`Interface montada em ${seconds.toFixed(1)} s.`)
}
