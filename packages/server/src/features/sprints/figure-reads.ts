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

/** Reads what takes long beside the event loop, when it is the turn of the viewer's network. */
export const readBeside = <T>({ deps: { reads }, viewer }: Reading, read: (from: Db) => Promise<T>): Promise<T> =>
  readPage({ address: viewer.address, whose: `account ${countedAs(viewer)}` }, () => read(reads))

/** Reads figures of sprints, which are counted from their tasks: those of very many as `readBeside` does. */
export const readFigures = async <T>(reading: Reading, sprints: readonly SprintRow[], read: (from: Db) => Promise<T>): Promise<T> =>
  (await haveManyTasks(reading.deps.db, sprints)) ? readBeside(reading, read) : read(reading.deps.db)

/** Sprints as the viewer sees them, however many tasks they have. */
export const readSprints = (reading: Reading, sprints: readonly SprintRow[]): Promise<Sprint[]> =>
  readFigures(reading, sprints, (from) => showSprints(from, reading.viewer, sprints))
