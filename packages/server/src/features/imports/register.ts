import { instant } from '../../platform/deps.ts'
import type { Registry } from '../../platform/feature.ts'
import { accountRegained } from '../auth/events.ts'
import { cancelImports, changeImport, deleteOldImports, dropObjects, listForgotten, shortenEnded } from './queries.ts'
import { waitsMs } from './read.ts'
import { importRoutes } from './routes.ts'
import { createRunner } from './runner.ts'
import type { Boards } from './steps.ts'

/** How soon another process takes over what one left that died. */
const takeOverMs = 2_000
const tidyMs = 10 * 60_000
/** For how many days it is told that there was an import. */
const keptDays = 90

/** Boards that come from other tools. */
export function registerImports({ deps, route, jobs, onStop }: Registry, boards: Boards): void {
  const { db } = deps
  const runner = createRunner({ ...deps, ...boards })
  importRoutes(route, deps, runner)
  jobs.every(takeOverMs, 'imports', runner.work)
  jobs.every(takeOverMs, 'files of imports', runner.fetch)
  jobs.every(tidyMs, 'old imports', async () => {
    for (const row of await listForgotten(db, instant(-waitsMs)))
      if (await changeImport(db, row.id, { status: 'ready' }, { status: 'cancelled', finished_at: instant() }))
        await dropObjects(db, [row.object_name, row.bundle_name])
    await shortenEnded(db)
    await deleteOldImports(db, instant(-keptDays * 86_400_000))
  })
  // Who had the account meanwhile may have begun to bring something to boards of its owner.
  deps.events.on(accountRegained, ({ trx }, { userId }) => cancelImports(trx, userId))
  onStop(runner.stop)
}
