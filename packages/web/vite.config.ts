import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { sharedFiles } from './chunks.ts'
import { callsOnly, withoutSchemas } from './contract-in-browser.ts'

const root = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

const plugins = [react(), callsOnly, withoutSchemas]
const output = {
  target: 'es2022',
  // The content security policy allows no inline script, and every browser that runs this build preloads modules by itself.
  modulePreload: { polyfill: false },
  // Drawings stay files: they are cached once instead of repeated inside scripts and style sheets.
  assetsInlineLimit: 0,
} as const

/** Only for a build: tests that read these settings do not wait for it. */
const sharing: Plugin = {
  name: 'sharing',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  config: async () => ({
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { debugName: 'shared', name: await sharedFiles({ root, plugins, build: output }), includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  }),
}

const testFiles = globSync('src/**/*.test.{ts,tsx}', { cwd: root })
const replacing = testFiles.filter((file) => readFileSync(join(root, file), 'utf8').includes('vi.mock('))

export default defineConfig({
  plugins: [...plugins, sharing],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/mcp': server, '/socket.io': { target: server, ws: true } },
  },
  build: output,
  test: {
    environment: 'jsdom',
    css: false,
    setupFiles: ['src/test/setup.ts'],
    // As on the server: no test means anything by these limits.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Making a document and reading the libraries again for each file takes ten times as long as the tests; who replaces a module needs it.
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, include: testFiles, exclude: replacing } },
      { extends: true, test: { name: 'replacing', include: replacing } },
    ],
  },
})
