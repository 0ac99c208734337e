import type { FieldType } from '@rodada/contract/boards/fields'
import { defaultTimeZone } from '../../platform/time.ts'
import type { BundleCard, BundleHead } from './bundle-model.ts'
import type { LeftOut } from './model.ts'
import type { Maps } from './queries.ts'
import { fittingValue, idOf } from './reading/clean.ts'
import { numberOf } from './sources/values.ts'
import { createDates } from './sources/written-dates.ts'

type FileField = BundleHead['fields'][number]
type FieldHere = Maps['fields'][string]
type Value = BundleCard['values'][string]

const [dayFirst, monthFirst] = [createDates(defaultTimeZone, false), createDates(defaultTimeZone, true)]
/** A day as somebody wrote it. Where nobody knows whether months come first, undefined if it may be two. */
function dayIn(text: string, isMonthFirst: boolean | undefined): string | undefined {
  if (isMonthFirst !== undefined) return (isMonthFirst ? monthFirst : dayFirst).day(text)
  const day = dayFirst.day(text)
  return day === monthFirst.day(text) ? day : undefined
}

/** What a text is in a field of each type; undefined where it is nothing in it. */
const readings: Record<FieldType, (text: string, field: FileField, here: FieldHere) => Value | undefined> = {
  text: (text) => text,
  number: (text) => numberOf(text),
  date: (text, { month_first }) => dayIn(text, month_first),
  choice: (text, _field, { options }) => (options[idOf(text)] === undefined ? undefined : idOf(text)),
  // Nobody said that these are people, or what is ticked.
  person: () => undefined,
  checkbox: () => undefined,
}

/** What a card says in a field that has another type here; undefined for what does not fit there. */
function valueHere({ values, written }: BundleCard, field: FileField, here: FieldHere, head: BundleHead): Value | undefined {
  const type = here.type ?? field.type
  const value = values[field.id]
  const named = field.type === 'choice' ? field.options : field.type === 'person' ? head.people : []
  const text = named.find(({ id }) => id === value)?.name ?? written?.[field.id] ?? String(value)
  const read = readings[type](text, field, here)
  // The option is one of those here, and not of the file.
  return read === undefined || type === 'choice' ? read : fittingValue({ ...field, type }, read)
}

/**
 * Cards with what they have in fields as these hold it here. Some tools say no types, and each file gives a field the one that all of its values fit:
 * a single other word would make texts of the numbers of a whole board. What does not fit is left out.
 */
export function withValuesHere(
  cards: readonly BundleCard[],
  { head, maps }: { head: BundleHead; maps: Maps },
): { cards: readonly BundleCard[]; lost: LeftOut[] } {
  const others = new Map(
    head.fields.flatMap((field) => {
      const here = maps.fields[field.id]
      return here?.type === undefined || here.type === field.type ? [] : [[field.id, { field, here }] as const]
    }),
  )
  if (others.size === 0) return { cards, lost: [] }
  const lost: LeftOut[] = []
  const fitting = cards.map((card) => {
    const values = Object.entries(card.values).flatMap(([id, value]) => {
      const other = others.get(id)
      const fits = other ? valueHere(card, other.field, other.here, head) : value
      if (fits === undefined) lost.push({ kind: 'values_invalid', count: 1, subjects: [card.title] })
      return fits === undefined ? [] : [[id, fits] as const]
    })
    return { ...card, values: Object.fromEntries(values) }
  })
  return { cards: fitting, lost }
}
