import { deletedKeptMs } from '@rodada/contract/boards/settings'
import { type Deps, instant } from '../../../platform/deps.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import {
  deleteBlob,
  forgetObjects,
  listStrayObjects,
  listUnusedBlobs,
  markUnusedBlobs,
  postponeObject,
  purgeFiles,
} from './blob-queries.ts'

const everyMs = 10 * 60_000
/** As in the job that removes cards: what could still be brought back a moment ago may be about to come back. */
const marginMs = 5 * 60_000
/** Bytes stay this long after the last file that had them is gone for good. */
const keptUnusedMs = 24 * 60 * 60_000
/** What arrived and is older was left by a process that died. */
const arrivedMs = 2 * 60 * 60_000

/** Removes for good what was deleted, in small steps. Several processes may run it at once. */
async function tidyFiles({ db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>): Promise<void> {
  // First, because a bucket that removes nothing holds up what follows.
  await files.arrivals.tidy(arrivedMs)
  while ((await purgeFiles(db, instant(-deletedKeptMs - marginMs))) > 0);
  await markUnusedBlobs(db)
  const before = instant(-keptUnusedMs)
  for (const { sha256 } of await listUnusedBlobs(db, before)) await db.transaction().execute((trx) => deleteBlob(trx, sha256, before))
  for (const name of await listStrayObjects(db)) {
    try {
      await files.store.remove(name)
      await forgetObjects(db, [name])
    } catch (error) {
      // One that cannot be removed now does not keep the others.
      log.warn({ err: error, object: name }, 'removal of an object')
      await postponeObject(db, name)
    }
  }
}

export function fileJobs(deps: Deps, jobs: Jobs): void {
  jobs.every(everyMs, 'files', () => tidyFiles(deps))
}
