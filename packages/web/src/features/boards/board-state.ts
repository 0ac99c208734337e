import type { Board, BoardChanges, List } from '@rodada/contract/boards'
import type { Card, CardChange } from '@rodada/contract/cards'

/** A board without its lists and cards: what the server sends anew with each change. */
export type BoardFrame = Omit<BoardChanges, 'lists' | 'cards' | 'removed'>

/** What this tab has done and the server has not yet shown back. Drawn over what the server said last. */
export type Change =
  | { kind: 'moveCard'; cardId: number; listId: number; rank: string; status: CardChange['status'] }
  | { kind: 'patchCard'; cardId: number; patch: Partial<Omit<CardChange, 'id' | 'list_id' | 'rank'>> }
  | { kind: 'removeCard'; cardId: number }
  | { kind: 'addCard'; card: CardChange }
  | { kind: 'moveList'; listId: number; rank: string }
  | { kind: 'patchList'; listId: number; patch: Partial<Pick<List, 'title' | 'status'>> }
  | { kind: 'removeList'; listId: number }
  | { kind: 'addList'; list: List }
/** `confirmed`: the server has accepted it; the next reply that was asked for afterwards contains it. */
export type Pending = { id: number; change: Change; confirmed: boolean }

type Lists = readonly List[]
type Cards = ReadonlyMap<number, CardChange>
/** The ids of each list's cards, in order. An array is replaced only when its own list changed. */
type Order = ReadonlyMap<number, readonly number[]>

export type BoardState = {
  frame: BoardFrame
  /** What the server said last. */
  base: { lists: Lists; cards: Cards }
  pending: readonly Pending[]
  /** What is shown: the base with the pending changes over it. */
  lists: Lists
  cards: Cards
  order: Order
}

const none: readonly number[] = []

const byRank = (a: { rank: string; id: number }, b: { rank: string; id: number }): number =>
  a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.id - b.id

/** The state of a board that was just loaded. */
export function fromBoard({ lists: withCards, ...frame }: Board, pending: readonly Pending[] = []): BoardState {
  const cards = new Map<number, CardChange>()
  const lists: List[] = []
  for (const { cards: own, ...list } of withCards) {
    lists.push(list)
    for (const { position: _, ...card } of own) cards.set(card.id, card)
  }
  const base = { lists: lists.sort(byRank), cards }
  const empty: BoardState = { frame, base, pending, lists: [], cards: new Map(), order: new Map() }
  return withView(empty, null)
}

/**
 * Takes in what changed since the revision that the state has. An older answer than the state changes nothing.
 * `settled` are the pending changes that this answer is known to contain.
 */
export function mergeChanges(
  state: BoardState,
  { lists, cards, removed, ...frame }: BoardChanges,
  settled: ReadonlySet<number> = new Set(),
): BoardState {
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
      if (!known.has(card.list_id)) {
        next.delete(card.id)
        touched.add(card.id)
      }
  const pending = settled.size > 0 ? state.pending.filter(({ id }) => !settled.has(id)) : state.pending
  // Also those that stay: whether a move can be drawn depends on the lists there are.
  for (const { change } of state.pending) touch(touched, change)
  const base = { lists: keepSame(state.base.lists, [...lists].sort(byRank)), cards: next }
  return withView({ ...state, frame: keepParts(state.frame, frame), base, pending }, touched)
}

/** Draws a change over the board before the server has answered. */
export const addPending = (state: BoardState, pending: Pending): BoardState =>
  withView({ ...state, pending: [...state.pending, pending] }, touch(new Set(), pending.change))

/** The server accepted it: with `change`, what it turned out to be (a new card gets its id). */
export function confirmPending(state: BoardState, id: number, change?: Change): BoardState {
  const before = state.pending.find((pending) => pending.id === id)
  if (!before) return state
  const pending = state.pending.map((entry) => (entry.id === id ? { id, change: change ?? entry.change, confirmed: true } : entry))
  if (!change) return { ...state, pending }
  return withView({ ...state, pending }, touch(touch(new Set(), before.change), change))
}

/** The server refused it: the board is again what the server says, under the changes of others and the ones that came later. */
export function dropPending(state: BoardState, id: number): BoardState {
  const before = state.pending.find((pending) => pending.id === id)
  if (!before) return state
  return withView({ ...state, pending: state.pending.filter((pending) => pending.id !== id) }, touch(new Set(), before.change))
}

/** The cards of a list in order; always the same empty array for a list without any. */
export const cardIdsOf = (state: BoardState, listId: number): readonly number[] => state.order.get(listId) ?? none

/** A whole card as its board shows it. */
export function summaryOf(card: Card): CardChange {
  const items = card.checklists.flatMap((checklist) => checklist.items)
  return {
    id: card.id,
    list_id: card.list_id,
    title: card.title,
    priority: card.priority,
    due_date: card.due_date,
    rank: card.rank,
    status: card.status,
    estimate: card.estimate,
    label_ids: card.labels.map(({ id }) => id),
    assigned_user: card.assigned_user,
    has_description: card.description !== '',
    comment_count: card.comment_count,
    checklist_total: items.length,
    checklist_done: items.filter(({ completed }) => completed).length,
  }
}

function touch(touched: Set<number>, change: Change): Set<number> {
  if ('cardId' in change) touched.add(change.cardId)
  else if (change.kind === 'addCard') touched.add(change.card.id)
  return touched
}

/** Draws the pending changes over the base. `touched` are the cards that may look or stand otherwise than before; null means all. */
function withView(state: BoardState, touched: Set<number> | null): BoardState {
  const lists = listsOver(state)
  const cards = cardsOver(state, lists)
  return { ...state, lists: keepSame(state.lists, lists), cards, order: orderOf(state, cards, touched) }
}

function listsOver({ base, pending }: BoardState): Lists {
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

function cardsOver({ base, pending }: BoardState, lists: Lists): Cards {
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
      else if (known.has(change.listId)) cards.set(card.id, { ...card, list_id: change.listId, rank: change.rank, status: change.status })
    }
  }
  return cards
}

/** Sorts only the lists that a touched card has left or stands in; the others keep their arrays. */
function orderOf(before: BoardState, cards: Cards, touched: Set<number> | null): Order {
  if (touched === null) return sortAll(cards)
  const order = new Map(before.order)
  const changed = new Map<number, CardChange[]>()
  for (const id of touched) {
    const old = before.cards.get(id)
    const now = cards.get(id)
    if (old && !changed.has(old.list_id)) changed.set(old.list_id, [])
    if (!now) continue
    const arrivals = changed.get(now.list_id) ?? []
    arrivals.push(now)
    changed.set(now.list_id, arrivals)
  }
  for (const [listId, arrivals] of changed) {
    const ids = order.get(listId) ?? none
    const staying: CardChange[] = []
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
  const groups = new Map<number, CardChange[]>()
  for (const card of cards.values()) {
    const group = groups.get(card.list_id)
    if (group) group.push(card)
    else groups.set(card.list_id, [card])
  }
  return new Map([...groups].map(([listId, group]) => [listId, group.sort(byRank).map(({ id }) => id)]))
}

/** The old array where nothing in it changed, and of what did not change the old objects: what is drawn from them stays as it is. */
function keepSame(old: Lists, now: Lists): Lists {
  const known = new Map(old.map((list) => [list.id, list]))
  const kept = now.map((list) => {
    const before = known.get(list.id)
    return before && same(before, list) ? before : list
  })
  return kept.length === old.length && kept.every((list, at) => list === old[at]) ? old : kept
}

function keepParts(old: BoardFrame, now: BoardFrame): BoardFrame {
  const labels = same(old.labels, now.labels) ? old.labels : now.labels
  const members = same(old.members, now.members) ? old.members : now.members
  const can = same(old.can, now.can) ? old.can : now.can
  return { ...now, labels, members, can }
}

/** Both came from the same schema, so their fields stand in the same order. */
const same = (a: object, b: object): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
