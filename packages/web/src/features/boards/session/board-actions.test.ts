import type { Board } from '@rodada/contract/boards/boards'
import type { CardChange } from '@rodada/contract/cards/cards'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts, t } from '../../../i18n/index.ts'
import { boardFrame, makeCard, makeList } from '../../../test/board.ts'
import { createLiveStore } from '../../../ui/cards/live-store.ts'
import { createUndoStack } from '../../../ui/cards/undo-stack.ts'
import { createWrites } from '../../../ui/cards/writes.ts'
import { emptyItem } from '../../../ui/kanban/new-item.ts'
import { createActions } from './board-session.ts'
import { type BoardState, boardModel, cardIdsOf, fromBoard } from './board-state.ts'

const toast = vi.hoisted(() => vi.fn())
vi.mock('../../../ui/states/feedback.tsx', () => ({ toast, undoToast: () => () => {} }))

const cardOf = (id: number, listId: number, rank: string) => ({ ...makeCard(id, listId, rank), position: 0 })
const board: Board = {
  ...boardFrame,
  revision: 1,
  lists: [
    { ...makeList(10, 'a0'), cards: [cardOf(1, 10, 'a0'), cardOf(2, 10, 'a1')] },
    { ...makeList(20, 'a1'), cards: [] },
  ],
}

function opened() {
  const store = createLiveStore<BoardState>()
  store.set({ phase: 'ready', board: boardModel.load(fromBoard(structuredClone(board))) })
  const undo = createUndoStack()
  const refresh = vi.fn(async () => {})
  const writes = createWrites<CardChange>({ place: boardModel.placeOf(store), refresh, undo, offline: () => t('boards:offline.refused') })
  const ids = (listId: number) => {
    const now = store.get().board
    return now ? cardIdsOf(now, listId) : []
  }
  return { store, undo, refresh, ids, actions: createActions(1, store, writes) }
}

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(async () => {
  await loadTexts('boards')
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetched.mockReset()
  toast.mockReset()
})

describe('what people do on a board', () => {
  it('shows a move at once and takes it back, with the catalogue text, when it is refused', async () => {
    const { actions, ids } = opened()
    fetched.mockResolvedValue(answer(404, { message: 'Não encontramos o que você procura.', error: 'not_found' }))
    const done = actions.moveCard(1, { listId: 20, afterId: null })
    expect(ids(20)).toEqual([1])
    expect(await done).toBe(false)
    expect(ids(10)).toEqual([1, 2])
    expect(toast).toHaveBeenLastCalledWith('Erro ao mover card', { kind: 'problem', detail: 'Não encontramos o que você procura.' })
  })

  it('moves back by Ctrl+Z, after the way there has arrived', async () => {
    const { actions, undo, ids } = opened()
    fetched.mockImplementation(async () => answer(200, {}))
    void actions.moveCard(2, { listId: 20, afterId: null })
    expect(undo.undo()).toBe(true)
    await expect.poll(() => fetched.mock.calls.length).toBe(2)
    expect(fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)))).toEqual([
      { list_id: 20, after_id: null },
      { list_id: 10, after_id: 1 },
    ])
    expect(ids(10)).toEqual([1, 2])
    expect(undo.undo()).toBe(false)
  })

  it('sends two quick moves of one card in their order', async () => {
    const { actions } = opened()
    const answers: ((reply: Response) => void)[] = []
    fetched.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
    const first = actions.moveCard(1, { listId: 20, afterId: null })
    const second = actions.moveCard(1, { listId: 10, afterId: 2 })
    expect(fetched).toHaveBeenCalledTimes(1)
    answers[0]?.(answer(200, {}))
    await first
    await expect.poll(() => fetched.mock.calls.length).toBe(2)
    answers[1]?.(answer(200, {}))
    expect(await second).toBe(true)
  })

  it('refuses to write without a network, before anything is drawn or sent', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { actions, ids } = opened()
    expect(await actions.moveCard(1, { listId: 20, afterId: null })).toBe(false)
    expect(await actions.archiveCard(1)).toBe(false)
    expect(await actions.addCard(10, { ...emptyItem, title: 'Novo' })).toBe(false)
    expect(ids(10)).toEqual([1, 2])
    expect(fetched).not.toHaveBeenCalled()
    expect(toast).toHaveBeenLastCalledWith('Sem conexão: nada foi mudado. Tente de novo quando ela voltar.', { kind: 'problem' })
  })

  it('takes a refused new card off the list again and says so', async () => {
    const { actions, ids } = opened()
    fetched.mockRejectedValue(new TypeError('offline'))
    const done = actions.addCard(10, { ...emptyItem, title: 'Novo' })
    expect(ids(10)).toHaveLength(3)
    expect(await done).toBe(false)
    expect(ids(10)).toEqual([1, 2])
    expect(toast.mock.calls.at(-1)?.[0]).toBe('Erro ao criar card')
  })
})
