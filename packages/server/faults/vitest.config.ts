import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = ['soak', 'slow-clients', 'upgrade']

/** What lasts long, however fast the machine is, begins first, and the rest happens meanwhile. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    return (await super.sort(files)).sort((one, other) => Number(isLong(other)) - Number(isLong(one)))
  }
}

/** Faults: `npm run test:faults`. Four files at a time, since most of them wait most of the time; in the full form one, for the soak weighs memory. */
export default defineConfig({
  test: {
    include: ['faults/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: process.env.FAULTS_FULL ? 1 : 4,
    // As in the suite: what the files import is read and compiled once for each of the four.
    isolate: false,
    // A fault lasts as long as it lasts; the full form takes half an hour. No test means anything by this limit.
    testTimeout: process.env.FAULTS_FULL ? 3_600_000 : 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
