import { limits } from '../core/limits.ts'

/** What the faces of a deck mean, free of schemas. */

const fractions: Readonly<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75 }

/** The number that a face stands for ('5', '0.5', '0,5', '½', '1½'); undefined for one that is none. */
export function numberOf(face: string): number | undefined {
  if (/^\d+([.,]\d+)?$/.test(face)) return Number(face.replace(',', '.'))
  const [, whole, sign] = /^(\d*)([¼½¾])$/.exec(face) ?? []
  return sign === undefined ? undefined : Number(whole) + (fractions[sign] ?? 0)
}

/** Faces that say nothing of a size. */
export const saysNothing = (face: string): boolean => face === '?' || face.startsWith('☕')

/** The numbers of a deck, ascending. */
export const deckNumbers = (deck: readonly string[]): number[] =>
  deck
    .map(numberOf)
    .filter((value) => value !== undefined)
    .sort((a, b) => a - b)

/** Whether a face is a size: neither a number nor one that says nothing. It needs the board's map to become points. */
export const isSize = (face: string): boolean => numberOf(face) === undefined && !saysNothing(face)

/** The sizes of a deck without numbers, in its order; empty for every other deck. */
export const sizesOf = (deck: readonly string[]): string[] => (deckNumbers(deck).length > 0 ? [] : deck.filter(isSize))

/** What the sizes are worth on a board, by their face. */
export type DeckPoints = Readonly<Record<string, number>>

/** The points that a card can have from a face: its number, or what the board's map says of it. */
export function pointsOf(face: string, map: DeckPoints = {}): number | undefined {
  const points = numberOf(face) ?? (Object.hasOwn(map, face) ? map[face] : undefined)
  return points !== undefined && points <= limits.estimate ? points : undefined
}
