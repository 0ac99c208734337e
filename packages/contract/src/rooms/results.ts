import { type DeckPoints, deckNumbers, numberOf, pointsOf, sizesOf } from './faces.ts'
import type { RevealedVote } from './rooms.ts'

/** Mean of the numeric votes with one decimal and a dot, '0.0' when there are none. */
export function averageOf(votes: readonly string[]): string {
  const numbers = votes.map(numberOf).filter((value) => value !== undefined)
  if (numbers.length === 0) return '0.0'
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
  // Half up, as people round: toFixed alone would turn 1.45 into '1.4', because 1.45 is stored a little below itself.
  return (Math.round((mean + Number.EPSILON) * 10) / 10).toFixed(1)
}

/** Middle of the numeric votes, the mean of the two middle ones when even, null when none is a number. */
export function medianOf(votes: readonly string[]): number | null {
  const numbers = votes
    .map(numberOf)
    .filter((value) => value !== undefined)
    .sort((a, b) => a - b)
  const middle = Math.floor(numbers.length / 2)
  const upper = numbers[middle]
  if (upper === undefined) return null
  const lower = numbers[middle - 1]
  return numbers.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2
}

export type Agreement = {
  /** 'consensus': all equal. 'close': at least 60 % equal, numbers at most 2 apart, or neighbouring sizes. 'talk': the rest. */
  kind: 'consensus' | 'close' | 'talk'
  /** How many chose the most frequent card. */
  largest: number
  /** Share of the most frequent card, 0 to 1. */
  share: number
  /** Who chose the lowest and the highest number or size, when they differ and it is worth hearing them. */
  edges: { low: RevealedVote[]; high: RevealedVote[] } | null
}

/** Reads a revealed round. Null when nobody voted. */
export function agreementOf(votes: readonly RevealedVote[], deck: readonly string[]): Agreement | null {
  if (votes.length === 0) return null
  const counts = new Map<string, number>()
  for (const { vote } of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1)
  const largest = Math.max(...counts.values())
  const share = largest / votes.length
  const sizes = sizesOf(deck)
  const placeOf = (vote: string) => (sizes.includes(vote) ? sizes.indexOf(vote) : undefined)
  const numbers = votes.map(({ vote }) => (sizes.length > 0 ? placeOf(vote) : numberOf(vote)))
  const known = numbers.filter((value) => value !== undefined)
  const low = Math.min(...known)
  const high = Math.max(...known)
  const spread = known.length === votes.length ? high - low : Number.POSITIVE_INFINITY
  const edges =
    known.length > 1 && high > low
      ? { low: votes.filter((_, i) => numbers[i] === low), high: votes.filter((_, i) => numbers[i] === high) }
      : null
  const kind = counts.size === 1 ? 'consensus' : share >= agreedFrom || spread <= (sizes.length > 0 ? 1 : 2) ? 'close' : 'talk'
  return { kind, largest, share, edges }
}

/**
 * The number that a table most likely means: the card that more people chose than any other, else the deck's number nearest to
 * the mean, the higher one of two. Null when nobody chose a number or the deck has none.
 */
export function suggestedEstimate(votes: readonly string[], deck: readonly string[]): number | null {
  const numbers = votes.map(numberOf).filter((value) => value !== undefined)
  const choices = deckNumbers(deck)
  if (numbers.length === 0 || choices.length === 0) return null
  const counts = new Map<number, number>()
  for (const value of numbers) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1])
  if (first && first[1] > (second?.[1] ?? 0)) return first[0]
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
  return choices.reduce((best, value) => (Math.abs(value - mean) <= Math.abs(best - mean) ? value : best))
}

/** Share of the votes, 0 to 1, from which one card is what the table agreed on. */
export const agreedFrom = 0.6

/** The card that at least 60 % of the votes agree on; null when there is none. */
export function agreedCardOf(votes: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1)
  for (const [vote, count] of counts) if (count / votes.length >= agreedFrom) return vote
  return null
}

/** The points that at least 60 % of the votes agree on; null when there are none, so that nothing is lost when they are not saved. */
export function agreedEstimate(votes: readonly string[], map: DeckPoints = {}): number | null {
  const face = agreedCardOf(votes)
  return face === null ? null : (pointsOf(face, map) ?? null)
}

/** Votes per card, in deck order, cards without votes included. */
export function distributionOf(votes: readonly RevealedVote[], deck: readonly string[]): { card: string; votes: RevealedVote[] }[] {
  return deck.map((card) => ({ card, votes: votes.filter(({ vote }) => vote === card) }))
}
