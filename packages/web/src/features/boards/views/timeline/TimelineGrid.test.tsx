import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../../i18n/index.ts'
import { makeCard } from '../../../../test/board.ts'
import { KanbanProvider } from '../../../../ui/kanban/KanbanFrame.tsx'
import { createKanbanController } from '../../../../ui/kanban/kanban-controller.ts'
import { noSchedule } from '../use-schedule.ts'
import { timelineColumn } from './look.ts'
import { TimelineGrid } from './TimelineGrid.tsx'

const card = makeCard(1, 10, 'a0', { start_date: '2026-11-23', due_date: '2026-11-27' })
const cards = new Map([[1, card]])
const change = vi.hoisted(() => vi.fn())
vi.mock('../use-card-days.ts', () => ({ useCardDays: () => change }))
vi.mock('../use-row-window.ts', () => ({ useRowWindow: () => ({ from: 0, to: 10 }) }))
vi.mock('../CardsDialog.tsx', () => ({ CardsDialog: () => null }))
vi.mock('../../selection/ChooseBox.tsx', () => ({ useIsChosen: () => false }))
vi.mock('../../session/board-session.ts', () => ({ useBoardPart: (select: (board: object) => unknown) => select({ cards }) }))

// jsdom has none.
class DragEventOfMouse extends MouseEvent {}
const dataTransfer = { types: [], setData: () => {}, setDragImage: () => {}, dropEffect: 'none', effectAllowed: 'all' }

beforeEach(async () => {
  await loadTexts('boards', 'views')
  change.mockReset()
  vi.stubGlobal('DragEvent', DragEventOfMouse)
  document.elementFromPoint = () => null
  document.elementsFromPoint = () => []
  document.documentElement.style.fontSize = '16px'
  const reach = { start: '2026-11-16', end: '2026-12-13' }
  const rows = [{ key: 'c1', kind: 'card' as const, id: 1, span: { start: '2026-11-23', end: '2026-11-27' } }]
  const column = [{ id: timelineColumn, name: '', itemIds: [1] }]
  const props = { canMove: true, itemHref: () => '#', onOpen: () => {}, renderItem: () => null, renderHeader: () => null }
  render(
    <KanbanProvider
      controller={createKanbanController()}
      columns={column}
      props={{ ...props, onMoveItem: () => {}, onMoveColumn: () => {} }}
    >
      <TimelineGrid
        {...{ rows, cards, reach, undated: [], schedule: noSchedule, now: '2026-11-24', scale: 'weeks', label: 'Linha do tempo' }}
        showToday={{ current: () => {} }}
      />
    </KanbanProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bar = () => screen.getByRole('link')
/** Three days of the scale of weeks to the right, over some element. */
async function dragOver(element: Element) {
  const before = bar().style.left
  fire('dragStart', bar(), 100)
  // The library tells of the start, and of each step, with the next frame.
  await expect
    .poll(() => {
      fire('dragOver', element, 163)
      return bar().style.left
    })
    .not.toBe(before)
}
function fire(kind: 'dragStart' | 'dragOver' | 'drop' | 'dragEnd', element: Element, clientX: number) {
  const event = createEvent[kind](element, { clientX, clientY: 10, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
  fireEvent(element, event)
}

test('a bar that is let go over the timeline moves by the days it was drawn', async () => {
  await dragOver(screen.getByRole('list'))
  fire('drop', screen.getByRole('list'), 163)
  expect(change).toHaveBeenCalledOnce()
  expect(change.mock.calls[0]?.[1](card)).toEqual({ start_date: '2026-11-26', due_date: '2026-11-30' })
})

test('Escape during a drag moves nothing', async () => {
  const before = bar().style.left
  await dragOver(screen.getByRole('list'))
  // The browser ends the drag without a drop.
  fire('dragEnd', bar(), 163)
  expect(change).not.toHaveBeenCalled()
  expect(bar().style.left).toBe(before)
})

test('a bar that is let go outside of the timeline stays where it is', async () => {
  await dragOver(document.body)
  fire('dragEnd', bar(), 163)
  expect(change).not.toHaveBeenCalled()
})
