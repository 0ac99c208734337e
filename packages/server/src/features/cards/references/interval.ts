import type { DaysInterval } from '@rodada/contract/cards/references'

/** With fewer cards the ends of an interval are chance. */
const fewestCards = 8
/** Older cards say less about how the team works today. */
export const lastCards = 30
/** One card in ten may be quicker than the interval, and two in ten outside it on both sides together. */
const [leftBelow, leftOut] = [0.1, 0.2]

/**
 * From how many days to how many four in five cards take, by what the last ones took. One card quicker and one slower than all of them
 * are supposed, because the next one may be so; of the days that occur, the ends are those that leave out what is nearest to a tenth
 * below, and to a fifth in all. `npm run bench -- previsao` shows how often the next card falls inside.
 * @param days whole days, in any order
 * @returns null for fewer than eight cards
 */
export function intervalOf(days: readonly number[]): DaysInterval | null {
  if (days.length < fewestCards) return null
  const values = [...new Set(days)].sort((a, b) => a - b)
  const share = (count: number) => (count + 1) / (days.length + 2)
  const below = (end: number) => share(days.filter((value) => value < end).length)
  const above = (end: number) => share(days.filter((value) => value > end).length)

  const from = nearest(values, (value) => Math.abs(below(value) - leftBelow))
  const outBelow = from === values[0] ? 0 : below(from)
  // The longest first, so that of two ends that are as near the later one is promised.
  const ends = values.filter((value) => value >= from).reverse()
  return { from, to: nearest(ends, (value) => Math.abs(above(value) - (leftOut - outBelow))) }
}

/** The first value of the smallest distance. */
const nearest = (values: readonly number[], distance: (value: number) => number): number =>
  values.reduce((best, value) => (distance(value) < distance(best) - 1e-9 ? value : best))
