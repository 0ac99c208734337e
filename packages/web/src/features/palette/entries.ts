import type { BoardSummary } from '@rodada/contract/boards'
import type { CardHit } from '@rodada/contract/cards'

/** A place that the palette offers, and where it is. */
export type Entry = {
  key: string
  kind: 'board' | 'card'
  title: string
  color: string
  where: { list: string; board: string } | null
} & Place
export type Place = { boardId: number; cardId: number | null }

/** Boards first: there are few, and whoever types a board's name wants the board. */
export const entriesOf = ({ boards, cards }: { boards: BoardSummary[]; cards: CardHit[] }): Entry[] => [
  ...boards.map(
    ({ id, title, color }): Entry => ({ key: `board-${id}`, kind: 'board', title, color, where: null, boardId: id, cardId: null }),
  ),
  ...cards.map(
    (card): Entry => ({
      key: `card-${card.id}`,
      kind: 'card',
      title: card.title,
      color: card.board_color,
      where: { list: card.list_title, board: card.board_title },
      boardId: card.board_id,
      cardId: card.id,
    }),
  ),
]

/** Where a key leads from the entry at `at` of `count`: up and down go round. Null for any other key: Home and End belong to the text. */
export function moveTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, at + 5)
  if (key === 'PageUp') return Math.max(0, at - 5)
  return null
}
