/** Calendar days as the wire speaks of them, 'YYYY-MM-DD', in the person's own time zone. */
export type Day = string

/** The day that it is for this person. */
export const today = (now = new Date()): Day =>
  `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`

// Read as UTC: the difference of two days must not depend on when a clock was put forward between them.
const number = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** How many days from one day to another: 1 for tomorrow, -1 for yesterday. */
export const daysBetween = (from: Day, to: Day): number => number(to) - number(from)

/** The day that many days later, or earlier when negative. */
export const addDays = (day: Day, days: number): Day => new Date((number(day) + days) * 86_400_000).toISOString().slice(0, 10)
