import { MantineProvider } from '@mantine/core'
import type { CardChange } from '@rodada/contract/cards/cards'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts, t } from '../../../i18n/index.ts'
import { boardFrame, makeCard, makeList } from '../../../test/board.ts'
import { createLiveStore } from '../../../ui/cards/live-store.ts'
import { createUndoStack } from '../../../ui/cards/undo-stack.ts'
import { createWrites } from '../../../ui/cards/writes.ts'
import { BoardSessionContext, createActions } from '../session/board-session.ts'
import { type BoardState, boardModel } from '../session/board-state.ts'
import { SortModal } from './SortModal.tsx'

const toast = vi.hoisted(() => vi.fn())
vi.mock('../../../ui/states/feedback.tsx', () => ({ toast, undoToast: () => () => {} }))

const lists = [makeList(10, 'a0'), makeList(20, 'a1')]
const titled = (id: number, listId: number, rank: string, title: string) => makeCard(id, listId, rank, { title })
const unsorted = [titled(1, 10, 'a0', 'C'), titled(2, 10, 'a1', 'A'), titled(3, 10, 'a2', 'B')]
const sorted = [titled(2, 10, 'b0', 'A'), titled(3, 10, 'b1', 'B'), titled(1, 10, 'b2', 'C')]
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const gathered = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)).card_ids)

beforeEach(async () => {
  await loadTexts('boards', 'fields')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response('{}', { status: 200 }))
  toast.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** List 10 was just sorted by title; `news` are what the server tells when it is asked the next time. */
async function sortedByTitle(news: { cards: CardChange[]; removed?: number[] }) {
  const store = createLiveStore<BoardState>()
  const at = (revision: number) => ({ ...boardFrame, can: { write: true, administer: true }, revision })
  store.set({ phase: 'ready', board: boardModel.load({ frame: at(1), lists, cards: unsorted }) })
  const undo = createUndoStack()
  const refresh = vi.fn(async () => {})
  const writes = createWrites<CardChange>({ place: boardModel.placeOf(store), refresh, undo, offline: () => t('boards:offline.refused') })
  const sync = { refresh, reload: refresh, leave: async () => {}, close: () => {} }
  const session = { boardId: 1, store, sync, undo, writes, actions: createActions(1, store, writes) }
  render(
    <MantineProvider env="test">
      <BoardSessionContext value={session}>
        <SortModal listId={10} onClose={() => undefined} />
      </BoardSessionContext>
    </MantineProvider>,
  )
  await userEvent.selectOptions(screen.getByLabelText('Ordenar por'), 'title')
  await userEvent.click(screen.getByRole('button', { name: 'Ordenar' }))
  await expect.poll(gathered).toEqual([[2, 3, 1]])
  store.update((board) => boardModel.merge(board, { frame: at(2), lists, cards: sorted }))
  refresh.mockImplementation(async () => store.update((board) => boardModel.merge(board, { frame: at(3), lists, ...news })))
  expect(undo.undo()).toBe(true)
}

test('the order from before comes back with the cards that are still there, and newcomers stay behind them', async () => {
  await sortedByTitle({ cards: [titled(3, 20, 'a0', 'B'), titled(4, 10, 'b1V', 'Nova')] })
  await expect.poll(() => gathered().length).toBe(2)
  expect(gathered()[1]).toEqual([1, 2, 4])
  await expect.poll(() => toast.mock.calls).toEqual([['1 cartão mudou nesse meio-tempo e ficou como está', { kind: 'info' }]])
})

test('archived cards do not stand in the way of the others', async () => {
  await sortedByTitle({ cards: [], removed: [1] })
  await expect.poll(() => gathered().length).toBe(2)
  expect(gathered()[1]).toEqual([2, 3])
})

test('where all are still there nothing else is said', async () => {
  await sortedByTitle({ cards: [] })
  await expect.poll(() => gathered().length).toBe(2)
  expect([gathered()[1], toast.mock.calls]).toEqual([[1, 2, 3], []])
})
