/** A rule from 0 to a round number above `highest`, in at most four steps. */
export function ruleOf(highest: number): { max: number; ticks: number[] } {
  if (!(highest > 0)) return { max: 1, ticks: [0, 1] }
  const rough = highest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 1.5, 2, 2.5, 3, 4, 5, 10].map((each) => each * power).find((each) => each >= rough - 1e-9 && isWhole(each, highest)) ?? 10 * power
  const count = Math.ceil(highest / step - 1e-9)
  return { max: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => round(step * index)) }
}

/** Small counts are of whole things: no rule of theirs has halves. */
const isWhole = (step: number, highest: number): boolean => highest < 1 || Number.isInteger(step) || highest > 10
const round = (value: number): number => Math.round(value * 1000) / 1000

/** How many of `count` labels are skipped from one to the next, so that each has `room` pixels of `width`. */
export const labelStep = (count: number, width: number, room: number): number =>
  Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / room))))

/** A polyline through points, as the `d` of a path. */
export const pathOf = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
