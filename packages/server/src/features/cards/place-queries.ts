import type { WorkStatus } from '@rodada/contract/core/fields'
import type { Db } from '../../platform/database.ts'
import { ranksAtEnd } from '../../platform/order/queries.ts'
import { listLists } from '../boards/lists/queries.ts'
import type { CardState } from './events.ts'
import { cardsOfList } from './queries.ts'

/** A status, and a place in another list when the card's own list has another status. */
export type StatusPlace = { status: WorkStatus } | { status: WorkStatus; list_id: number; rank: string }

/** The place of a card with a status: the end of the first list with it, or its present place when there is no such list. */
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
  const ranks = await ranksAtEnd(trx, cardsOfList(target.id), cards.filter(({ list_id }) => !right.has(list_id)).length)
  return cards.map(({ list_id }) => (right.has(list_id) ? { status } : { status, list_id: target.id, rank: ranks.shift() ?? '' }))
}
