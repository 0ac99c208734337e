import type { WorkStatus } from '@rodada/contract/fields'

/** What a column and an item are known by; everything else about them is their board's business. */
export type LiveColumn = { id: number; rank: string }
export type LiveItem = { id: number; rank: string }
type Revised = { revision: number }

/** What this tab has done and the server has not yet shown back. Drawn over what the server said last. */
export type Change<Column extends LiveColumn, Item extends LiveItem> =
  | { kind: 'moveCard'; cardId: number; listId: number; rank: string; status: WorkStatus }
  | { kind: 'patchCard'; cardId: number; patch: Partial<Omit<Item, 'id' | 'rank'>> }
  | { kind: 'removeCard'; cardId: number }
  | { kind: 'addCard'; card: Item }
  | { kind: 'moveList'; listId: number; rank: string }
  | { kind: 'patchList'; listId: number; patch: Partial<Omit<Column, 'id' | 'rank'>> }
  | { kind: 'removeList'; listId: number }
  | { kind: 'addList'; list: Column }
/** `confirmed`: the server has accepted it; the next reply that was asked for afterwards contains it. */
export type Pending<Column extends LiveColumn, Item extends LiveItem> = { id: number; change: Change<Column, Item>; confirmed: boolean }

/** The ids of each column's items, in order. An array is replaced only when its own column changed. */
type Order = ReadonlyMap<number, readonly number[]>

export type LiveState<Frame extends Revised, Column extends LiveColumn, Item extends LiveItem> = {
  /** Everything besides columns and items: what the server sends anew with each change. */
  frame: Frame
  /** What the server said last. */
  base: { lists: readonly Column[]; cards: ReadonlyMap<number, Item> }
  pending: readonly Pending<Column, Item>[]
  /** What is shown: the base with the pending changes over it. */
  lists: readonly Column[]
  cards: ReadonlyMap<number, Item>
  order: Order
}

/** How a board reads and places its items. */
type Shape<Frame, Item> = {
  columnOf: (item: Item) => number
  place: (item: Item, to: { listId: number; rank: string; status: WorkStatus }) => Item
  /** Of a frame that did not change in some part, the old part: what is drawn from it stays as it is. */
  keepFrame: (old: Frame, now: Frame) => Frame
}

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
export function createLiveModel<Frame extends Revised, Column extends LiveColumn, Item extends LiveItem>(shape: Shape<Frame, Item>) {
  type State = LiveState<Frame, Column, Item>
  type Pendings = readonly Pending<Column, Item>[]
  type Lists = readonly Column[]
  type Cards = ReadonlyMap<number, Item>
  const { columnOf } = shape

  /** The state of a board that was just loaded. */
  function load(frame: Frame, lists: Column[], items: readonly Item[], pending: Pendings = []): State {
    const base = { lists: [...lists].sort(byRank), cards: new Map(items.map((item) => [item.id, item])) }
    const empty: State = { frame, base, pending, lists: [], cards: new Map(), order: new Map() }
    return withView(empty, null)
  }

  /**
   * Takes in what changed since the revision that the state has. An older answer than the state changes nothing.
   * `settled` are the pending changes that this answer is known to contain.
   */
  function merge(
    state: State,
    { frame, lists, cards, removed }: { frame: Frame; lists: Column[]; cards: Item[]; removed: number[] },
    settled: ReadonlySet<number> = new Set(),
  ): State {
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

  /** Draws a change over the board before the server has answered. */
  const addPending = (state: State, pending: Pending<Column, Item>): State =>
    withView({ ...state, pending: [...state.pending, pending] }, touch(new Set(), pending.change))

  /** The server accepted it: with `change`, what it turned out to be (a new card gets its id). */
  function confirmPending(state: State, id: number, change?: Change<Column, Item>): State {
    const before = state.pending.find((pending) => pending.id === id)
    if (!before) return state
    const pending = state.pending.map((entry) => (entry.id === id ? { id, change: change ?? entry.change, confirmed: true } : entry))
    if (!change) return { ...state, pending }
    return withView({ ...state, pending }, touch(touch(new Set(), before.change), change))
  }

  /** The server refused it: the board is again what the server says, under the changes of others and the ones that came later. */
  function dropPending(state: State, id: number): State {
    const before = state.pending.find((pending) => pending.id === id)
    if (!before) return state
    return withView({ ...state, pending: state.pending.filter((pending) => pending.id !== id) }, touch(new Set(), before.change))
  }

  function touch(touched: Set<number>, change: Change<Column, Item>): Set<number> {
    if ('cardId' in change) touched.add(change.cardId)
    else if (change.kind === 'addCard') touched.add(change.card.id)
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
      if (change.kind === 'removeList') lists.delete(change.listId)
      else if (change.kind === 'addList') lists.set(change.list.id, lists.get(change.list.id) ?? change.list)
      else if (change.kind === 'moveList' || change.kind === 'patchList') {
        const list = lists.get(change.listId)
        if (list) lists.set(list.id, { ...list, ...(change.kind === 'moveList' ? { rank: change.rank } : change.patch) })
      }
    }
    return [...lists.values()].sort(byRank)
  }

  function cardsOver({ base, pending }: State, lists: Lists): Cards {
    if (!pending.some(({ change }) => change.kind.endsWith('Card'))) return base.cards
    const known = new Set(lists.map(({ id }) => id))
    const cards = new Map(base.cards)
    for (const { change } of pending) {
      if (change.kind === 'removeCard') cards.delete(change.cardId)
      else if (change.kind === 'addCard') cards.set(change.card.id, cards.get(change.card.id) ?? change.card)
      else if (change.kind === 'moveCard' || change.kind === 'patchCard') {
        const card = cards.get(change.cardId)
        if (!card) continue
        if (change.kind === 'patchCard') cards.set(card.id, { ...card, ...change.patch })
        // Somebody archived the list meanwhile: the card stays where the server has it until the move is answered.
        else if (known.has(change.listId)) cards.set(card.id, shape.place(card, change))
      }
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

  return { load, merge, addPending, confirmPending, dropPending }
}
