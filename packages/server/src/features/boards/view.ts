import type { BoardSummary, List } from '@rodada/contract/boards/boards'
import type { CardSummary } from '@rodada/contract/cards/cards'
import { deckOf, deckPointsOf } from './deck-queries.ts'
import type { ListRow } from './lists/queries.ts'
import { canOn } from './policy.ts'
import type { BoardRow, BoardRowWithCounts } from './queries.ts'

/** The fields of a board itself, without counts. */
export const frameView = (board: BoardRow) => ({
  ...board,
  is_public: board.is_public === 1,
  is_template: board.is_template === 1,
  auto_sprint: board.auto_sprint === 1,
  can: canOn(board.role),
  deck: deckOf(board),
  deck_points: deckPointsOf(board),
})

export const boardView = ({ member_count, card_count, ...board }: BoardRowWithCounts): BoardSummary => ({
  ...frameView(board),
  member_count,
  card_count,
})

/** Lists in their order, each with the index that follows from it. */
export const listsView = (lists: readonly ListRow[]): List[] => lists.map(listView)

export const listView = ({ status_chosen: _, wip_hard, ...list }: ListRow, position: number): List => ({
  ...list,
  wip_hard: wip_hard === 1,
  position,
})

/** Lists with their cards; those of lists that are not shown are left out. */
export function withCards(lists: readonly List[], cards: readonly CardSummary[]): (List & { cards: CardSummary[] })[] {
  const byList = new Map(lists.map((list) => [list.id, [] as CardSummary[]]))
  for (const card of cards) byList.get(card.list_id)?.push(card)
  return lists.map((list) => ({ ...list, cards: byList.get(list.id) ?? [] }))
}
