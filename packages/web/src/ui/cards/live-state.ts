import type { WorkStatus } from '@rodada/contract/core/fields'
import { type Change, cardIdsIn, type DrawnChange, type Pending } from './changes.ts'
import type { LiveStore } from './live-store.ts'
import type { Place } from './writes.ts'

/** What a column and an item are known by; everything else about them is their board's business. */
export type LiveColumn = { id: number; rank: string }
export type LiveItem = { id: number; rank: string }
type Revised = { revision: number }

/** The ids of each column's items, in order. An array is replaced only when its own column changed. */
type Order = ReadonlyMap<number, readonly number[]>

export type LiveState<Frame extends Revised, Column extends LiveColumn, Item extends LiveItem> = {
  /** Everything besides columns and items: what the server sends again with each change. */
  frame: Frame
  /** What the server said last. */
  base: { lists: readonly Column[]; cards: ReadonlyMap<number, Item> }
  pending: readonly Pending<Item>[]
  /** What is shown: the base with the pending changes over it. */
  lists: readonly Column[]
  cards: ReadonlyMap<number, Item>
  order: Order
}

/** How a board reads its columns and items, and draws changes on them. */
type Shape<Frame, Column, Item> = {
  columnOf: (item: Item) => number
  place: (item: Item, to: { listId: number; rank: string; status: WorkStatus }) => Item
  /** What an item is with a change that does not move it; undefined: it is not here any more. */
  draw: (item: Item, change: DrawnChange) => Item | undefined
  patchList: (list: Column, fields: { name?: string; status?: WorkStatus }) => Column
  /** Of a frame that did not change in some part, the old part: what is drawn from it stays as it is. */
  keepFrame: (old: Frame, now: Frame) => Frame
}

/** What the server told: everything, or what changed and is gone. */
export type LiveAnswer<Frame, Column, Item> = {
  frame: Frame
  lists: readonly Column[]
  cards: readonly Item[]
  removed?: readonly number[]
}
export type LiveModel<Frame extends Revised, Column extends LiveColumn, Item extends LiveItem> = ReturnType<
  typeof createLiveModel<Frame, Column, Item>
>

const none: readonly number[] = []

const byRank = (a: LiveItem, b: LiveItem): number => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.id - b.id)

/** The items of a column in order; always the same empty array for a column without any. */
export const cardIdsOf = ({ order }: { order: Order }, listId: number): readonly number[] => order.get(listId) ?? none

/** Both came from the same schema, so their fields stand in the same order. */
export const same = (a: object, b: object): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The old array where nothing in it changed, and of what did not change the old objects: what is drawn from them stays as it is. */
function keepSame<Column extends LiveColumn>(old: readonly Column[], now: readonly Column[]): readonly Column[] {
  const known = new Map(old.map((list) => [list.id, list]))
  const kept = now.map((list) => {
    const before = known.get(list.id)
    return before && same(before, list) ? before : list
  })
  return kept.length === old.length && kept.every((list, at) => list === old[at]) ? old : kept
}

/**
 * The state of a board of columns and items, and how it changes: what the server has, and over it what this tab has done and
 * not yet seen confirmed. Boards and sprints are such boards.
 */
export function createLiveModel<Frame extends Revised, Column extends LiveColumn, Item extends LiveItem>(
  shape: Shape<Frame, Column, Item>,
) {
  type State = LiveState<Frame, Column, Item>
  type Answer = LiveAnswer<Frame, Column, Item>
  type Pendings = readonly Pending<Item>[]
  type Lists = readonly Column[]
  type Cards = ReadonlyMap<number, Item>
  const { columnOf } = shape

  /** The state of a board that was just loaded. */
  function load({ frame, lists, cards }: Answer, pending: Pendings = []): State {
    const base = { lists: [...lists].sort(byRank), cards: new Map(cards.map((card) => [card.id, card])) }
    const empty: State = { frame, base, pending, lists: [], cards: new Map(), order: new Map() }
    return withView(empty, null)
  }

  /**
   * Takes in what changed since the revision that the state has. An older answer than the state changes nothing.
   * `settled` are the pending changes that this answer is known to contain.
   */
  function merge(state: State, { frame, lists, cards, removed = [] }: Answer, settled: ReadonlySet<number> = new Set()): State {
    if (frame.revision < state.frame.revision) return state
    const next = new Map(state.base.cards)
    const touched = new Set<number>()
    for (const card of cards) {
      next.set(card.id, card)
      touched.add(card.id)
    }
    for (const id of removed) {
      next.delete(id)
      touched.add(id)
    }
    const known = new Set(lists.map(({ id }) => id))
    // A list that is gone takes its cards with it, whether or not the answer names them.
    if (state.base.lists.some(({ id }) => !known.has(id)))
      for (const card of next.values())
        if (!known.has(columnOf(card))) {
          next.delete(card.id)
          touched.add(card.id)
        }
    const pending = settled.size > 0 ? state.pending.filter(({ id }) => !settled.has(id)) : state.pending
    // Also those that stay: whether a move can be drawn depends on the lists there are.
    for (const { change } of state.pending) touch(touched, change)
    const base = { lists: keepSame(state.base.lists, [...lists].sort(byRank)), cards: next }
    return withView({ ...state, frame: shape.keepFrame(state.frame, frame), base, pending }, touched)
  }

  /** The board with other pending changes; `changes` are those that come, go, or are drawn otherwise. */
  const withPending = (state: State, pending: Pendings, ...changes: Change<Item>[]): State =>
    withView({ ...state, pending }, changes.reduce(touch, new Set<number>()))
  const pendingOf = ({ pending }: State, id: number) => pending.find((entry) => entry.id === id)

  /** Draws a change over the board before the server has answered. */
  const addPending = (state: State, pending: Pending<Item>): State => withPending(state, [...state.pending, pending], pending.change)

  /** The server accepted it: with `change`, what it turned out to be (a new card gets its id). */
  function confirmPending(state: State, id: number, change?: Change<Item>): State {
    const before = pendingOf(state, id)
    if (!before) return state
    const after = { id, change: change ?? before.change, confirmed: true }
    const pending = state.pending.map((entry) => (entry === before ? after : entry))
    return change ? withPending(state, pending, before.change, change) : { ...state, pending }
  }

  /** The server refused it: the board is again what the server says, under the changes of others and the ones that came later. */
  function dropPending(state: State, id: number): State {
    const before = pendingOf(state, id)
    if (!before) return state
    return withPending(
      state,
      state.pending.filter((entry) => entry !== before),
      before.change,
    )
  }

  function touch(touched: Set<number>, change: Change<Item>): Set<number> {
    for (const id of cardIdsIn(change)) touched.add(id)
    return touched
  }

  /** Draws the pending changes over the base. `touched` are the cards that may look or stand otherwise than before; null means all. */
  function withView(state: State, touched: Set<number> | null): State {
    const lists = listsOver(state)
    const cards = cardsOver(state, lists)
    return { ...state, lists: keepSame(state.lists, lists), cards, order: orderOf(state, cards, touched) }
  }

  function listsOver({ base, pending }: State): Lists {
    if (!pending.some(({ change }) => change.kind.endsWith('List'))) return base.lists
    const lists = new Map(base.lists.map((list) => [list.id, list]))
    for (const { change } of pending) {
      const list = 'listId' in change ? lists.get(change.listId) : undefined
      if (!list) continue
      if (change.kind === 'removeList') lists.delete(list.id)
      else if (change.kind === 'moveList') lists.set(list.id, { ...list, rank: change.rank })
      else if (change.kind === 'patchList') lists.set(list.id, shape.patchList(list, change.fields))
    }
    return [...lists.values()].sort(byRank)
  }

  function cardsOver({ base, pending }: State, lists: Lists): Cards {
    if (!pending.some(({ change }) => !change.kind.endsWith('List'))) return base.cards
    const known = new Set(lists.map(({ id }) => id))
    const cards = new Map(base.cards)
    const draw = (card: Item, change: Change<Item>): Item | undefined => {
      if (change.kind === 'addCard') return card
      if (change.kind !== 'moveCard') return shape.draw(card, change)
      // Somebody archived the list meanwhile: the card stays where the server has it until the move is answered.
      return known.has(change.listId) ? shape.place(card, change) : card
    }
    for (const { change } of pending)
      for (const id of cardIdsIn(change)) {
        const card = cards.get(id) ?? (change.kind === 'addCard' ? change.card : undefined)
        const drawn = card && draw(card, change)
        if (drawn) cards.set(id, drawn)
        else cards.delete(id)
      }
    return cards
  }

  /** Sorts only the lists that a touched card has left or stands in; the others keep their arrays. */
  function orderOf(before: State, cards: Cards, touched: Set<number> | null): Order {
    if (touched === null) return sortAll(cards)
    const order = new Map(before.order)
    const changed = new Map<number, Item[]>()
    for (const id of touched) {
      const old = before.cards.get(id)
      const now = cards.get(id)
      if (old && !changed.has(columnOf(old))) changed.set(columnOf(old), [])
      if (!now) continue
      const arrivals = changed.get(columnOf(now)) ?? []
      arrivals.push(now)
      changed.set(columnOf(now), arrivals)
    }
    for (const [listId, arrivals] of changed) {
      const ids = order.get(listId) ?? none
      const staying: Item[] = []
      for (const id of ids) {
        const card = touched.has(id) ? undefined : cards.get(id)
        if (card) staying.push(card)
      }
      // What stays is in order already: sorting it again with few arrivals takes about as many steps as there are cards.
      const sorted = [...staying, ...arrivals].sort(byRank).map(({ id }) => id)
      if (sorted.length !== ids.length || sorted.some((id, at) => id !== ids[at])) order.set(listId, sorted)
    }
    return order
  }

  function sortAll(cards: Cards): Order {
    const groups = new Map<number, Item[]>()
    for (const card of cards.values()) {
      const group = groups.get(columnOf(card))
      if (group) group.push(card)
      else groups.set(columnOf(card), [card])
    }
    return new Map([...groups].map(([listId, group]) => [listId, group.sort(byRank).map(({ id }) => id)]))
  }

  /** The board of a store as a place where changes are drawn. */
  const placeOf = (store: LiveStore<State>): Place<Item> => ({
    add: (pending) => store.update((board) => addPending(board, pending)),
    // What a card is comes with the next changes; only a new one has to be known by its number at once.
    confirm: (id, change) => store.update((board) => confirmPending(board, id, change?.kind === 'addCard' ? change : undefined)),
    drop: (id) => store.update((board) => dropPending(board, id)),
  })

  return { load, merge, addPending, confirmPending, dropPending, placeOf }
}
