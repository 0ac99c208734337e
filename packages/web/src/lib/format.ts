/** The one pt-BR formatter: the wire speaks with a dot and ISO instants, the screen with a comma and Brazilian dates. */
const locale = 'pt-BR'
const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const upToTwoDecimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
const date = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

export const format = {
  /** 12345 → '12.345' */
  integer: (value: number): string => integer.format(value),
  /** '4.5' or 4.5 → '4,5'; always one decimal, as averages are shown. */
  average: (value: string | number): string => oneDecimal.format(Number(value)),
  /** 2 → '2', 2.5 → '2,5' */
  number: (value: number): string => upToTwoDecimals.format(value),
  /** 0.62 → '62%' */
  percent: (share: number): string => percent.format(share),
  /** ISO instant → '21/11/2025' in the person's time zone. */
  date: (instant: string | Date): string => date.format(new Date(instant)),
  /** ISO instant → '16:40' */
  time: (instant: string | Date): string => time.format(new Date(instant)),
  /** ISO instant → '21/11/2025, 16:40' */
  dateTime: (instant: string | Date): string => `${format.date(instant)}, ${format.time(instant)}`,
  /** '2025-11-13' → '13 nov'; days have no time zone. */
  day: (day: string): string =>
    dayMonth
      .format(new Date(`${day}T00:00:00Z`))
      .replace(' de ', ' ')
      .replace('.', ''),
  /** '2025-11-17' → '17 de novembro' */
  longDay: (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`)),
  /** 11 → 'novembro' */
  month: (month: number): string => monthName.format(new Date(Date.UTC(2000, month - 1, 1))),
  /** '2025-11-13' → 'qui' */
  weekday: (day: string): string => weekday.format(new Date(`${day}T00:00:00Z`)).replace('.', ''),
  /** ISO instant → 'agora', '9 min', '3 h', 'ontem', '4 dias', and its date beyond a week. */
  ago: (instant: string, now = Date.now()): string => {
    const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
    if (minutes < 1) return 'agora'
    if (minutes < 60) return `${minutes} min`
    if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
    const days = Math.floor(minutes / (24 * 60))
    if (days > 7) return date.format(new Date(instant))
    return days === 1 ? 'ontem' : `${days} dias`
  },
  /** 125 → '2:05', for countdowns. */
  countdown: (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
  /** plural(1, 'pessoa', 'pessoas') → '1 pessoa' */
  plural: (count: number, one: string, many: string): string => `${integer.format(count)} ${count === 1 ? one : many}`,
} as const
