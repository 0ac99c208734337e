import type { WorkStatus } from '@rodada/contract/core/fields'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { createBoardActions } from './board-actions.ts'
import { cardIdsOf, createLiveModel, type LiveState } from './live-state.ts'
import { createLiveStore } from './live-store.ts'
import { createUndoStack } from './undo-stack.ts'
import { createWrites } from './writes.ts'

const toast = vi.hoisted(() => vi.fn())
vi.mock('../states/feedback.tsx', () => ({ toast, undoToast: () => () => {} }))

type Item = { id: number; rank: string; list_id: number; title: string; status: WorkStatus }
type List = { id: number; rank: string; title: string; status: WorkStatus; version: number }
type State = LiveState<{ revision: number }, List, Item>
const model = createLiveModel<{ revision: number }, List, Item>({
  columnOf: ({ list_id }) => list_id,
  place: (card, { listId, rank }) => ({ ...card, list_id: listId, rank }),
  draw: (card) => card,
  patchList: (list) => list,
  keepFrame: (_, now) => now,
})
const list = (id: number, rank: string): List => ({ id, rank, title: `Lista ${id}`, status: 'pendente', version: 1 })
const card = (id: number, list_id: number, rank: string): Item => ({ id, list_id, rank, title: `Cartão ${id}`, status: 'pendente' })
const lists = [list(10, 'a0'), list(20, 'a1'), list(30, 'a2')]

beforeEach(async () => {
  await loadTexts('boards')
  toast.mockReset()
})

/** Two cards in list 10 and two in list 20; card 1 was just moved between those. */
async function moved() {
  const store = createLiveStore<State>()
  const cards = [card(1, 10, 'a0'), card(2, 10, 'a1'), card(3, 20, 'a0'), card(4, 20, 'a1')]
  store.set({ phase: 'ready', board: model.load({ frame: { revision: 1 }, lists, cards }) })
  const undo = createUndoStack()
  const writes = createWrites<Item>({ place: model.placeOf(store), refresh: async () => {}, undo, offline: () => '' })
  const move = vi.fn(async (_cardId: number, _to: object) => ({}))
  const nothing = async () => ({})
  const actions = createBoardActions(store, writes, {
    words: 'boards',
    nameOf: ({ title }) => title,
    draft: (_, { id, listId, rank }) => card(id, listId, rank),
    calls: {
      move,
      create: async () => card(9, 10, 'a9'),
      remove: nothing,
      addList: nothing,
      updateList: async () => list(10, 'a0'),
      moveList: nothing,
    },
  })
  expect(await actions.moveCard(1, { listId: 20, afterId: 3 })).toBe(true)
  const own = store.get().board?.pending.map(({ id }) => id) ?? []
  /** What the server tells next: this person's move, and then what others did. */
  const tell = (cards: Item[], removed: number[] = []) =>
    store.update((board) => model.merge(board, { frame: { revision: 2 }, lists, cards, removed }, new Set(own)))
  const ids = (listId: number) => {
    const { board } = store.get()
    return board ? cardIdsOf(board, listId) : []
  }
  return { undo, move, tell, ids, rank: store.get().board?.cards.get(1)?.rank ?? '' }
}
const left = ['1 cartão mudou nesse meio-tempo e ficou como está', { kind: 'info' }]

test('a move is taken back where the card is still where it was put, also where the cards around it changed', async () => {
  const { undo, move, tell, ids, rank } = await moved()
  tell([card(1, 20, rank), card(3, 30, 'a0'), card(2, 20, 'Zz')])
  expect(ids(20)).toEqual([2, 1, 4])
  undo.undo()
  await expect.poll(() => move.mock.calls.length).toBe(2)
  expect(move).toHaveBeenLastCalledWith(1, { listId: 10, afterId: null })
  expect(toast).not.toHaveBeenCalled()
})

test('a move is taken back where the card has another rank behind the same card', async () => {
  const { undo, move, tell } = await moved()
  tell([card(1, 20, 'a0Z')])
  undo.undo()
  await expect.poll(() => move.mock.calls.length).toBe(2)
})

test.each([
  { who: 'moved it to another list', cards: [card(1, 30, 'a0')], removed: [] },
  { who: 'moved it within the list', cards: [card(1, 20, 'a5')], removed: [] },
  { who: 'archived it', cards: [], removed: [1] },
])('a move is not taken back where somebody $who meanwhile, and that is said', async ({ cards, removed }) => {
  const { undo, move, tell } = await moved()
  tell(cards, removed)
  expect(undo.undo()).toBe(true)
  await expect.poll(() => toast.mock.calls).toEqual([left])
  expect(move).toHaveBeenCalledTimes(1)
})
