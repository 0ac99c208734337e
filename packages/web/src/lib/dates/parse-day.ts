import { limits } from '@rodada/contract/core/limits'
import { currentLanguage, perLanguage, t } from '../../i18n/index.ts'
import { addDays, type Day, daysBetween } from './days.ts'

export const firstDay: Day = `${limits.firstYear}-01-01`
export const lastDay: Day = `${limits.lastYear}-12-31`

const weekdays = [0, 1, 2, 3, 4, 5, 6]
const months = Array.from({ length: 12 }, (_, index) => index)

/** 'Amanhã' → 'amanha': capitals and accents make no difference to who types. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** How the language that is shown names days and months, and whether it writes the month first. */
const names = perLanguage((language) => {
  const named = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  const parts = named({ day: 'numeric', month: 'numeric' }).formatToParts(0)
  return {
    monthFirst: (parts[0]?.type ?? 'day') === 'month',
    // The first of January 2023 was a Sunday.
    weekdays: weekdays.map((day) => plain(named({ weekday: 'long' }).format(Date.UTC(2023, 0, 1 + day)))),
    months: months.map((month) => plain(named({ month: 'long' }).format(Date.UTC(2023, month, 1)))),
  }
})

/** 0 for Sunday. A week begins on Monday, but in English on Sunday. */
export const firstWeekday = (): number => (currentLanguage() === 'en-US' ? 0 : 1)

/** 0 for Sunday, as `Date` counts. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The name that begins so, of which at least three letters are there: 'sex' is 'sexta-feira'. -1 for none. */
const indexOf = (all: readonly string[], typed: string): number =>
  typed.length < 3 ? -1 : all.findIndex((name) => name.startsWith(typed) || name.replace('-feira', ' feira') === typed)

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

/** A day that exists, in a year that may be meant. */
function dayFrom(year: number, month: number, date: number): Day | null {
  if (year < limits.firstYear || year > limits.lastYear) return null
  const day = `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`
  const moment = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.getUTCDate() !== date ? null : day
}

/** Without a year, the day that is nearest to today: '5/1', typed in December, is next month. */
function nearest(today: Day, month: number, date: number): Day | null {
  const year = Number(today.slice(0, 4))
  const found = [year, year - 1, year + 1].map((each) => dayFrom(each, month, date)).filter((day) => day !== null)
  return found.sort((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)))[0] ?? null
}

function fromNumbers(today: Day, [first = '', second = '', year]: readonly string[]): Day | null {
  const [date, month] = names().monthFirst ? [Number(second), Number(first)] : [Number(first), Number(second)]
  if (year === undefined) return nearest(today, month, date)
  if (year.length !== 2 && year.length !== 4) return null
  return dayFrom(year.length === 2 ? 2000 + Number(year) : Number(year), month, date)
}

/** '5 dez', '5 de dezembro de 2026', 'Dec 5, 2026'. */
function fromMonthName(today: Day, typed: string): Day | null {
  const words = typed.split(/[\s,./-]+/).filter((word) => word !== 'de' && word !== '')
  const [number, name, year] = /^\d/.test(words[0] ?? '') ? words : [words[1], words[0], words[2]]
  const month = indexOf(names().months, name ?? '') + 1
  if (month === 0 || words.length > 3 || !/^\d{1,2}$/.test(number ?? '')) return null
  if (year === undefined) return nearest(today, month, Number(number))
  return /^\d{4}$/.test(year) ? dayFrom(Number(year), month, Number(number)) : null
}

/**
 * The day that a person means: '05/12/2026', '5/12', '05122026', '2026-12-05', '5 dez', 'hoje', 'amanhã', 'sexta', '+3', and
 * 'fim da sprint' where its last day is known. In English the month comes first. null when it is no date.
 */
export function parseDay(text: string, today: Day, sprintEnd?: Day | null): Day | null {
  const typed = plain(text)
  if (typed === plain(t('date.today'))) return today
  if (typed === plain(t('date.tomorrow'))) return addDays(today, 1)
  if (typed === plain(t('date.yesterday'))) return addDays(today, -1)
  if (sprintEnd && typed === plain(t('date.sprintEnd'))) return sprintEnd
  if (/^[+-]\d{1,4}$/.test(typed)) return addDays(today, Number(typed))
  const weekday = indexOf(names().weekdays, typed)
  // Today has a word of its own, so its weekday is that of next week.
  if (weekday !== -1) return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed)
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const together = /^(\d\d)(\d\d)(\d{4}|\d\d)?$/.exec(typed)
  const apart = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d\d))?$/.exec(typed)
  const numbers = together ?? apart
  if (numbers) return fromNumbers(today, numbers.slice(1))
  return fromMonthName(today, typed)
}

/** Whether a text is a day as the wire speaks of it, in a year that may be meant. */
export function isDay(text: string | undefined): text is Day {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []
  return dayFrom(Number(year), Number(month), Number(date)) !== null
}
