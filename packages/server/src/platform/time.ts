/** Where a person's day begins and ends until they choose otherwise. */
export const defaultTimeZone = 'America/Sao_Paulo'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a time zone, 'YYYY-MM-DD'. */
export function dayOf(instant: string | Date, timeZone: string): string {
  // en-CA writes dates as ISO 8601 does.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(new Date(instant))
}

/** A calendar day some days later or, negative, earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
