import type { KeyboardEvent } from 'react'
import type { KanbanController, KanbanSpot } from './kanban-controller.ts'
import type { KanbanProps } from './kanban-props.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'
export const arrows: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

/** Arrows move the focus among cards and headers; with Ctrl, Alt or Command they move the card or the column itself. */
export function onKanbanKey(event: KeyboardEvent, controller: KanbanController, props: KanbanProps): void {
  if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-kanban-item], [data-kanban-header]')) return
  const column = event.target.closest<HTMLElement>('[data-kanban-column]')
  if (!column) return
  const columnId = Number(column.dataset.kanbanColumn)
  const item = event.target.dataset.kanbanItem
  const itemId = item === undefined ? null : Number(item)
  if (props.onSpotKey?.(event, { columnId, itemId })) {
    event.preventDefault()
    return
  }
  const direction = arrows[event.key]
  const moves = event.ctrlKey || event.altKey || event.metaKey
  if (direction && moves) {
    event.preventDefault()
    if (!props.canMove) return
    if (itemId === null) moveColumn(controller, props, columnId, direction)
    else moveItem(controller, props, { columnId, itemId }, direction)
  } else if (direction && !event.shiftKey) {
    event.preventDefault()
    const next = beside(controller, { columnId, itemId }, direction)
    if (next) controller.focus(next)
  } else if ((event.key === 'Home' || event.key === 'End') && !moves) {
    event.preventDefault()
    const ids = controller.columns().find(({ id }) => id === columnId)?.itemIds ?? []
    controller.focus({ columnId, itemId: (event.key === 'Home' ? ids[0] : ids.at(-1)) ?? null })
  }
}

/** What an arrow leads to; undefined at the edge. Above the first card is the header. */
export function beside(controller: KanbanController, { columnId, itemId }: KanbanSpot, direction: Direction): KanbanSpot | undefined {
  const columns = controller.columns()
  const at = columns.findIndex(({ id }) => id === columnId)
  const ids = columns[at]?.itemIds ?? []
  const index = itemId === null ? -1 : ids.indexOf(itemId)
  if (direction === 'up' || direction === 'down') {
    const next = index + (direction === 'down' ? 1 : -1)
    return next < ids.length && next >= -1 ? { columnId, itemId: ids[next] ?? null } : undefined
  }
  const neighbour = columns[at + (direction === 'right' ? 1 : -1)]
  if (!neighbour) return undefined
  const level = itemId === null ? null : neighbour.itemIds[Math.min(index, neighbour.itemIds.length - 1)]
  return { columnId: neighbour.id, itemId: level ?? null }
}

/** Moves an item one place, or to the same height of the next column; the focus goes with it. */
function moveItem(
  controller: KanbanController,
  { onMoveItem }: Pick<KanbanProps, 'onMoveItem'>,
  { columnId, itemId }: { columnId: number; itemId: number },
  direction: Direction,
): void {
  const columns = controller.columns()
  const at = columns.findIndex(({ id }) => id === columnId)
  const ids = columns[at]?.itemIds ?? []
  const index = ids.indexOf(itemId)
  if (direction === 'up' || direction === 'down') {
    if (direction === 'up' ? index <= 0 : index >= ids.length - 1) return
    const afterId = direction === 'down' ? ids[index + 1] : ids[index - 2]
    onMoveItem(itemId, { columnId, afterId: afterId ?? null })
    controller.follow({ columnId, itemId })
    return
  }
  const neighbour = columns[at + (direction === 'right' ? 1 : -1)]
  if (!neighbour) return
  const afterId = neighbour.itemIds[Math.min(index, neighbour.itemIds.length) - 1] ?? null
  onMoveItem(itemId, { columnId: neighbour.id, afterId })
  controller.follow({ columnId: neighbour.id, itemId })
}

function moveColumn(controller: KanbanController, { onMoveColumn }: KanbanProps, columnId: number, direction: Direction) {
  if (direction === 'up' || direction === 'down') return
  const columns = controller.columns()
  const index = columns.findIndex(({ id }) => id === columnId) + (direction === 'right' ? 1 : -1)
  if (index < 0 || index >= columns.length) return
  onMoveColumn(columnId, index)
  // Its nodes were moved in the page, which takes the focus away.
  requestAnimationFrame(() => controller.focus({ columnId, itemId: null }))
}
