import type { Deps } from '../../platform/deps.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { holdBoard } from '../boards/queries.ts'
import { tellStarted } from './commands.ts'
import { listUntoldStarts } from './queries.ts'
import { today } from './sprint-queries.ts'

const lookMs = 60_000
/** Sprints of one look: on a Monday many begin. */
const startedAtOnce = 100

/** Tells of planned sprints that their first day came. Any number of processes may look; of each, one tells. */
export function sprintJobs(jobs: Jobs, { db, events }: Pick<Deps, 'db' | 'events'>): void {
  jobs.every(lookMs, 'sprints that began', async () => {
    for (const sprint of await listUntoldStarts(db, today(), startedAtOnce))
      await db.transaction().execute(async (trx) => {
        // Held first, as in every other change of the board.
        const board = await holdBoard(trx, sprint.board_id)
        await tellStarted(events.begin(trx, null), board, sprint)
      })
  })
}
