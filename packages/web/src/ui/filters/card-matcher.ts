import type { FieldCondition } from '@rodada/contract/boards/field-conditions'
import type { DayFilter, DueFilter } from '@rodada/contract/boards/settings'
import type { CardChange, CardLabel } from '@rodada/contract/cards/cards'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { addDays, type Day, today } from '../../lib/dates/days.ts'
import { readUserData } from '../../lib/device/storage.ts'
import { normalize } from '../../lib/text/normalize.ts'
import { isHeldUp } from '../cards/held-up.ts'
import { idleDays } from '../cards/idle.ts'
import { asksField, type CardFilter, type FilteredBoard, type WantedValue } from './card-filter.ts'
import type { ValuesByField } from './values-by-field.ts'

/** A card as a board or a sprint knows it, as far as it is filtered by. */
export type FilteredCard = Pick<
  CardChange,
  | 'id'
  | 'key'
  | 'title'
  | 'priority'
  | 'start_date'
  | 'due_date'
  | 'status'
  | 'moved_at'
  | 'estimate'
  | 'assigned_user'
  | 'blocked'
  | 'recurs'
  | 'file_count'
  | 'fields'
> &
  (
    | { label_ids: readonly number[]; participant_ids: readonly number[] }
    | { labels: readonly CardLabel[]; participants: readonly PersonSummary[] }
  )

const hasLabel = (card: FilteredCard, wanted: (id: number) => boolean): boolean =>
  'label_ids' in card ? card.label_ids.some(wanted) : card.labels.some(({ id }) => wanted(id))
const takesPart = (card: FilteredCard, wanted: (id: number) => boolean): boolean =>
  'participant_ids' in card ? card.participant_ids.some(wanted) : card.participants.some(({ id }) => wanted(id))

const folded = new WeakMap<FilteredCard, string>()
function searchedText(card: FilteredCard): string {
  const known = folded.get(card)
  if (known !== undefined) return known
  const made = `${card.key.toLowerCase()} ${normalize(card.title)}`
  folded.set(card, made)
  return made
}

type Around = {
  /** The board of the cards, to find them by the names of its labels and people, too. */
  board?: FilteredBoard | null
  /** What cards have in fields that they do not show. A field that is missing here and on the card lets everything through. */
  offCard?: ValuesByField
  me?: number
  now?: Date
}

/** Tells whether a card is to be shown, on every screen that has the cards. The filter is read once, since boards hold thousands of cards. */
export function createMatcher(
  filter: CardFilter,
  { board, offCard, me = readUserData()?.id ?? 0, now = new Date() }: Around = {},
): (card: FilteredCard) => boolean {
  const words = normalize(filter.text).split(/\s+/).filter(Boolean).map(createWord(board))
  const { labels, due, start, priorities } = filter
  const days: Days = { today: today(now), week: addDays(today(now), 7) }
  const people = filter.people.map((person) => (person === 'me' ? me : person))
  const shown = new Map(board?.fields.map(({ id, on_card }) => [id, on_card]))
  const asked = [...new Set([...Object.keys(filter.fields), ...Object.keys(filter.conditions)])].map(Number)
  const fields = asked.flatMap((id) => {
    const values = offCard?.get(id)
    const isLoading = shown.get(id) === false && !values
    if (!asksField(filter, id) || isLoading) return []
    const wanted = filter.fields[id] ?? []
    const meets = meeting(filter.conditions[id], days)
    return [(card: FilteredCard) => hasWanted(valueIn(card.fields[id], values?.get(card.id)), wanted, meets)]
  })
  return (card) => {
    if (filter.blocked && !isHeldUp(card)) return false
    if (filter.idle && idleDays(card, now) === null) return false
    if (filter.recurs && !card.recurs) return false
    if (filter.files && card.file_count === 0) return false
    if (filter.unestimated && card.estimate !== null) return false
    if (priorities.length > 0 && !priorities.includes(card.priority)) return false
    if (labels.length > 0 && !hasLabel(card, (id) => labels.includes(id))) return false
    if (people.length > 0 && !isOf(card, people)) return false
    if (due.length > 0 && !due.some((wanted) => isDue(card, wanted, days))) return false
    if (start.length > 0 && !start.some((wanted) => isStart(card, wanted, days))) return false
    if (!fields.every((passes) => passes(card))) return false
    return words.every((isIn) => isIn(card))
  }
}

/** A word is looked for in the key and the title, and in the names of the labels and people of the card. */
const createWord = (board: FilteredBoard | null | undefined) => {
  const names = (named: readonly { id: number; name: string }[]) => named.map(({ id, name }) => ({ id, name: normalize(name) }))
  const labels = names(board?.labels ?? [])
  const people = names(board?.members.map(({ user }) => user) ?? [])
  return (word: string) => {
    const idsIn = (named: readonly { id: number; name: string }[]) =>
      new Set(named.flatMap(({ id, name }) => (name.includes(word) ? id : [])))
    const [labelIds, peopleIds] = [idsIn(labels), idsIn(people)]
    return (card: FilteredCard): boolean =>
      searchedText(card).includes(word) ||
      (labelIds.size > 0 && hasLabel(card, (id) => labelIds.has(id))) ||
      (peopleIds.size > 0 && (peopleIds.has(card.assigned_user?.id ?? 0) || takesPart(card, (id) => peopleIds.has(id))))
  }
}

/** What a card has in a field. Of long texts it shows the beginning, with '…' at its end, where the whole one may have been loaded. */
const valueIn = (shown: FieldValue | undefined, loaded: FieldValue | undefined): FieldValue | undefined =>
  shown === undefined || (typeof shown === 'string' && shown.endsWith('…')) ? (loaded ?? shown) : shown

/** A box that is not ticked is as good as none. */
const hasWanted = (value: FieldValue | undefined, wanted: readonly WantedValue[], meets: (value: FieldValue) => boolean): boolean =>
  value === undefined || value === false
    ? wanted.includes(null)
    : wanted.includes(true) || (typeof value === 'number' && wanted.includes(value)) || meets(value)

/** Tells whether a value meets any part of a condition. */
function meeting({ has, min, max, from, to, when = [] }: FieldCondition = {}, days: Days): (value: FieldValue) => boolean {
  const searched = has === undefined ? null : normalize(has)
  return (value) => {
    if (typeof value === 'number') return isBetween(value, min, max)
    if (typeof value !== 'string') return false
    if (searched !== null) return normalize(value).includes(searched)
    return isBetween(value, from, to) || when.some((wanted) => standsSo(value, wanted, days))
  }
}

const isBetween = <Value extends number | string>(value: Value, first: Value | undefined, last: Value | undefined): boolean =>
  (first ?? last) !== undefined && (first === undefined || value >= first) && (last === undefined || value <= last)

/** Whether one of these people answers for the card or takes part in it. */
const isOf = (card: FilteredCard, people: readonly (number | null)[]): boolean =>
  people.includes(card.assigned_user?.id ?? null) || takesPart(card, (id) => people.includes(id))

type Days = { today: Day; week: Day }

function standsSo(day: Day, wanted: DayFilter, { today: now, week }: Days): boolean {
  if (wanted === 'late') return day < now
  return wanted === 'today' ? day === now : day >= now && day <= week
}

const overStatuses: ReadonlySet<CardChange['status']> = new Set(['concluida', 'cancelada'])

/** What is finished or cancelled is never late, and nothing of it is to come. */
const stands = (day: Day | null, { status }: FilteredCard, wanted: DueFilter, days: Days): boolean =>
  day === null || wanted === 'none' ? day === null && wanted === 'none' : !overStatuses.has(status) && standsSo(day, wanted, days)

const isDue = (card: FilteredCard, wanted: DueFilter, days: Days): boolean => stands(card.due_date, card, wanted, days)

/** What is under way or stuck has begun, and is not late to begin. */
const isStart = (card: FilteredCard, wanted: DueFilter, days: Days): boolean =>
  stands(card.start_date, card, wanted, days) && (wanted !== 'late' || card.status === 'pendente')
