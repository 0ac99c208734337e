import { existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { isFresh } from './fresh.ts'
import { at, bin, cache } from './paths.ts'
import { run } from './processes.ts'

/** What a build said, and how long it took. */
export type Built = { ok: boolean; output: string; seconds: number }

const webFolder = at('packages/web/dist')
/** The page that all others are made of. */
export const webEntry = join(webFolder, 'index.html')
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

/** Whether the built web is at least as new as everything it is made of. A few milliseconds: only file times are read. */
export function webIsFresh(): boolean {
  // A build by another way (vite build) has no manifest, which the size budget reads.
  return existsSync(join(webFolder, '.vite/manifest.json')) && isFresh(webEntry, sources)
}

/**
 * Builds packages/web/dist. The new build replaces the old one only when it is complete, so a failed or interrupted
 * build leaves the old one in place, and its time is the moment it began, so a file edited meanwhile counts as newer.
 */
export async function buildWeb(): Promise<Built> {
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
    // Loaded by who builds, and not by each start.
    const [{ writeDocuments }, { compressFiles }] = await Promise.all([import('./documents.ts'), import('./compress-files.ts')])
    await writeDocuments(unfinished)
    await compressFiles(unfinished)
    utimesSync(join(unfinished, 'index.html'), began, began)
    rmSync(webFolder, { recursive: true, force: true })
    renameSync(unfinished, webFolder)
    return { ok: true, output, seconds: (Date.now() - began.getTime()) / 1000 }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
