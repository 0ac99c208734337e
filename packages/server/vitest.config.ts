import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// As `main.ts` has it for what it starts: each file of another tool is read by a program of its own, which would compile itself each time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/code')

export default defineConfig({
  test: {
    globalSetup: ['test/databases.ts', 'test/processes.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Each file starts its own server with its own database; they wait for disk and network half of the time, so four keep two cores busy.
    maxWorkers: 4,
    // The files of a worker share what they import: reading and compiling the program again for each takes as long as its tests.
    isolate: false,
    // Some tests start servers of their own, which takes long on a small machine; no test means anything by this limit.
    testTimeout: 180_000,
    // Each process of an installation with several takes seconds to start on a small machine.
    hookTimeout: process.env.TEST_PROCESSES ? 120_000 : 30_000,
    expect: { poll: { timeout: 30_000 } },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
