import { perLanguage, t } from '../../i18n/index.ts'
import { read } from '../device/storage.ts'

/** Each formatter is made when it is first used: a browser needs milliseconds for one, and a page shows few of them. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The one formatter: the wire speaks with a dot and ISO instants, the screen as the language that is shown writes. */
const made = perLanguage((language) => {
  const day = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return {
    integer: once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 0 })),
    oneDecimal: once(() => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })),
    upToTwoDecimals: once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 2 })),
    upToFourDecimals: once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 4 })),
    percent: once(() => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })),
    dayMonth: once(() => day({ day: 'numeric', month: 'short' })),
    numericDay: once(() => day({ day: '2-digit', month: '2-digit', year: 'numeric' })),
    shortDay: once(() => day({ day: '2-digit', month: '2-digit' })),
    fullDay: once(() => day({ dateStyle: 'full' })),
    monthYear: once(() => day({ month: 'long', year: 'numeric' })),
    longWeekday: once(() => day({ weekday: 'long' })),
    longDay: once(() => day({ day: 'numeric', month: 'long' })),
    monthName: once(() => day({ month: 'long' })),
    weekday: once(() => day({ weekday: 'short' })),
    list: once(() => new Intl.ListFormat(language, { type: 'conjunction' })),
    collator: once(() => new Intl.Collator(language, { numeric: true, sensitivity: 'base' })),
    plural: once(() => new Intl.PluralRules(language)),
  }
})

/** Instants are read off the clock of the account's time zone, as its days are; without an account off the browser's. */
const clocks = perLanguage((language) => {
  const make = (timeZone: string | null) => {
    const clock = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: timeZone ?? undefined })
    return {
      timeZone,
      date: once(() => clock({ day: '2-digit', month: '2-digit', year: 'numeric' })),
      dateWithoutYear: once(() => clock({ day: '2-digit', month: '2-digit' })),
      time: once(() => clock({ timeStyle: 'short' })),
    }
  }
  let last: ReturnType<typeof make> | undefined
  return () => {
    const timeZone = read('rodada.timeZone')
    if (last?.timeZone !== timeZone) last = undefined
    last ??= make(timeZone)
    return last
  }
})
const clock = () => clocks()()

function agoBy(words: 'ago' | 'agoSaid', instant: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  if (minutes < 1) return t(`${words}.now`)
  if (minutes < 60) return t(`${words}.minutes`, { count: minutes })
  if (minutes < 24 * 60) return t(`${words}.hours`, { count: Math.floor(minutes / 60) })
  const days = Math.floor(minutes / (24 * 60))
  if (days > 7) return t(`${words}.date`, { date: clock().date().format(new Date(instant)) })
  return days === 1 ? t(`${words}.yesterday`) : t(`${words}.days`, { count: days })
}

export const format = {
  /** 12345 → '12.345' */
  integer: (value: number): string => made().integer().format(value),
  /** '4.5' or 4.5 → '4,5'; always one decimal, as averages are shown. */
  average: (value: string | number): string => made().oneDecimal().format(Number(value)),
  /** 2 → '2', 2.5 → '2,5' */
  number: (value: number): string => made().upToTwoDecimals().format(value),
  /** 48000.1234 → '48.000,1234', as fields of a board have them. */
  precise: (value: number): string => made().upToFourDecimals().format(value),
  /** 0.62 → '62%' */
  percent: (share: number): string => made().percent().format(share),
  /** ISO instant → '21/11/2025' in the person's time zone. */
  date: (instant: string | Date): string => clock().date().format(new Date(instant)),
  /** ISO instant → '21/11' */
  shortDate: (instant: string | Date): string => clock().dateWithoutYear().format(new Date(instant)),
  /** ISO instant → '16:40' */
  time: (instant: string | Date): string => clock().time().format(new Date(instant)),
  /** ISO instant → '21/11/2025, 16:40' */
  dateTime: (instant: string | Date): string => `${format.date(instant)}, ${format.time(instant)}`,
  /** '2025-11-13' → '13 nov'; days have no time zone. */
  day: (day: string): string =>
    made()
      .dayMonth()
      .format(new Date(`${day}T00:00:00Z`))
      .replace(' de ', ' ')
      .replace('.', ''),
  /** '2025-11-17' → '17 de novembro' */
  longDay: (day: string): string =>
    made()
      .longDay()
      .format(new Date(`${day}T00:00:00Z`)),
  /** '2025-11-17' → '17/11/2025' */
  numericDay: (day: string): string =>
    made()
      .numericDay()
      .format(new Date(`${day}T00:00:00Z`)),
  /** '2025-11-17' → '17/11' */
  shortDay: (day: string): string =>
    made()
      .shortDay()
      .format(new Date(`${day}T00:00:00Z`)),
  /** '2025-11-17' → 'segunda-feira, 17 de novembro de 2025' */
  fullDay: (day: string): string =>
    made()
      .fullDay()
      .format(new Date(`${day}T00:00:00Z`)),
  /** '2025-11-17' → 'novembro de 2025' */
  monthYear: (day: string): string =>
    made()
      .monthYear()
      .format(new Date(`${day}T00:00:00Z`)),
  /** '2025-11-17' → 'segunda-feira' */
  longWeekday: (day: string): string =>
    made()
      .longWeekday()
      .format(new Date(`${day}T00:00:00Z`)),
  /** 11 → 'novembro' */
  month: (month: number): string =>
    made()
      .monthName()
      .format(new Date(Date.UTC(2000, month - 1, 1))),
  /** '2025-11-13' → 'qui' */
  weekday: (day: string): string =>
    made()
      .weekday()
      .format(new Date(`${day}T00:00:00Z`))
      .replace('.', ''),
  /** ISO instant → 'agora', '9 min', '3 h', 'ontem', '4 dias', and its date beyond a week. */
  ago: (instant: string, now = Date.now()): string => agoBy('ago', instant, now),
  /** The same within a sentence: 'entrou há 9 min', 'ontem', 'em 17/11/2025'. */
  agoSaid: (instant: string, now = Date.now()): string => agoBy('agoSaid', instant, now),
  /** 2.5 → '2,5 pontos', of cards and of what they add up to. */
  points: (value: number): string => t('points', { count: value, points: format.number(value) }),
  /** 125 → '2:05', for countdowns. */
  countdown: (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
  /** Whether what is counted is said in the singular: 1 everywhere, and 1,5 in Portuguese. Nothing is many. */
  isOne: (value: number): boolean => value !== 0 && made().plural().select(Math.abs(value)) === 'one',
  /** ['Ana', 'Bia', 'Caio'] → 'Ana, Bia e Caio' */
  list: (names: readonly string[]): string => made().list().format(names),
  /** For sorting what people wrote: capitals and accents make no difference, and 'Sprint 9' comes before 'Sprint 10'. */
  compare: (a: string, b: string): number => made().collator().compare(a, b),
} as const
