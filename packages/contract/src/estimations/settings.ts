/** Constants of sealed estimations, free of schemas: the web reads them without loading any validation. */

/** What an estimation may close at, counted from now, in milliseconds. */
export const soonestCloseMs = 2_000
export const latestCloseMs = 30 * 86_400_000

/**
 * Which cards take their estimate by themselves at the close: none; those whose votes are all one face; or also those whose votes lie on
 * two neighbouring faces of the deck.
 */
export const settleRules = ['none', 'same', 'neighbours'] as const
export type SettleRule = (typeof settleRules)[number]

/** The page of an estimation; its id comes behind it. */
export const estimationPage = '/estimativas/'

/**
 * When who has not voted on everything is reminded: once, with a quarter of the whole time left, and at most a day before the close.
 * @returns null for an estimation that is too short to be reminded of
 */
export function reminderAt(openedAt: number, closesAt: number): number | null {
  const whole = closesAt - openedAt
  return whole < shortestRemindedMs ? null : closesAt - Math.min(whole / 4, 86_400_000)
}
const shortestRemindedMs = 10 * 60_000
