import {
  dayNames,
  operatorNames,
  priorityNames,
  type SearchOperator,
  type SearchPart,
  searchOperators,
  searchParts,
  selfNames,
  stateNames,
  statusNames,
} from '@rodada/contract/cards/search-words'
import { IconFilter } from '@tabler/icons-react'
import { currentLanguage, t } from '../../i18n/index.ts'
import { normalize } from '../../lib/text/normalize.ts'
import { type Entry, quoted } from './entries.ts'

/** Values that are offered after one operator. */
const most = 8

/** Operators whose values are names that the server knows. */
export const isNamed = (operator: SearchOperator | undefined): operator is 'person' | 'place' | 'label' =>
  operator === 'person' || operator === 'place' || operator === 'label'

/** The operator that the text ends with, whose value is still being typed. */
export function openOperator(text: string): Extract<SearchPart, { value: string }> | null {
  const last = searchParts(text).at(-1)
  return last?.operator && last.to === text.length && !text.endsWith('" ') ? last : null
}

/** What is to be searched: an operator that has no value yet is not asked for. */
export const searchable = (text: string): string =>
  searchParts(text)
    .filter((part) => part.operator === null || part.value !== '')
    .map(({ from, to }) => text.slice(from, to))
    .join(' ')

export const hasOperator = (text: string): boolean => searchParts(text).some(({ operator }) => operator !== null)

/** Names that fit an operator's value, to be typed for the person. */
export type Names = { persons: readonly string[]; places: readonly string[]; labels: readonly string[] }

function valuesOf(operator: SearchOperator, names: Names): string[] {
  const language = currentLanguage()
  if (operator === 'person') return [selfNames[language], ...names.persons]
  if (operator === 'place') return [...names.places]
  if (operator === 'label') return [...names.labels]
  if (operator === 'due') return [dayNames[language].today, dayNames[language].tomorrow, '+7']
  if (operator === 'status') return Object.values(statusNames[language])
  if (operator === 'priority') return Object.values(priorityNames[language])
  return operator === 'state' ? Object.values(stateNames[language]) : []
}

const written = (operator: SearchOperator): string => `${operatorNames[currentLanguage()][operator]}${operator === 'due' ? '<' : ':'}`

/** What may follow an operator that has no whole value yet, put in its place. */
export function valueEntries(text: string, names: Names): Entry[] {
  const open = openOperator(text)
  if (!open) return []
  const begun = normalize(open.value)
  const values = valuesOf(open.operator, names).filter((value) => normalize(value).includes(begun) && normalize(value) !== begun)
  return [...new Set(values)].slice(0, most).map((value) => {
    const typed = text.slice(open.from).match(/^\p{L}+(?:<=|>=|[:<>])/u)?.[0] ?? written(open.operator)
    return {
      key: `suggestion-${normalize(value)}`,
      group: 'suggestion',
      title: `${typed}${value}`,
      icon: IconFilter,
      act: { kind: 'write', text: `${text.slice(0, open.from)}${typed}${quoted(value)} ` },
    }
  })
}

/** The operators that the last word begins, or all of them where none is typed. */
export function operatorEntries(text: string): Entry[] {
  if (openOperator(text)) return []
  const word = /\S*$/.exec(text)?.[0] ?? ''
  const before = text.slice(0, text.length - word.length)
  return searchOperators
    .filter((operator) => normalize(written(operator)).startsWith(normalize(word)))
    .map((operator) => ({
      key: `filter-${operator}`,
      group: 'filter',
      title: written(operator),
      detail: t(`palette:filters.${operator}`),
      icon: IconFilter,
      act: { kind: 'write', text: `${before}${written(operator)}` },
    }))
}
