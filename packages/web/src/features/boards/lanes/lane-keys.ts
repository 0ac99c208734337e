import type { KeyboardEvent } from 'react'
import type { KanbanController, KanbanSpot } from '../../../ui/kanban/kanban-controller.ts'
import { arrows, type Direction } from '../../../ui/kanban/kanban-keys.ts'
import type { Cell, FilledLane } from './lanes.ts'

/** Where a card is put: at an index of a cell. */
export type CellPlace = { cell: Cell; index: number }
type Parts = {
  kanban: KanbanController
  /** Those that are not folded. */
  lanes: readonly FilledLane[]
  canMove: boolean
  onSpotKey?: ((event: KeyboardEvent, spot: KanbanSpot) => boolean) | undefined
  onPut: (cardId: number, to: CellPlace) => void
}

/** Arrows walk over the cards of all lanes; with Ctrl, Alt or Command they move the card, also into the lane above or below. */
export function onLaneKey(event: KeyboardEvent, { kanban, lanes, canMove, onSpotKey, onPut }: Parts): void {
  if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-kanban-item]')) return
  const itemId = Number(event.target.dataset.kanbanItem)
  const row = lanes.findIndex(({ cells }) => cells.some(({ itemIds }) => itemIds.includes(itemId)))
  const lane = lanes[row]
  const column = lane?.cells.findIndex(({ itemIds }) => itemIds.includes(itemId)) ?? -1
  const cell = lane?.cells[column]
  if (!lane || !cell) return
  if (onSpotKey?.(event, { columnId: cell.id, itemId })) {
    event.preventDefault()
    return
  }
  const direction = arrows[event.key]
  const moves = event.ctrlKey || event.altKey || event.metaKey
  const at = { lanes, row, column, index: cell.itemIds.indexOf(itemId) }
  if (direction && moves) {
    event.preventDefault()
    const to = canMove ? movedTo(at, direction) : undefined
    if (to) onPut(itemId, to)
  } else if (direction && !event.shiftKey) {
    event.preventDefault()
    const next = walkedTo(at, direction)
    if (next) kanban.focus(next)
  } else if ((event.key === 'Home' || event.key === 'End') && !moves) {
    event.preventDefault()
    kanban.focus({ columnId: cell.id, itemId: (event.key === 'Home' ? cell.itemIds[0] : cell.itemIds.at(-1)) ?? null })
  }
}

type At = { lanes: readonly FilledLane[]; row: number; column: number; index: number }

/** The next card that way; cells without any are passed over. */
function walkedTo({ lanes, row, column, index }: At, direction: Direction): KanbanSpot | undefined {
  const spot = (cell: Cell | undefined, at: number): KanbanSpot | undefined => {
    const itemId = cell?.itemIds.at(at)
    return cell && itemId !== undefined ? { columnId: cell.id, itemId } : undefined
  }
  const here = lanes[row]?.cells[column]
  if (direction === 'up' && index > 0) return spot(here, index - 1)
  if (direction === 'down' && index < (here?.itemIds.length ?? 0) - 1) return spot(here, index + 1)
  if (direction === 'up') {
    const above = lanes.slice(0, row).findLast(({ cells }) => (cells[column]?.itemIds.length ?? 0) > 0)
    return spot(above?.cells[column], -1)
  }
  if (direction === 'down') {
    const below = lanes.slice(row + 1).find(({ cells }) => (cells[column]?.itemIds.length ?? 0) > 0)
    return spot(below?.cells[column], 0)
  }
  const cells = lanes[row]?.cells ?? []
  const beside = direction === 'right' ? cells.slice(column + 1) : cells.slice(0, column).reverse()
  const next = beside.find(({ itemIds }) => itemIds.length > 0)
  return spot(next, Math.min(index, (next?.itemIds.length ?? 1) - 1))
}

function movedTo({ lanes, row, column, index }: At, direction: Direction): CellPlace | undefined {
  const here = lanes[row]?.cells[column]
  if (!here) return undefined
  if (direction === 'left' || direction === 'right') {
    const cell = lanes[row]?.cells[column + (direction === 'right' ? 1 : -1)]
    return cell && { cell, index: Math.min(index, cell.itemIds.length) }
  }
  const step = direction === 'down' ? 1 : -1
  if (here.itemIds[index + step] !== undefined) return { cell: here, index: index + step }
  const lane = lanes[row + step]
  const cell = lane?.cells[column]
  return lane?.sets && cell ? { cell, index: direction === 'down' ? 0 : cell.itemIds.length } : undefined
}
