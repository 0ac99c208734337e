import { defineConfig } from 'vitest/config'

/** Faults: `npm run test:faults`. One file at a time, for each of them needs the machine for itself. */
export default defineConfig({
  test: {
    include: ['faults/**/*.test.ts'],
    fileParallelism: false,
    // A fault lasts as long as it lasts; the full form takes half an hour. No test means anything by this limit.
    testTimeout: process.env.FAULTS_FULL ? 3_600_000 : 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
