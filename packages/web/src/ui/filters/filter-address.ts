import {
  type ConditionWords,
  type FieldCondition,
  readCondition,
  withCondition,
  writeCondition,
} from '@rodada/contract/boards/field-conditions'
import { type DueFilter, priorities } from '@rodada/contract/boards/settings'
import { type CardFilter, noFilter, type WantedPerson, type WantedValue } from './card-filter.ts'

/** What an address says of a filter; several of a kind with commas between them. What is usual is left out. */
export type FilterSearch = {
  q?: string
  pessoas?: string
  etiquetas?: string
  prioridades?: string
  prazo?: string
  inicio?: string
  estado?: string
  estimativa?: 'sem'
  campos?: string
}

const longest = 100
/** Of a kind; an address that is longer was not written by a filter. */
const mostParts = 50

const dueWords = { atrasado: 'late', hoje: 'today', semana: 'week', sem: 'none' } as const
const conditionWords: ConditionWords = { has: 'tem', when: { atrasado: 'late', hoje: 'today', semana: 'week' } }
const stateWords = { bloqueado: 'blocked', parado: 'idle', repete: 'recurs', arquivos: 'files' } as const

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')
const partsOf = (value: unknown): string[] => [...new Set(text(value).split(','))].slice(0, mostParts)
const known = <Words extends Record<string, string>>(words: Words, value: unknown): Words[keyof Words][] =>
  partsOf(value).flatMap((part) => (Object.hasOwn(words, part) ? (words[part] as Words[keyof Words]) : []))
const wordFor = (words: Record<string, string>, wanted: string): string[] =>
  Object.entries(words).flatMap(([word, value]) => (value === wanted ? word : []))

const isId = (part: string): boolean => /^[1-9]\d{0,8}$/.test(part)
const idsIn = (value: unknown): number[] => partsOf(value).filter(isId).map(Number)
const personIn = (part: string): WantedPerson[] => (part === 'eu' ? ['me'] : part === '0' ? [null] : isId(part) ? [Number(part)] : [])

/**
 * `12.77` is the value 77 in the field 12, `12.com` any value, and `12.sem` none; `12.100..500` a number between these, `12.2026-11-01..` a day from
 * this one on, `12.hoje` today, and `12.tem.sol` a text with these letters in it.
 */
function fieldsIn(value: unknown): Pick<CardFilter, 'fields' | 'conditions'> {
  const fields: Record<number, WantedValue[]> = {}
  const conditions: Record<number, FieldCondition> = {}
  for (const part of partsOf(value)) {
    const [id = ''] = part.split('.', 1)
    if (!isId(id)) continue
    const wanted = part.slice(id.length + 1)
    const read = wanted === 'com' ? true : wanted === 'sem' ? null : isId(wanted) ? Number(wanted) : undefined
    if (read !== undefined) fields[Number(id)] = [...(fields[Number(id)] ?? []), read]
    const condition = readCondition(wanted, conditionWords)
    if (condition) conditions[Number(id)] = withCondition(conditions[Number(id)], condition)
  }
  return { fields, conditions }
}

/** The filter that an address asks for, which anybody may have written: what it cannot be is left out. */
export function filterOf(search: Record<string, unknown>): CardFilter {
  const found = known(stateWords, search.estado)
  return {
    ...noFilter,
    ...Object.fromEntries(found.map((state) => [state, true])),
    text: text(search.q).slice(0, longest),
    people: partsOf(search.pessoas).flatMap(personIn),
    labels: idsIn(search.etiquetas),
    priorities: priorities.filter((priority) => partsOf(search.prioridades).includes(priority)),
    due: known(dueWords, search.prazo) satisfies DueFilter[],
    start: known(dueWords, search.inicio) satisfies DueFilter[],
    unestimated: search.estimativa === 'sem',
    ...fieldsIn(search.campos),
  }
}

const joined = (parts: readonly (string | number)[]): string | undefined => parts.join(',') || undefined

/** The same for the address. What is not asked for is undefined, so that it takes the place of what stood there. */
export const searchOf = (filter: CardFilter): Record<keyof FilterSearch, string | undefined> & FilterSearch => ({
  q: filter.text.trim() || undefined,
  pessoas: joined(filter.people.map((person) => (person === 'me' ? 'eu' : (person ?? 0)))),
  etiquetas: joined(filter.labels),
  prioridades: joined(filter.priorities),
  prazo: joined(filter.due.flatMap((due) => wordFor(dueWords, due))),
  inicio: joined(filter.start.flatMap((start) => wordFor(dueWords, start))),
  estado: joined(Object.entries(stateWords).flatMap(([word, state]) => (filter[state] ? word : []))),
  estimativa: filter.unestimated ? 'sem' : undefined,
  campos: joined([
    ...Object.entries(filter.fields).flatMap(([id, values]) =>
      values.map((value) => `${id}.${value === true ? 'com' : value === null ? 'sem' : value}`),
    ),
    ...Object.entries(filter.conditions).flatMap(([id, condition]) =>
      writeCondition(condition, conditionWords).map((part) => `${id}.${part}`),
    ),
  ]),
})

/** What an address says of a filter, without what means nothing. */
export const readFilterSearch = (search: Record<string, unknown>): FilterSearch => searchOf(filterOf(search))

/** The filter as a part of an address, 'pessoas=3&prazo=hoje'; empty without one. */
export const filterQuery = (filter: CardFilter): string =>
  new URLSearchParams(Object.entries(searchOf(filter)).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString()
