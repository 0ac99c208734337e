import type { BoardSummary } from '@rodada/contract/boards/boards'
import type { CardHit } from '@rodada/contract/cards/cards'
import type { Sprint } from '../../lib/call/sprint-words.ts'

/** A place that the palette offers, and where it is. */
export type Entry = {
  key: string
  kind: 'board' | 'sprint' | 'card'
  title: string
  /** What people call it, when it is a card. */
  cardKey: string
  color: string
  where: { list: string; board: string } | null
  /** When it is a sprint. */
  sprint: Sprint | null
} & Place
/** A sprint's board when there is a sprint, else a card of a board, or the board. */
export type Place = { boardId: number; sprintId: number | null; cardId: number | null }

/** Boards first, then sprints: there are few, and a person who types a board's name wants the board. */
export const entriesOf = ({ boards, sprints, cards }: { boards: BoardSummary[]; sprints: Sprint[]; cards: CardHit[] }): Entry[] => [
  ...boards.map(
    ({ id, title, color }): Entry => ({
      key: `board-${id}`,
      kind: 'board',
      title,
      cardKey: '',
      color,
      where: null,
      sprint: null,
      boardId: id,
      sprintId: null,
      cardId: null,
    }),
  ),
  ...sprints.map(
    (sprint): Entry => ({
      key: `sprint-${sprint.id}`,
      kind: 'sprint',
      title: sprint.name,
      cardKey: '',
      color: sprint.board_color,
      where: null,
      sprint,
      boardId: sprint.board_id,
      sprintId: sprint.id,
      cardId: null,
    }),
  ),
  ...cards.map(
    (card): Entry => ({
      key: `card-${card.id}`,
      kind: 'card',
      title: card.title,
      cardKey: card.key,
      color: card.board_color,
      where: { list: card.list_title, board: card.board_title },
      sprint: null,
      boardId: card.board_id,
      sprintId: null,
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
