import type { Sprint } from '@rodada/contract/sprints/sprints'
import type { Db } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { readPage } from '../../platform/limits/page-turns.ts'
import { countedAs } from '../../platform/limits/person-limit.ts'
import { haveManyTasks } from './figure-queries.ts'
import type { SprintRow } from './queries.ts'
import { showSprints } from './sprint-queries.ts'

type Reading = { deps: Pick<Deps, 'db' | 'reads'>; viewer: Viewer }

/**
 * Reads figures of sprints, which are counted from their tasks. A person may see hundreds of full ones: those are counted beside the event loop, when
 * it is the turn of the person's network.
 */
export const readFigures = async <T>(
  { deps: { db, reads }, viewer }: Reading,
  sprints: readonly SprintRow[] | 'all',
  read: (from: Db) => Promise<T>,
): Promise<T> =>
  (await haveManyTasks(db, viewer, sprints))
    ? readPage({ address: viewer.address, whose: `account ${countedAs(viewer)}` }, () => read(reads))
    : read(db)

/** Sprints as the viewer sees them, however many tasks they have. */
export const readSprints = (reading: Reading, sprints: readonly SprintRow[]): Promise<Sprint[]> =>
  readFigures(reading, sprints, (from) => showSprints(from, reading.viewer, sprints))
