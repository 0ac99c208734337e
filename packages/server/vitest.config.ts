import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Each file starts its own server with its own database; two at a time fit a small machine.
    maxWorkers: 2,
    testTimeout: 20_000,
    // Each process of an installation with several takes seconds to start on a small machine.
    hookTimeout: process.env.TEST_PROCESSES ? 120_000 : 30_000,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
