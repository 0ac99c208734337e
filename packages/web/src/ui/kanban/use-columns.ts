import { useMemo, useRef } from 'react'
import type { LiveColumn, LiveItem, LiveState } from '../cards/live-state.ts'
import type { KanbanColumnData } from './kanban-controller.ts'

const none: readonly number[] = []

type Shown<Column extends LiveColumn, Item extends LiveItem> = Pick<
  LiveState<{ revision: number }, Column, Item>,
  'lists' | 'cards' | 'order'
>

/** The columns of a kanban, without the items that a filter hides. A column that shows the same as before is the same object. */
export function useColumns<Column extends LiveColumn, Item extends LiveItem>(
  { lists, cards, order }: Shown<Column, Item>,
  nameOf: (column: Column) => string,
  matches: ((item: Item) => boolean) | null,
): readonly KanbanColumnData[] {
  const known = useRef(new Map<number, KanbanColumnData>())
  return useMemo(() => {
    const next = new Map<number, KanbanColumnData>()
    for (const list of lists) {
      const { id } = list
      const name = nameOf(list)
      const all = order.get(id) ?? none
      const itemIds = matches
        ? all.filter((itemId) => {
            const item = cards.get(itemId)
            return item !== undefined && matches(item)
          })
        : all
      const before = known.current.get(id)
      next.set(id, before && before.name === name && sameIds(before.itemIds, itemIds) ? before : { id, name, itemIds })
    }
    known.current = next
    return [...next.values()]
  }, [lists, cards, order, nameOf, matches])
}

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]))
