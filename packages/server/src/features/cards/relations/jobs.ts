import type { Deps } from '../../../platform/deps.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { holdBoard, runChange } from '../../boards/queries.ts'
import type { Publish } from '../../boards/write.ts'
import { touchCards } from '../write.ts'
import { listWaitingBoards, takeWaiting } from './queue-queries.ts'

const everyMs = 500

/** Tells boards of their cards to which a card of another board looks different. Several processes may do it at once. */
async function tellNeighbours({ db, events }: Pick<Deps, 'db' | 'events'>, publish: Publish): Promise<void> {
  for (let waiting = await listWaitingBoards(db); waiting.length > 0; waiting = await listWaitingBoards(db)) {
    for (const boardId of waiting) {
      const { revision } = await runChange(db, async (trx) => {
        const board = await holdBoard(trx, boardId)
        const neighbourIds = await takeWaiting(trx, boardId)
        if (neighbourIds.length === 0) return { revision: null }
        await touchCards(events.begin(trx, null), board, { neighbourIds, only: 'all' })
        return { revision: board.revision }
      })
      if (revision !== null) publish(boardId, revision)
    }
  }
}

export function relationJobs(deps: Deps, jobs: Jobs, publish: Publish): void {
  jobs.every(everyMs, 'related cards', () => tellNeighbours(deps, publish))
}
