import type { CardChange } from '@rodada/contract/cards'
import { useMemo, useRef } from 'react'
import type { KanbanColumnData } from '../../ui/kanban/kanban-controller.ts'
import type { BoardState } from './board-state.ts'

const none: readonly number[] = []

/** The lists as columns, without the cards that a filter hides. A column that shows the same as before is the same object. */
export function useColumns(board: BoardState, matches: ((card: CardChange) => boolean) | null): readonly KanbanColumnData[] {
  const known = useRef(new Map<number, KanbanColumnData>())
  const { lists, cards, order } = board
  return useMemo(() => {
    const next = new Map<number, KanbanColumnData>()
    for (const { id, title } of lists) {
      const all = order.get(id) ?? none
      const itemIds = matches
        ? all.filter((cardId) => {
            const card = cards.get(cardId)
            return card !== undefined && matches(card)
          })
        : all
      const before = known.current.get(id)
      next.set(id, before && before.name === title && sameIds(before.itemIds, itemIds) ? before : { id, name: title, itemIds })
    }
    known.current = next
    return [...next.values()]
  }, [lists, cards, order, matches])
}

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]))
