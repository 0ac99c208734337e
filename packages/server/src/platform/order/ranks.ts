import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Ranks grow when many rows are put into one place. Beyond this length a row and its neighbours get new ones. */
const longestRank = 60
/** Beside ranks up to this length many more have room. Longer new ones would be spent a few moves later. */
const roomyRank = 30

/**
 * Ranks that have room before and behind them. The first letter says how many digits of a whole number follow, 'Z' and 'a' one, 'U' and 'f' six:
 * what is counted here needs no more. At the ends, 'A' and 'z', the library counts no further and lengthens its texts instead.
 */
const roomy = /^[U-Za-f][0-9A-Za-z]+$/

/** Whether a rank is too long, or too near an end: its row and the neighbours get new ones. */
export const isSpent = (rank: string): boolean => rank.length > longestRank || !roomy.test(rank)

/** A rank between two others; null is the beginning or the end. Ranks compare as plain text. Behind a spent one it is spent, too. */
export function rankBetween(before: string | null, after: string | null): string {
  const neighbour = before ?? after
  return neighbour !== null && isSpent(neighbour) ? spentBetween(before ?? '', after) : generateKeyBetween(before, after)
}

/** `count` ranks behind `last`, ascending. */
export const ranksBehind = (last: string | null, count: number): string[] =>
  last !== null && isSpent(last)
    ? generateNKeysBetween(null, null, count).map((rank) => spentBetween(last, null, rank))
    : generateNKeysBetween(last, null, count)

/** `count` ranks before `first`, ascending. */
export const ranksBefore = (first: string | null, count: number): string[] =>
  first !== null && isSpent(first)
    ? generateNKeysBetween(null, null, count).map((rank) => spentBetween('', first, rank))
    : generateNKeysBetween(null, first, count)

/**
 * As many ranks as some neighbours have, ascending, between two of the same order (null: its beginning or its end). None of them is one that a
 * neighbour has, so that no two are ever equal while one row after the other gets its own.
 * @returns undefined when there is no room for them between the two, with some left for others
 */
export function ranksInstead(old: readonly string[], before: string | null, after: string | null): string[] | undefined {
  if ([before, after].some((end) => end !== null && isSpent(end))) return undefined
  const taken = new Set(old)
  const fresh = generateNKeysBetween(before, after, 2 * old.length).filter((rank) => !taken.has(rank))
  const ranks = fresh.slice(0, old.length)
  return ranks.some((rank) => isSpent(rank) || rank.length > roomyRank) ? undefined : ranks
}

/** A text between two for which the library makes a long one or fails: one more piece at the end, however long they are. */
function spentBetween(before: string, after: string | null, piece = ''): string {
  const zeros = after?.startsWith(before) ? `${/^0*/.exec(after.slice(before.length))}0` : ''
  return `${before}${zeros}${piece}V`
}

/** Whether a text from elsewhere is a rank, beside which others can be put. */
export function isRank(text: string): boolean {
  if (isSpent(text)) return false
  try {
    generateKeyBetween(text, null)
    return true
  } catch {
    return false
  }
}
