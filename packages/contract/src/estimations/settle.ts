import { type DeckPoints, pointsOf, saysNothing } from '../rooms/faces.ts'
import type { SettleRule } from './settings.ts'

/**
 * The number that a card takes by itself under a rule; null when its votes are for the meeting. Two votes at least; a size
 * that the board does not say the points of settles nothing.
 */
export function settledEstimate(votes: readonly string[], deck: readonly string[], rule: SettleRule, map: DeckPoints = {}): number | null {
  if (rule === 'none' || votes.length < 2) return null
  const faces = [...new Set(votes)].sort((a, b) => deck.indexOf(a) - deck.indexOf(b))
  const numbers = faces.map((face) => pointsOf(face, map))
  const [first, second] = faces
  const [one, other] = numbers
  if (first === undefined || one === undefined || faces.length > 2) return null
  if (second === undefined) return one
  if (rule === 'same' || other === undefined || deck.indexOf(second) - deck.indexOf(first) !== 1) return null
  // Of two faces the one with more votes is nearest to the median; with as many on each it lies in the middle, and the higher one counts.
  const ofFirst = votes.filter((vote) => vote === first).length
  if (ofFirst * 2 === votes.length) return Math.max(one, other)
  return ofFirst * 2 > votes.length ? one : other
}

export type Spread = {
  /** Cards of the deck between the lowest and the highest vote. */
  distance: number
  /** How many different faces were chosen. */
  faces: number
}

/** How far apart votes are. Faces that say nothing of a size count as different, and have no distance. */
export function spreadOf(votes: readonly string[], deck: readonly string[]): Spread {
  const places = votes.filter((vote) => !saysNothing(vote)).map((vote) => deck.indexOf(vote))
  return {
    distance: places.length === 0 ? 0 : Math.max(...places) - Math.min(...places),
    faces: new Set(votes).size,
  }
}

/** The widest first, for a sort. */
export const byWidth = (a: Spread, b: Spread): number => b.distance - a.distance || b.faces - a.faces
