import type { Priority, WorkStatus } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { foldedText } from '../core/plain-text.ts'
import { texts } from '../texts/texts.ts'
import {
  dayNames,
  meanings,
  otherStatusNames,
  priorityNames,
  type SearchState,
  type Sign,
  searchParts,
  selfNames,
  stateNames,
  statusNames,
} from './search-words.ts'

const stateOf = meanings(stateNames)
const statusOf = meanings(statusNames, otherStatusNames)
const priorityOf = meanings(priorityNames)
/** As the API calls it, which is two words to people. */
const storedStatus = new Map<string, WorkStatus>([['em_andamento', 'em_andamento']])
const dayOf = meanings(dayNames)
const selves = new Set(Object.values(selfNames).map(foldedText))

/**
 * What a search asks for. Words are folded; `persons` has null for the viewer. Several values of one operator must
 * all be true of a card, except that it has one of the statuses, and of the priorities.
 */
export type SearchQuestion = {
  words: string[]
  persons: (string | null)[]
  places: string[]
  labels: string[]
  dues: { sign: Sign; day: string }[]
  statuses: WorkStatus[]
  priorities: Priority[]
  states: SearchState[]
}

/**
 * Reads a search. `today` is 'YYYY-MM-DD' where the person is.
 * @returns a text that says what is wrong, in our first language, where a value means nothing or there is too much
 */
export function readSearch(q: string, { today }: { today: string }): SearchQuestion | string {
  const asked: SearchQuestion = { words: [], persons: [], places: [], labels: [], dues: [], statuses: [], priorities: [], states: [] }
  const parts = searchParts(q)
  if (parts.length > limits.searchParts) return texts.searchTooMany
  for (const one of parts) {
    if (one.operator === null) {
      asked.words.push(foldedText(one.text))
      continue
    }
    const value = foldedText(one.value)
    if (value === '') return texts.searchValueMissing
    if (one.operator === 'person') asked.persons.push(selves.has(value) ? null : value)
    else if (one.operator === 'place') asked.places.push(value)
    else if (one.operator === 'label') asked.labels.push(value)
    else if (one.operator === 'due') {
      const day = readDay(value, today)
      if (day === null) return texts.searchDayUnknown
      asked.dues.push({ sign: one.sign, day })
    } else if (one.operator === 'status') {
      const status = statusOf.get(value) ?? storedStatus.get(value)
      if (!status) return texts.searchStatusUnknown
      asked.statuses.push(status)
    } else if (one.operator === 'priority') {
      const priority = priorityOf.get(value)
      if (!priority) return texts.searchPriorityUnknown
      asked.priorities.push(priority)
    } else {
      const state = stateOf.get(value)
      if (!state) return texts.searchStateUnknown
      asked.states.push(state)
    }
  }
  return asked
}

const dayMs = 86_400_000
/** How many days from today may be counted. */
const countedDays = 3660

/** 'YYYY-MM-DD' of a date as people type it: 2026-12-31, 31/12/2026, 31/12 (of this year), hoje, amanhã, +7. Null for anything else. */
function readDay(value: string, today: string): string | null {
  const after = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
  const named = dayOf.get(value)
  if (named) return after(named === 'today' ? 0 : 1)
  const counted = /^[+-]\d{1,4}$/.test(value) ? Number(value) : null
  if (counted !== null) return Math.abs(counted) <= countedDays ? after(counted) : null
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value)
  const local = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(value)
  const [year = '', month = '', day = ''] = iso ? iso.slice(1) : local ? [local[3] ?? today.slice(0, 4), local[2], local[1]] : []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${written}T00:00:00Z`)
  // 31 February is no day, though some would read it as one in March.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? null : written
}
