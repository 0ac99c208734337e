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
 * Writes the few characters beyond Latin-1 as escapes: with one of them V8 keeps the text of a whole file, which it does as long as the program
 * runs, in two bytes a character. All of them are in strings, templates and patterns, where the escape says the same.
 */
const narrow: Plugin = {
  name: 'narrow',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      if (/(?<!\\)(?:\\\\)*\\[^\0-\u00FF]/.test(file.code))
        throw new Error(`a backslash stands before a letter that would be an escape: ${file.fileName}`)
      file.code = file.code.replaceAll(/[^\0-\u00FF]/g, escapeOf)
    }
  },
}
const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

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
        plugins: [programs, narrow],
        logLevel: 'warn',
        output: {
          dir: unfinished,
          format: 'esm',
          sourcemap: true,
          comments: { legal: true, annotation: false, jsdoc: false },
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      })
      return { ok: true, output: '' }
    } catch (error) {
      return { ok: false, output: String(error) }
    }
  })

/** Whether the built server is at least as new as its sources. */
export const serverIsFresh = (): boolean => isFresh(serverEntry, sources)
