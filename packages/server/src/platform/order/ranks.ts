import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Ranks grow when many rows are put into one place. Beyond this length all rows of the order get new ones. */
const longestRank = 60

/** A rank between two others; null is the beginning or the end. Ranks compare as plain text. */
export const rankBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after)

/** `count` ranks behind `last`, ascending. */
export const ranksBehind = (last: string | null, count: number): string[] => generateNKeysBetween(last, null, count)

/** `count` ranks before `first`, ascending. */
export const ranksBefore = (first: string | null, count: number): string[] => generateNKeysBetween(null, first, count)

/** Whether a text from elsewhere is a rank, behind which others can be put. */
export function isRank(text: string): boolean {
  if (text === '' || isLong(text)) return false
  try {
    generateKeyBetween(text, null)
    return true
  } catch {
    return false
  }
}

export const isLong = (rank: string): boolean => rank.length > longestRank
