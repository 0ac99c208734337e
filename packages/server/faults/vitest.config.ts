import { defineConfig } from 'vitest/config'

/** Faults: `npm run test:faults`. Two files at a time, since most of them wait most of the time; in the full form one, for the soak weighs memory. */
export default defineConfig({
  test: {
    include: ['faults/**/*.test.ts'],
    maxWorkers: process.env.FAULTS_FULL ? 1 : 4,
    // A fault lasts as long as it lasts; the full form takes half an hour. No test means anything by this limit.
    testTimeout: process.env.FAULTS_FULL ? 3_600_000 : 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
