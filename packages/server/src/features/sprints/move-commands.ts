import type { WorkStatus } from '@rodada/contract/core/fields'
import { ranksAtEnd, ranksAtTop } from '../../platform/order/queries.ts'
import type { Work } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { CardState } from '../cards/events.ts'
import { placesByStatus } from '../cards/place-queries.ts'
import { cardsOfBacklog, cardsOfColumn } from '../cards/queries.ts'
import { updateCards } from '../cards/write.ts'
import type { ColumnRow } from './columns/queries.ts'

/** `from_sprint_id`: the ended sprint that leaves them. */
type How = { follows: boolean; from_sprint_id?: number }

/** Puts cards, in their order, at the end of a column of a held board; their lists follow its status. */
export async function moveToColumn(work: Work, board: BoardRow, cards: readonly CardState[], column: ColumnRow, how: How): Promise<void> {
  const ranks = await ranksAtEnd(work.trx, cardsOfColumn(column.id), cards.length)
  const places = await placesByStatus(work.trx, board.id, cards, column.status)
  const { from_sprint_id } = how
  const place = { sprint_id: column.sprint_id, column_id: column.id, ...(from_sprint_id !== undefined && { from_sprint_id }) }
  const writes = cards.map((card, index) => ({ card, set: { ...place, column_rank: ranks[index] ?? '', ...places[index] } }))
  await updateCards(work, board, writes, how)
}

/** Gives the tasks of a column its new status; their lists follow. */
export async function passStatus(work: Work, board: BoardRow, tasks: readonly CardState[], status: WorkStatus): Promise<void> {
  const places = await placesByStatus(work.trx, board.id, tasks, status)
  const writes = tasks.map((card, index) => ({ card, set: { status, ...places[index] } }))
  await updateCards(work, board, writes, { follows: true })
}

/** Puts cards, in their order, on top of the backlog of a held board; those of an ended sprint remember it. */
export async function moveToBacklog(
  work: Work,
  board: BoardRow,
  cards: readonly CardState[],
  { follows, from_sprint_id }: How,
): Promise<void> {
  const ranks = await ranksAtTop(work.trx, cardsOfBacklog(board.id), cards.length, board.revision)
  const place = { sprint_id: null, column_id: null, ...(from_sprint_id !== undefined && { from_sprint_id }) }
  const writes = cards.map((card, index) => ({ card, set: { ...place, column_rank: ranks[index] ?? '' } }))
  await updateCards(work, board, writes, { follows })
}

/** Takes tasks that are over out of a sprint; they have no place in the backlog. */
export async function releaseTasks(work: Work, board: BoardRow, tasks: readonly CardState[]): Promise<void> {
  const set = { sprint_id: null, column_id: null, column_rank: null }
  await updateCards(
    work,
    board,
    tasks.map((card) => ({ card, set })),
    { follows: true },
  )
}
