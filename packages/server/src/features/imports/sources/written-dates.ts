import { normalize } from '../../../platform/normalize.ts'
import { dayOf, startOfDay } from '../../../platform/time.ts'
import { instantOf } from './values.ts'

/*
 * Instants as people and programs write them into tables: in the language and the time zone of who exports, `12/mar/24 3:15 PM`, `2024-03-12 15:15` or
 * `Mar 12, 2024`.
 */

/** The first three letters of months in English, Portuguese and Spanish. */
const months: Record<string, number> = {
  ...{ jan: 1, ene: 1, feb: 2, fev: 2, mar: 3, apr: 4, abr: 4, may: 5, mai: 5, jun: 6, jul: 7, aug: 8, ago: 8 },
  ...{ sep: 9, set: 9, oct: 10, out: 10, nov: 11, dec: 12, dez: 12, dic: 12 },
}
const pattern =
  /^(?:[a-z]+,? )?(\d{1,4})[/.\- ]+(?:de )?(\d{1,2}|[a-z]{3,12})\.?[/.\- ,]+(?:de )?(\d{1,4})(?:[,t ]+(?:as )?(\d{1,2})[:h](\d{2})(?::\d{2})?(?:\.\d+)?\s*([ap])?\.?\s?m?\.?)?/

type Parts = { year: number; month: number; day: number; hour: number; minute: number; isDayOnly: boolean }

/** @param monthFirst of two numbers that may be either, the first is the month */
function partsOf(text: string, monthFirst: boolean): Parts | undefined {
  const written = normalize(text).trim()
  // In English the month may come first, with its name.
  const found = pattern.exec(written.replace(/^(?:[a-z]+,? )?([a-z]{3,9})\.? (\d{1,2})(?:, ?| )(\d{4})/, '$2 $1 $3'))
  if (!found) return undefined
  const [, first = '', middle = '', last = '', hours, minutes, half] = found
  const named = months[middle.slice(0, 3)]
  if (/[a-z]/.test(middle) && named === undefined) return undefined
  const isIso = first.length === 4
  const [year, month, day] = isIso
    ? [first, named ?? middle, last]
    : named !== undefined
      ? [last, named, first]
      : (monthFirst && Number(first) <= 12) || Number(middle) > 12
        ? [last, first, middle]
        : [last, middle, first]
  const hour = hours === undefined ? 0 : (Number(hours) % (half ? 12 : 24)) + (half === 'p' ? 12 : 0)
  const whole = Number(year)
  return {
    ...{ year: whole < 100 ? 2000 + whole : whole, month: Number(month), day: Number(day), hour, minute: Number(minutes ?? 0) },
    isDayOnly: hours === undefined,
  }
}

const two = (value: number): string => String(value).padStart(2, '0')
const dayText = ({ year, month, day }: Parts): string | undefined => {
  const text = `${year}-${two(month)}-${two(day)}`
  const date = new Date(`${text}T00:00:00Z`)
  return year >= 1900 && year <= 2999 && !Number.isNaN(date.getTime()) && date.getUTCDate() === day ? text : undefined
}

const noonMs = 12 * 60 * 60_000

/** A whole instant, as programs write it. */
const whole = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/

/** Whether a date can only be read with its month first. */
export const isMonthFirst = (text: string): boolean => /^(0?[1-9]|1[0-2])[/.-](1[3-9]|2\d|3[01])[/.-]\d{2,4}\b/.test(text.trim())

/** When days begin in a time zone. */
function createStarts(timeZone: string): (day: string) => number {
  const starts = new Map<string, number>()
  return (day) => {
    const known = starts.get(day) ?? Date.parse(startOfDay(day, timeZone))
    starts.set(day, known)
    return known
  }
}

/**
 * Reads the dates of one table. A day begins where the person is who imports it: a table says no time zone.
 * @param noonIn whose noon stands for a day without a time
 */
export function createDates(timeZone: string, monthFirst: boolean, noonIn = timeZone) {
  const [startOf, startOfWhole] = [createStarts(timeZone), createStarts(noonIn)]
  return {
    /** 'YYYY-MM-DD'; of a whole instant the day that it is where the person is. */
    day: (text: string): string | undefined => {
      if (whole.test(text)) {
        const at = instantOf(text)
        return at && dayOf(at, timeZone)
      }
      const parts = partsOf(text, monthFirst)
      return parts && dayText(parts)
    },
    /** An instant; at noon where only the day is known. */
    instant: (text: string): string | undefined => {
      if (whole.test(text)) return instantOf(text)
      const parts = partsOf(text, monthFirst)
      const day = parts && dayText(parts)
      if (!parts || !day) return undefined
      if (parts.isDayOnly) return new Date(startOfWhole(day) + noonMs).toISOString()
      const { hour, minute } = parts
      return hour > 23 || minute > 59 ? undefined : new Date(startOf(day) + (hour * 60 + minute) * 60_000).toISOString()
    },
  }
}
