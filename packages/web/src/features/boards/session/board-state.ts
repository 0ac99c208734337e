import type { Board, BoardChanges, List } from '@rodada/contract/boards/boards'
import type { Card, CardChange } from '@rodada/contract/cards/cards'
import type { Draft } from '../../../ui/cards/board-actions.ts'
import { filled, toggledId } from '../../../ui/cards/changes.ts'
import { createLiveModel, type LiveAnswer, type LiveState, same } from '../../../ui/cards/live-state.ts'
import type { NewItem } from '../../../ui/kanban/new-item.ts'

export { cardIdsOf } from '../../../ui/cards/live-state.ts'

/** A board without its lists and cards: what the server sends again with each change. */
export type BoardFrame = Omit<BoardChanges, 'lists' | 'cards' | 'removed'>
export type BoardState = LiveState<BoardFrame, List, CardChange>
type Answer = LiveAnswer<BoardFrame, List, CardChange>

export const boardModel = createLiveModel<BoardFrame, List, CardChange>({
  columnOf: ({ list_id }) => list_id,
  place: (card, { listId, rank, status }) => {
    // Somebody just moved it: when that was, the server says.
    const moved_at = listId === card.list_id && status === card.status ? card.moved_at : null
    return { ...card, list_id: listId, rank, status, moved_at }
  },
  draw: (card, change) => {
    if (change.kind === 'removeCards') return undefined
    if (change.kind === 'patchCards') return { ...card, ...change.fields }
    if (change.kind === 'labelCard') return { ...card, label_ids: toggledId(card.label_ids, change.label.id, change.on) }
    if (change.kind === 'participate') return { ...card, participant_ids: toggledId(card.participant_ids, change.person.id, change.on) }
    if (change.kind === 'fillField') return { ...card, fields: filled(card.fields, change.fieldId, change.value) }
    return card
  },
  patchList: (list, { name: title = list.title, status = list.status }) => ({ ...list, title, status }),
  keepFrame: (old, now) => {
    const labels = same(old.labels, now.labels) ? old.labels : now.labels
    const fields = same(old.fields, now.fields) ? old.fields : now.fields
    const members = same(old.members, now.members) ? old.members : now.members
    const can = same(old.can, now.can) ? old.can : now.can
    return { ...now, labels, fields, members, can }
  },
})

/** A board that was just loaded, as its model reads it. */
export function fromBoard({ lists: withCards, ...frame }: Board): Answer {
  const lists: List[] = []
  const cards: CardChange[] = []
  for (const { cards: own, ...list } of withCards) {
    lists.push(list)
    for (const { position: _, ...card } of own) cards.push(card)
  }
  return { frame, lists, cards }
}

/** What changed, as its model reads it. */
export const fromChanges = ({ lists, cards, removed, ...frame }: BoardChanges): Answer => ({ frame, lists, cards, removed })

type Known = Pick<CardChange, 'id' | 'list_id' | 'title' | 'priority' | 'due_date' | 'rank' | 'status'> & Partial<Pick<CardChange, 'key'>>

/** A new card as its board shows it: nothing hangs on it yet, and the server has still to name it. */
const face = ({ id, key = '', list_id, title, priority, due_date, rank, status }: Known, description: string): CardChange => ({
  id,
  key,
  list_id,
  title,
  priority,
  start_date: null,
  due_date,
  rank,
  status,
  moved_at: null,
  estimate: null,
  label_ids: [],
  assigned_user: null,
  participant_ids: [],
  has_description: description.trim() !== '',
  comment_count: 0,
  checklist_total: 0,
  checklist_done: 0,
  attachment_count: 0,
  file_count: 0,
  cover_file_id: null,
  blocked: false,
  subcards_total: 0,
  subcards_done: 0,
  recurs: false,
  github_state: null,
  fields: {},
})
export const draftOf = (item: NewItem, { listId, ...place }: Draft): CardChange =>
  face({ ...item, ...place, list_id: listId }, item.description)
export const summaryOf = (card: Card): CardChange => face(card, card.description)
