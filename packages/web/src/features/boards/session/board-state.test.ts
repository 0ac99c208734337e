import type { Board, BoardChanges } from '@rodada/contract/boards/boards'
import { describe, expect, it } from 'vitest'
import { boardFrame, makeCard, makeList } from '../../../test/board.ts'
import { cardRank, listRank } from '../../../ui/cards/ranks.ts'
import { type BoardState, boardModel, cardIdsOf, fromBoard, fromChanges } from './board-state.ts'

const { addPending, confirmPending, dropPending } = boardModel
const mergeChanges = (state: BoardState, told: BoardChanges, settled?: ReadonlySet<number>) =>
  boardModel.merge(state, fromChanges(told), settled)

const lists = [makeList(10, 'a0'), makeList(20, 'a1')]

function loaded(revision = 5): BoardState {
  const cards = [makeCard(1, 10, 'a0'), makeCard(2, 10, 'a1'), makeCard(3, 10, 'a2'), makeCard(4, 20, 'a0')]
  const board: Board = {
    ...boardFrame,
    revision,
    lists: lists.map((entry) => ({
      ...entry,
      cards: cards.filter(({ list_id }) => list_id === entry.id).map((own, position) => ({ ...own, position })),
    })),
  }
  return boardModel.load(fromBoard(board))
}
const changes = (revision: number, more: Partial<BoardChanges> = {}): BoardChanges => ({
  ...boardFrame,
  revision,
  lists,
  cards: [],
  removed: [],
  ...more,
})
const move = (id: number, cardId: number, listId: number, rank: string, confirmed = false) => ({
  id,
  confirmed,
  change: { kind: 'moveCard' as const, cardId, listId, rank, status: 'pendente' as const },
})

describe('what the server says', () => {
  it('orders the cards of each list by rank as plain text, then by id', () => {
    const state = mergeChanges(loaded(), changes(6, { cards: [makeCard(9, 10, 'Zz'), makeCard(8, 10, 'a1'), makeCard(7, 10, 'a1V')] }))
    expect(cardIdsOf(state, 10)).toEqual([9, 1, 2, 8, 7, 3])
  })

  it('takes in new, changed, moved and removed cards', () => {
    const state = mergeChanges(
      loaded(),
      changes(6, { cards: [makeCard(3, 20, 'a1'), makeCard(5, 10, 'a0V', { title: 'Novo' })], removed: [1] }),
    )
    expect(cardIdsOf(state, 10)).toEqual([5, 2])
    expect(cardIdsOf(state, 20)).toEqual([4, 3])
    expect(state.cards.get(5)?.title).toBe('Novo')
    expect(state.frame.revision).toBe(6)
  })

  it('never takes an older answer over a newer one', () => {
    const newer = mergeChanges(loaded(), changes(8, { cards: [makeCard(1, 20, 'a5')] }))
    const after = mergeChanges(newer, changes(7, { cards: [makeCard(1, 10, 'a0')] }))
    expect(after).toBe(newer)
  })

  it('keeps the arrays of lists that did not change, so that only the others draw again', () => {
    const before = loaded()
    const after = mergeChanges(before, changes(6, { cards: [makeCard(3, 10, 'a0V'), makeCard(4, 20, 'a0', { title: 'Outro título' })] }))
    expect(cardIdsOf(after, 10)).not.toBe(cardIdsOf(before, 10))
    expect(cardIdsOf(after, 20)).toBe(cardIdsOf(before, 20))
    expect(after.lists).toBe(before.lists)
    expect(after.cards.get(1)).toBe(before.cards.get(1))
  })

  it('lets the cards of a list go with it, named or not', () => {
    const state = mergeChanges(loaded(), changes(6, { lists: [makeList(20, 'a1')] }))
    expect(state.lists.map(({ id }) => id)).toEqual([20])
    expect([...state.cards.keys()]).toEqual([4])
  })
})

describe('what this tab does meanwhile', () => {
  it('draws a move at once and keeps it over what others did', () => {
    const moved = addPending(loaded(), move(1, 1, 20, 'a1'))
    expect(cardIdsOf(moved, 20)).toEqual([4, 1])
    const merged = mergeChanges(
      moved,
      changes(6, { cards: [makeCard(1, 10, 'a0', { title: 'Renomeado por outra pessoa' }), makeCard(5, 20, 'a0V')] }),
    )
    expect(cardIdsOf(merged, 20)).toEqual([4, 5, 1])
    expect(merged.cards.get(1)?.title).toBe('Renomeado por outra pessoa')
  })

  it('goes back to what the server says when the move is refused, with what others did since', () => {
    const moved = addPending(loaded(), move(1, 1, 20, 'a1'))
    const merged = mergeChanges(moved, changes(6, { cards: [makeCard(1, 10, 'a3')] }))
    const back = dropPending(merged, 1)
    expect(cardIdsOf(back, 10)).toEqual([2, 3, 1])
    expect(cardIdsOf(back, 20)).toEqual([4])
    expect(back.pending).toEqual([])
  })

  it('shows an accepted move until an answer that was asked for afterwards is in', () => {
    const accepted = confirmPending(addPending(loaded(), move(1, 1, 20, 'a1')), 1)
    // Asked before the move was accepted: it still tells of the old place.
    const stale = mergeChanges(accepted, changes(6, { cards: [makeCard(1, 10, 'a0')] }))
    expect(cardIdsOf(stale, 20)).toEqual([4, 1])
    const fresh = mergeChanges(stale, changes(7, { cards: [makeCard(1, 20, 'Zz')] }), new Set([1]))
    expect(cardIdsOf(fresh, 20)).toEqual([1, 4])
    expect(fresh.pending).toEqual([])
  })

  it('lets the other person win whose move of the same card came later', () => {
    const accepted = confirmPending(addPending(loaded(), move(1, 1, 20, 'a1')), 1)
    const state = mergeChanges(accepted, changes(9, { cards: [makeCard(1, 10, 'a9')] }), new Set([1]))
    expect(cardIdsOf(state, 10)).toEqual([2, 3, 1])
    expect(cardIdsOf(state, 20)).toEqual([4])
  })

  it('keeps later changes of one card when an earlier one is refused', () => {
    const twice = addPending(addPending(loaded(), move(1, 1, 20, 'a1')), move(2, 1, 10, 'a1V'))
    const state = dropPending(twice, 1)
    expect(cardIdsOf(state, 10)).toEqual([2, 1, 3])
  })

  it('leaves a card where the server has it when the list it was moved to is gone', () => {
    const moved = addPending(loaded(), move(1, 1, 20, 'a1'))
    const state = mergeChanges(moved, changes(6, { lists: [makeList(10, 'a0')] }))
    expect(cardIdsOf(state, 10)).toEqual([1, 2, 3])
    expect(state.cards.get(1)?.list_id).toBe(10)
  })

  it('hides an archived card, also while others still change it, and brings it back when refused', () => {
    const gone = addPending(loaded(), { id: 1, confirmed: false, change: { kind: 'removeCards', cardIds: [2] } })
    const merged = mergeChanges(gone, changes(6, { cards: [makeCard(2, 10, 'a1', { title: 'Mudado' })] }))
    expect(cardIdsOf(merged, 10)).toEqual([1, 3])
    expect(cardIdsOf(dropPending(merged, 1), 10)).toEqual([1, 2, 3])
  })

  it('replaces a new card by the one that the server made of it, without ever showing two', () => {
    const added = addPending(loaded(), { id: 1, confirmed: false, change: { kind: 'addCard', listId: 10, card: makeCard(-1, 10, 'a3') } })
    expect(cardIdsOf(added, 10)).toEqual([1, 2, 3, -1])
    // The board's own news of the card may come before the answer to its creation, or after.
    const told = mergeChanges(added, changes(6, { cards: [makeCard(50, 10, 'a3')] }))
    const answered = confirmPending(told, 1, { kind: 'addCard', listId: 10, card: makeCard(50, 10, 'a3') })
    expect(cardIdsOf(answered, 10)).toEqual([1, 2, 3, 50])
    expect(cardIdsOf(mergeChanges(answered, changes(7), new Set([1])), 10)).toEqual([1, 2, 3, 50])
  })

  it('moves, renames and removes lists at once, and takes it back', () => {
    const renamed = addPending(loaded(), { id: 1, confirmed: false, change: { kind: 'patchList', listId: 10, fields: { name: 'Fila' } } })
    const moved = addPending(renamed, { id: 2, confirmed: false, change: { kind: 'moveList', listId: 10, rank: 'a2' } })
    expect(moved.lists.map(({ id, title }) => [id, title])).toEqual([
      [20, 'Lista 20'],
      [10, 'Fila'],
    ])
    const removed = addPending(moved, { id: 3, confirmed: false, change: { kind: 'removeList', listId: 20 } })
    expect(removed.lists.map(({ id }) => id)).toEqual([10])
    const back = dropPending(dropPending(dropPending(removed, 2), 3), 1)
    expect(back.lists.map(({ id, title }) => [id, title])).toEqual([
      [10, 'Lista 10'],
      [20, 'Lista 20'],
    ])
  })
})

describe('ranks', () => {
  const ranked = (state: BoardState, cardId: number, listId: number, afterId: number | null) =>
    cardIdsOf(addPending(state, move(1, cardId, listId, cardRank(state, cardId, listId, afterId))), listId)

  it('puts a card behind another, on top, at the end, and into an empty list', () => {
    const state = loaded()
    expect(ranked(state, 4, 10, 2)).toEqual([1, 2, 4, 3])
    expect(ranked(state, 3, 10, null)).toEqual([3, 1, 2])
    expect(ranked(state, 1, 10, 3)).toEqual([2, 3, 1])
    expect(ranked(mergeChanges(state, changes(6, { removed: [4] })), 1, 20, null)).toEqual([1])
  })

  it('puts a card at the end when the one it should stand behind is gone', () => {
    expect(ranked(loaded(), 4, 10, 999)).toEqual([1, 2, 3, 4])
  })

  it('finds a place between equal ranks as far as there is one', () => {
    const state = mergeChanges(loaded(), changes(6, { cards: [makeCard(1, 10, 'a0'), makeCard(2, 10, 'a0'), makeCard(3, 10, 'a0')] }))
    expect(ranked(state, 4, 10, 1)).toHaveLength(4)
  })

  it('moves lists by index', () => {
    const three = mergeChanges(loaded(), changes(6, { lists: [...lists, makeList(30, 'a2')] }))
    const order = (listId: number, index: number) =>
      addPending(three, {
        id: 1,
        confirmed: false,
        change: { kind: 'moveList', listId, rank: listRank(three, listId, index) },
      }).lists.map(({ id }) => id)
    expect(order(10, 2)).toEqual([20, 30, 10])
    expect(order(30, 0)).toEqual([30, 10, 20])
    expect(order(30, 1)).toEqual([10, 30, 20])
  })
})
