import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import type { DayFilter } from './settings.ts'

/**
 * What cards are filtered by in a field of text, number or date, and how an address says it. Free of schemas: the web reads it without loading
 * any validation.
 */

/**
 * What a value must be: a text that has this in it, a number from `min` up to `max`, a date from `from` up to `to`, or one that stands so to
 * today. Any of these that is there is enough.
 */
export type FieldCondition = {
  has?: string | undefined
  min?: number | undefined
  max?: number | undefined
  from?: string | undefined
  to?: string | undefined
  when?: DayFilter[] | undefined
}

/** What stands for the ways of a date, and before a text, in an address. */
export type ConditionWords = { has: string; when: Readonly<Record<string, DayFilter>> }

/** As calls say it. */
export const conditionWords: ConditionWords = { has: 'has', when: { late: 'late', today: 'today', week: 'week' } }

const between = '..'
const numeral = new RegExp(`^-?\\d{1,13}(\\.\\d{1,${limits.fieldDecimals}})?$`)

/** Whether it is a day of the calendar, 'YYYY-MM-DD', in a year that dates may have. */
export function isFieldDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, at] = [Number(text.slice(0, 4)), Date.parse(`${text}T00:00:00Z`)]
  const isThere = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
  return isThere && year >= limits.firstYear && year <= limits.lastYear
}

/** Whether a field can hold this number. */
export const isFieldNumber = (value: number): boolean =>
  Math.abs(value) <= limits.fieldNumber && Number(value.toFixed(limits.fieldDecimals)) === value

const saysNumber = (text: string): boolean => numeral.test(text) && isFieldNumber(Number(text))

/** The parts of an address stand between commas. */
const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll(',', '%2C')
const unescaped = (text: string): string => text.replaceAll('%2C', ',').replaceAll('%25', '%')

/** A condition as parts of an address: '100..500', '2026-11-01..', 'hoje', 'tem.padaria'. */
export function writeCondition({ has, min, max, from, to, when = [] }: FieldCondition, words: ConditionWords): string[] {
  const range = (first: string | number | undefined, last: string | number | undefined) =>
    first === undefined && last === undefined ? [] : [`${first ?? ''}${between}${last ?? ''}`]
  return [
    ...range(min, max),
    ...range(from, to),
    ...Object.entries(words.when).flatMap(([word, way]) => (when.includes(way) ? [word] : [])),
    ...(has ? [`${words.has}.${escaped(has)}`] : []),
  ]
}

/** What a part of an address says, which anybody may have written; null when it says nothing. */
export function readCondition(part: string, words: ConditionWords): FieldCondition | null {
  if (Object.hasOwn(words.when, part)) return { when: [words.when[part] as DayFilter] }
  if (part.startsWith(`${words.has}.`)) {
    const has = oneLineText(unescaped(part.slice(words.has.length + 1)))
    return has === '' || has.length > limits.search ? null : { has }
  }
  const [first = '', last = '', ...more] = part.split(between)
  if (more.length > 0 || first + last === '' || !part.includes(between)) return null
  const ends = [first, last].filter((end) => end !== '')
  if (ends.every(saysNumber)) return { ...(first && { min: Number(first) }), ...(last && { max: Number(last) }) }
  return ends.every(isFieldDay) ? { ...(first && { from: first }), ...(last && { to: last }) } : null
}

/** Two conditions of one field as one; of what both say once, the later counts. */
export const withCondition = (condition: FieldCondition | undefined, more: FieldCondition): FieldCondition => ({
  ...condition,
  ...more,
  ...(condition?.when && more.when && { when: [...new Set([...condition.when, ...more.when])] }),
})

/** How many filters a condition is: a range is one, and each way of a date. */
export const conditionSize = ({ has, min, max, from, to, when = [] }: FieldCondition): number =>
  [has, min ?? max, from ?? to].filter((part) => part !== undefined).length + when.length

/** The part of a condition that a field of this type can meet; null when it can meet none. */
export function fittingCondition({ has, min, max, from, to, when }: FieldCondition, type: string): FieldCondition | null {
  const part = type === 'text' ? { has } : type === 'number' ? { min, max } : type === 'date' ? { from, to, when } : {}
  const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
  return conditionSize(given) > 0 ? given : null
}
