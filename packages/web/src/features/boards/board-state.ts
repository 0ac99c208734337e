import type { Board, BoardChanges, List } from '@rodada/contract/boards'
import type { Card, CardChange } from '@rodada/contract/cards'
import {
  createLiveModel,
  type Change as LiveChange,
  type Pending as LivePending,
  type LiveState,
  same,
} from '../../ui/kanban/live/live-state.ts'

export { cardIdsOf } from '../../ui/kanban/live/live-state.ts'

/** A board without its lists and cards: what the server sends anew with each change. */
export type BoardFrame = Omit<BoardChanges, 'lists' | 'cards' | 'removed'>
export type Change = LiveChange<List, CardChange>
export type Pending = LivePending<List, CardChange>
export type BoardState = LiveState<BoardFrame, List, CardChange>

export const boardModel = createLiveModel<BoardFrame, List, CardChange>({
  columnOf: ({ list_id }) => list_id,
  place: (card, { listId, rank, status }) => ({ ...card, list_id: listId, rank, status }),
  keepFrame: (old, now) => {
    const labels = same(old.labels, now.labels) ? old.labels : now.labels
    const members = same(old.members, now.members) ? old.members : now.members
    const can = same(old.can, now.can) ? old.can : now.can
    return { ...now, labels, members, can }
  },
})

/** The state of a board that was just loaded. */
export function fromBoard({ lists: withCards, ...frame }: Board, pending: readonly Pending[] = []): BoardState {
  const lists: List[] = []
  const cards: CardChange[] = []
  for (const { cards: own, ...list } of withCards) {
    lists.push(list)
    for (const { position: _, ...card } of own) cards.push(card)
  }
  return boardModel.load(frame, lists, cards, pending)
}

/**
 * Takes in what changed since the revision that the state has. An older answer than the state changes nothing.
 * `settled` are the pending changes that this answer is known to contain.
 */
export const mergeChanges = (
  state: BoardState,
  { lists, cards, removed, ...frame }: BoardChanges,
  settled?: ReadonlySet<number>,
): BoardState => boardModel.merge(state, { frame, lists, cards, removed }, settled)

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
    // Only a card that was just made is shown by this, and nothing hangs on it yet.
    attachment_count: 0,
    github_state: null,
  }
}
