/**
 * npm run test:faults: what happens when a process, a disk, a database or a client fails. Short, as in `npm run test:scale`;
 * `-- --full` kills twenty times and soaks for half an hour. Further arguments choose files, as Vitest takes them.
 */
import { faults } from './lib/faults.ts'
import { tallyLine } from './lib/suites.ts'

const args = process.argv.slice(2)
const tally = await faults({ full: args.includes('--full'), args: args.filter((arg) => arg !== '--full') })
console.log(`\n${tallyLine(tally)}`)
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1
