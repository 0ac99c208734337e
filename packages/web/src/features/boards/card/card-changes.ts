import type { Card, CardChange } from '@rodada/contract/cards/cards'
import type { Checklist, ChecklistItem } from '@rodada/contract/cards/checklists'
import type { Comment } from '@rodada/contract/cards/comments'
import { spoken } from '../../../lib/call/sprint-words.ts'
import { type Change, cardIdsIn, filled, toggled, toggledId } from '../../../ui/cards/changes.ts'

/** What a card becomes. Changes are drawn over what the server said last, again after each answer, so each must be safe to repeat. */
export type Draw = (card: Card) => Card

export const concernsCard =
  (cardId: number) =>
  (change: Change<CardChange>): boolean =>
    cardIdsIn(change).includes(cardId)

/** A change of the store of cards, on the whole card that it is about. */
export function drawOnCard(card: Card, change: Change<CardChange>): Card {
  switch (change.kind) {
    case 'patchCards':
      return { ...card, ...change.fields }
    case 'labelCard':
      return { ...card, labels: toggled(card.labels, change.label, change.on) }
    case 'participate':
      return { ...card, participant_ids: toggledId(card.participant_ids, change.person.id, change.on) }
    case 'fillField':
      return { ...card, fields: filled(card.fields, change.fieldId, change.value) }
    case 'planCards':
      return { ...card, sprint: change.sprint && spoken(change.sprint) }
    case 'moveCard':
      return { ...card, list_id: change.listId, rank: change.rank, status: change.status }
    case 'insideCard':
      return change.draw(card)
    case 'wholeCard':
      return change.card
    default:
      return card
  }
}

let lastTemporary = 0
/** An id for what the server has not named yet; never one of its own. */
export const temporaryId = (): number => {
  lastTemporary -= 1
  return lastTemporary
}
/** Whether the server has not confirmed it yet: nothing more can be asked of it until then. */
export const isTemporary = ({ id }: { id: number }): boolean => id < 0

/** Puts an element at an index among the others of its list. */
function placed<T extends { id: number; position: number }>(all: readonly T[], id: number, index: number): T[] {
  const moved = all.find((entry) => entry.id === id)
  if (!moved) return [...all]
  const others = all.filter((entry) => entry !== moved)
  return others.toSpliced(index, 0, moved).map((entry, position) => ({ ...entry, position }))
}

const inChecklists =
  (change: (checklists: Checklist[]) => Checklist[]): Draw =>
  (card) => ({ ...card, checklists: change(card.checklists) })

const put = <T extends { id: number }>(all: readonly T[], entry: T): T[] =>
  all.some(({ id }) => id === entry.id) ? all.map((old) => (old.id === entry.id ? entry : old)) : [...all, entry]

export const putChecklist = (checklist: Checklist): Draw => inChecklists((all) => put(all, checklist))
export const removeChecklist = (id: number): Draw => inChecklists((all) => all.filter((checklist) => checklist.id !== id))
export const moveChecklist = (id: number, index: number): Draw => inChecklists((all) => placed(all, id, index))
export const renameChecklist = (id: number, named: Pick<Checklist, 'title' | 'version'>): Draw =>
  inChecklists((all) => all.map((checklist) => (checklist.id === id ? { ...checklist, ...named } : checklist)))

const inItems = (checklistId: number, change: (items: ChecklistItem[]) => ChecklistItem[]): Draw =>
  inChecklists((all) =>
    all.map((checklist) => (checklist.id === checklistId ? { ...checklist, items: change(checklist.items) } : checklist)),
  )

export const putItem = (checklistId: number, item: ChecklistItem): Draw => inItems(checklistId, (items) => put(items, item))
export const removeItem = (checklistId: number, id: number): Draw => inItems(checklistId, (items) => items.filter((item) => item.id !== id))
export const moveItem = (checklistId: number, id: number, index: number): Draw => inItems(checklistId, (items) => placed(items, id, index))
export const patchItem = (checklistId: number, id: number, fields: Partial<Pick<ChecklistItem, 'title' | 'completed' | 'version'>>): Draw =>
  inItems(checklistId, (items) => items.map((item) => (item.id === id ? { ...item, ...fields } : item)))

export const putComment =
  (comment: Comment): Draw =>
  (card) => {
    const isNew = !card.comments.some(({ id }) => id === comment.id)
    return { ...card, comments: put(card.comments, comment), comment_count: card.comment_count + (isNew ? 1 : 0) }
  }
export const patchComment =
  (id: number, content: string): Draw =>
  (card) => ({ ...card, comments: card.comments.map((comment) => (comment.id === id ? { ...comment, content } : comment)) })
export const removeComment =
  (id: number): Draw =>
  (card) => {
    const comments = card.comments.filter((comment) => comment.id !== id)
    return { ...card, comments, comment_count: card.comment_count - (card.comments.length - comments.length) }
  }

/** Done and all items of a checklist, and the share from 0 to 1. */
export function progress(items: readonly ChecklistItem[]): { done: number; total: number; share: number } {
  const done = items.filter(({ completed }) => completed).length
  return { done, total: items.length, share: items.length === 0 ? 0 : done / items.length }
}

/**
 * All comments that are known: the pages read earlier and the newest one, which the card brings. What left the newest page
 * because others came stays; what is missing inside of it was deleted.
 */
export function mergeComments(known: readonly Comment[], { comments, comment_count }: Pick<Card, 'comments' | 'comment_count'>): Comment[] {
  const first = comments.find((comment) => !isTemporary(comment))
  if (!first || comment_count <= comments.length) return [...comments]
  return [...known.filter((comment) => !isTemporary(comment) && comment.id < first.id), ...comments]
}
