import type { Events, Work } from '../../platform/work.ts'
import {
  boardClosed,
  keysChanged,
  labelChanged,
  listEmptied,
  listStatusChanged,
  listVisibilityChanged,
  memberRemoved,
} from '../boards/events.ts'
import { type CardState, cardsChanged, cardsChanging, compareCards } from './events.ts'
import { deleteParticipantsOf } from './participants/queries.ts'
import { listCardsOf } from './state-queries.ts'
import { endWatching } from './watching/queries.ts'
import { moveToList, touchCards, updateCards } from './write.ts'

/** As `listCardsOf`. Who has changed too many lately is refused before they are read: there may be tens of thousands. */
async function readCards(work: Work, of: Parameters<typeof listCardsOf>[1]): Promise<CardState[]> {
  await work.emit(cardsChanging, { count: 0 })
  return listCardsOf(work.trx, of)
}

/** Changes of cards that follow from changes of boards. */
export function listenToBoards(events: Events): void {
  // Also hidden cards, so that they have the right status when they come back.
  events.on(listStatusChanged, async (work, { board, listId, status }) => {
    const cards = await readCards(work, { listId })
    await updateCards(
      work,
      board,
      cards.map((card) => ({ card, set: { status } })),
      { follows: true },
    )
  })

  // Also archived cards, so that they can still come back.
  events.on(listEmptied, async (work, { board, listId, into }) => {
    const cards = await readCards(work, { listId })
    const kept = cards.filter(({ deleted_at }) => deleted_at === null).sort((a, b) => (a.rank < b.rank ? -1 : 1))
    await moveToList(work, board, kept, into, { follows: true })
  })

  events.on(listVisibilityChanged, async (work, { board, listId, hidden }) => {
    const cards = await readCards(work, { listId, only: 'shown' })
    await touchCards(work, board, { listId, only: hidden ? 'planned' : 'shown' })
    await work.emit(cardsChanging, { count: cards.length })
    const [now, before] = hidden ? [1, 0] : [0, 1]
    const changes = cards.map((card) => compareCards({ ...card, list_hidden: before }, { ...card, list_hidden: now }, []))
    await work.emit(cardsChanged, { board, follows: true, changes })
  })

  events.on(labelChanged, (work, { board, labelId, deleted }) =>
    // Only a sprint's tasks carry whole labels; a board sends its labels beside the cards.
    touchCards(work, board, { labelId, only: deleted ? 'all' : 'planned' }),
  )

  events.on(keysChanged, (work, { board }) => touchCards(work, board, { boardId: board.id, only: 'all' }))

  events.on(memberRemoved, async (work, { board, userId }) => {
    const cards = await readCards(work, { boardId: board.id, assigneeId: userId })
    await updateCards(
      work,
      board,
      cards.map((card) => ({ card, set: { assignee_id: null } })),
      { follows: true },
    )
    const cardIds = await deleteParticipantsOf(work.trx, board.id, userId)
    await work.emit(cardsChanging, { count: cardIds.length })
    await touchCards(work, board, { cardIds, only: 'all' })
    await endWatching(work.trx, board.id, { userId })
  })

  events.on(boardClosed, ({ trx }, { board }) => endWatching(trx, board.id, 'outsiders'))
}
