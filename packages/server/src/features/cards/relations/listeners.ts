import type { Events, Work } from '../../../platform/work.ts'
import { boardHidden } from '../../boards/events.ts'
import type { BoardRow } from '../../boards/queries.ts'
import { type CardFact, cardsChanged } from '../events.ts'
import { touchCards } from '../write.ts'
import { listNeighbours } from './queries.ts'
import { queueCards, queueNeighboursOfBoard } from './queue-queries.ts'

/** What a line about a related card shows of it, or its mark on a face depends on. */
const seenBeside: readonly CardFact[] = [
  'edited',
  'moved',
  'estimated',
  'assigned',
  'done',
  'reopened',
  'archived',
  'restored',
  'deleted',
  'hidden',
  'shown',
]

/** Cards look different when the cards that they are related to do. */
export function listenForNeighbours(events: Events): void {
  events.on(cardsChanged, async (work, { board, changes }) => {
    const changed = changes.filter(
      ({ before, after, facts }) => seenBeside.some((fact) => facts.has(fact)) || before?.status !== after.status,
    )
    const ids = changed.flatMap(({ before, after }) => (before === null ? [] : [after.id]))
    if (ids.length > 0) await touchNeighbours(work, board, await listNeighbours(work.trx, ids))
  })
  events.on(boardHidden, ({ trx }, { boardId }) => queueNeighboursOfBoard(trx, boardId))
}

/** Marks cards as changed: those of a held board now, those of other boards soon after the commit. */
export async function touchNeighbours(work: Work, board: BoardRow, cards: readonly { id: number; board_id: number }[]): Promise<void> {
  const here = cards.filter(({ board_id }) => board_id === board.id).map(({ id }) => id)
  if (here.length > 0) await touchCards(work, board, { neighbourIds: here, only: 'all' })
  await queueCards(
    work.trx,
    cards.filter(({ board_id }) => board_id !== board.id),
  )
}
