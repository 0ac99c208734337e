import { sizesOf } from './faces.ts'
import { medianOf } from './results.ts'

/**
 * The middle of the votes: of numbers their median, of a deck of sizes the size in the middle, the lower one of two. Null when no vote is a
 * number or size.
 */
export function middleOf(votes: readonly string[], deck: readonly string[]): number | string | null {
  const sizes = sizesOf(deck)
  if (sizes.length > 0) {
    const places = placesOf(votes, sizes).sort((a, b) => a - b)
    return sizes[places[Math.ceil(places.length / 2) - 1] ?? -1] ?? null
  }
  return medianOf(votes)
}

const placesOf = (votes: readonly string[], sizes: readonly string[]): number[] =>
  votes.map((vote) => sizes.indexOf(vote)).filter((place) => place >= 0)

/** The smallest and the largest size that was voted; null when none was. */
export function rangeOf(votes: readonly string[], deck: readonly string[]): { low: string; high: string } | null {
  const sizes = sizesOf(deck)
  const places = placesOf(votes, sizes)
  const [low, high] = [sizes[Math.min(...places)], sizes[Math.max(...places)]]
  return low === undefined || high === undefined ? null : { low, high }
}
