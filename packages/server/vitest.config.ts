import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Each file starts its own server with its own database; two at a time fit a small machine.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
