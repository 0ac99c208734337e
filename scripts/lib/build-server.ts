import { dirname, join } from 'node:path'
import type { Plugin } from 'rolldown'
import { isFresh } from './fresh.ts'
import { at } from './paths.ts'
import { type Built, replaceFolder } from './replace-folder.ts'

/** What is started. Beside it are the files that it and the programs share. */
export const serverEntry = at('packages/server/dist/main.js')

const sources = [
  'packages/server/src',
  'packages/server/package.json',
  'packages/contract/src',
  'scripts/lib/build-server.ts',
  'package-lock.json',
]

/** Native code, and what libraries try to load and do without. */
const external = ['sharp', 'pg-native', 'bufferutil', 'utf-8-validate']

/** A program or thread that the server starts, `new URL('./name.ts', import.meta.url)` in its sources, is built beside it and started from there. */
const programs: Plugin = {
  name: 'programs',
  transform: {
    filter: { id: /packages\/server\/src\/.*\.ts$/, code: /new URL\('/ },
    handler(code, id) {
      const built = code.replaceAll(/new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g, (_, name: string) => {
        const file = this.emitFile({ type: 'chunk', id: join(dirname(id), `${name}.ts`) })
        return `new URL(import.meta.ROLLUP_FILE_URL_${file})`
      })
      // Its lines are where they were.
      return { code: built, map: null }
    },
  },
}

/**
 * Builds packages/server/dist: the server and what it uses of its libraries in a few files, because one by one two thousand files take
 * longer to find than to run.
 */
export const buildServer = (): Promise<Built> =>
  replaceFolder(serverEntry, async (unfinished) => {
    // Only a build loads it, and not each start.
    const { build } = await import('rolldown')
    try {
      await build({
        input: at('packages/server/src/main.ts'),
        platform: 'node',
        external,
        plugins: [programs],
        logLevel: 'warn',
        output: { dir: unfinished, format: 'esm', sourcemap: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      })
      return { ok: true, output: '' }
    } catch (error) {
      return { ok: false, output: String(error) }
    }
  })

/** Whether the built server is at least as new as its sources. */
export const serverIsFresh = (): boolean => isFresh(serverEntry, sources)
