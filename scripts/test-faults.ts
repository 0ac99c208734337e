/**
 * npm run test:faults: what happens when a process, a disk, a database or a client fails. Short, as in `npm run test:scale`;
 * `-- --full` kills twenty times and soaks for half an hour. Further arguments choose files, as Vitest takes them.
 */
import { faults } from './lib/faults.ts'
import { conclude } from './lib/suites.ts'

const args = process.argv.slice(2)
conclude(await faults({ full: args.includes('--full'), args: args.filter((arg) => arg !== '--full') }))
