import type { WorkStatus } from '@rodada/contract/fields'
import type { Db } from '../../migrations/schema.ts'
import { listLists } from '../boards/lists/queries.ts'
import { ranksAtEnd } from '../boards/order-queries.ts'
import type { CardState } from './events.ts'

/** A status, and a place in a list when the card's own list says another. */
export type StatusPlace = { status: WorkStatus } | { status: WorkStatus; list_id: number; rank: string }

/** Where a card stands once it has a status: at the end of the first list with it, or where it is when there is no such. */
export async function placeByStatus(trx: Db, boardId: number, card: Pick<CardState, 'list_id'>, status: WorkStatus): Promise<StatusPlace> {
  const [place = { status }] = await placesByStatus(trx, boardId, [card], status)
  return place
}

/** As `placeByStatus`, for many cards in their order. */
export async function placesByStatus(
  trx: Db,
  boardId: number,
  cards: readonly Pick<CardState, 'list_id'>[],
  status: WorkStatus,
): Promise<StatusPlace[]> {
  const lists = await listLists(trx, boardId)
  const target = lists.find((list) => list.status === status)
  if (!target) return cards.map(() => ({ status }))
  const right = new Set(lists.filter((list) => list.status === status).map(({ id }) => id))
  const ranks = await ranksAtEnd(trx, { of: 'cards', within: target.id }, cards.filter(({ list_id }) => !right.has(list_id)).length)
  return cards.map(({ list_id }) => (right.has(list_id) ? { status } : { status, list_id: target.id, rank: ranks.shift() ?? '' }))
}
