/** The value below which this share (0 to 1) of sorted values lies; NaN of none. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** The element in the middle, by some measure of it. @throws when there is none. */
export function medianBy<T>(values: readonly T[], measure: (value: T) => number): T {
  const middle = [...values].sort((a, b) => measure(a) - measure(b))[Math.floor((values.length - 1) / 2)]
  if (middle === undefined) throw new Error('no values')
  return middle
}
