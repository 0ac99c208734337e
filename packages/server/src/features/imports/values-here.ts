import { defaultTimeZone } from '../../platform/time.ts'
import type { BundleCard, BundleHead } from './bundle-model.ts'
import type { LeftOut } from './model.ts'
import type { Maps } from './queries.ts'
import { fittingValue, idOf } from './reading/clean.ts'
import { numberOf } from './sources/json-reader.ts'
import { createDates } from './sources/written-dates.ts'

type Field = BundleHead['fields'][number]
type Value = BundleCard['values'][string]

const [dayFirst, monthFirst] = [createDates(defaultTimeZone, false), createDates(defaultTimeZone, true)]
/** A day as somebody wrote it; undefined where it may be two. */
function dayIn(text: string): string | undefined {
  const day = dayFirst.day(text)
  return day === monthFirst.day(text) ? day : undefined
}

/** What a value of a file is in a field that has another type here; undefined for what does not fit there. */
function convertedValue(value: Value, field: Field, here: Maps['fields'][string], head: BundleHead): Value | undefined {
  const { type = field.type, options } = here
  const names = field.type === 'choice' ? field.options : field.type === 'person' ? head.people : []
  const text = names.find(({ id }) => id === value)?.name ?? String(value)
  if (type === 'person') return undefined
  if (type === 'choice') return options[idOf(text)] === undefined ? undefined : idOf(text)
  const read = type === 'number' ? numberOf(text) : type === 'date' ? dayIn(text) : type === 'text' ? text : value
  return read === undefined ? undefined : fittingValue({ ...field, type }, read)
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
      const fits = other ? convertedValue(value, other.field, other.here, head) : value
      if (fits === undefined) lost.push({ kind: 'values_invalid', count: 1, subjects: [card.title] })
      return fits === undefined ? [] : [[id, fits] as const]
    })
    return { ...card, values: Object.fromEntries(values) }
  })
  return { cards: fitting, lost }
}
