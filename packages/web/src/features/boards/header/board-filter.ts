import type { CardChange } from '@rodada/contract/cards/cards'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import type { Priority } from '@rodada/contract/core/fields'
import { dueState } from '../../../lib/dates/due.ts'
import { normalize } from '../../../lib/text/normalize.ts'
import { isHeldUp } from '../../../ui/cards/held-up.ts'

export type DueFilter = 'late' | 'today' | 'week' | 'none'
/** Within a group any match counts, between groups all must. An empty group lets everything through. */
export type BoardFilter = {
  text: string
  labels: readonly number[]
  /** Ids of people; null is nobody. */
  people: readonly (number | null)[]
  due: readonly DueFilter[]
  priorities: readonly Priority[]
  /** By the ids of the board's fields. */
  fields: Readonly<Record<number, readonly WantedValue[]>>
  /** Only cards that wait for another one. */
  blocked: boolean
}

/** A value of a field; true is any value at all, null is none. */
export type WantedValue = FieldValue | null

export const noFilter: BoardFilter = { text: '', labels: [], people: [], due: [], priorities: [], fields: {}, blocked: false }

/** How many filters beside the text are in use. */
export const filterCount = ({ labels, people, due, priorities, fields, blocked }: BoardFilter): number =>
  [labels, people, due, priorities, ...Object.values(fields)].reduce((count, wanted) => count + wanted.length, Number(blocked))

export const isFiltering = (filter: BoardFilter): boolean => filter.text.trim() !== '' || filterCount(filter) > 0

const folded = new WeakMap<CardChange, string>()
function searchedText(card: CardChange): string {
  const known = folded.get(card)
  if (known !== undefined) return known
  const made = `${card.key.toLowerCase()} ${normalize(card.title)}`
  folded.set(card, made)
  return made
}

/** Tells whether a card is to be shown; the filter is read once, since boards hold thousands of cards. */
export function createMatcher(filter: BoardFilter, now = new Date()): (card: CardChange) => boolean {
  const words = normalize(filter.text).split(/\s+/).filter(Boolean)
  const { labels, people, due, priorities, blocked } = filter
  const fields = Object.entries(filter.fields).filter(([, wanted]) => wanted.length > 0)
  return (card) => {
    if (blocked && !isHeldUp(card)) return false
    if (priorities.length > 0 && !priorities.includes(card.priority)) return false
    if (labels.length > 0 && !card.label_ids.some((id) => labels.includes(id))) return false
    if (people.length > 0 && !isOf(card, people)) return false
    if (due.length > 0 && !due.some((wanted) => isDue(card, wanted, now))) return false
    if (!fields.every(([id, wanted]) => hasWanted(card.fields[id], wanted))) return false
    return words.length === 0 || words.every((word) => searchedText(card).includes(word))
  }
}

/** A box that is not ticked is as good as none. */
const hasWanted = (value: FieldValue | undefined, wanted: readonly WantedValue[]): boolean =>
  value === undefined || value === false ? wanted.includes(null) : wanted.includes(value) || wanted.includes(true)

/** Whether one of these people answers for the card or takes part in it. */
const isOf = ({ assigned_user, participant_ids }: CardChange, people: BoardFilter['people']): boolean =>
  people.includes(assigned_user?.id ?? null) || participant_ids.some((id) => people.includes(id))

function isDue(card: CardChange, wanted: DueFilter, now: Date): boolean {
  if (card.due_date === null) return wanted === 'none'
  const { state, days } = dueState(card.due_date, card.status, now)
  if (state === 'done') return false
  if (wanted === 'late') return days < 0
  if (wanted === 'today') return days === 0
  return wanted === 'week' && days >= 0 && days <= 7
}
