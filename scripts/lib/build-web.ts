import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isFresh } from './fresh.ts'
import { at, bin } from './paths.ts'
import { run } from './processes.ts'
import { type Built, replaceFolder } from './replace-folder.ts'

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

/** Builds packages/web/dist. */
export const buildWeb = (): Promise<Built> =>
  replaceFolder(webEntry, async (unfinished) => {
    const { code, output } = await run(
      bin('vite'),
      ['build', '--manifest', '--outDir', unfinished, '--emptyOutDir', '--logLevel', 'warn'],
      {
        cwd: at('packages/web'),
        env: { NODE_ENV: 'production' },
      },
    )
    if (code !== 0) return { ok: false, output }
    // Only a build loads these, and not each start.
    const [{ writeDocuments }, { compressFiles }] = await Promise.all([import('./documents.ts'), import('./compress-files.ts')])
    await writeDocuments(unfinished)
    await compressFiles(unfinished)
    return { ok: true, output }
  })
