import type { KeyboardEvent, MouseEvent } from 'react'
import type { KanbanController, KanbanSpot } from '../../../ui/kanban/kanban-controller.ts'
import { arrows, beside } from '../../../ui/kanban/kanban-keys.ts'
import type { Selection } from '../../../ui/kanban/selection.ts'

const shownIn = (kanban: KanbanController): readonly number[] => kanban.columns().flatMap(({ itemIds }) => itemIds)

/** Whether pressing a card chose it: with Ctrl, Command or Shift, and by finger once something is chosen. */
export function pressCard(selection: Selection, kanban: KanbanController, cardId: number, event: MouseEvent): boolean {
  const byFinger = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
  if (event.altKey || cardId < 0) return false
  if (event.shiftKey) selection.extend(shownIn(kanban), cardId)
  else if (event.ctrlKey || event.metaKey || selection.isBegun() || (byFinger && selection.isOn())) selection.toggle(cardId)
  else return false
  return true
}

/** Whether a key on a card chose something: Shift with an arrow goes on with a range, Ctrl+A takes all that is shown. */
export function chooseByKey(selection: Selection, kanban: KanbanController, event: KeyboardEvent, spot: KanbanSpot): boolean {
  const hasCommand = event.ctrlKey || event.metaKey
  if (hasCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'a') {
    selection.all(shownIn(kanban))
    return true
  }
  const direction = arrows[event.key]
  if (!direction || !event.shiftKey || hasCommand || event.altKey || spot.itemId === null) return false
  const next = beside(kanban, spot, direction)
  if (next?.itemId != null) {
    selection.extend(shownIn(kanban), next.itemId, spot.itemId)
    kanban.focus(next)
  }
  return true
}
