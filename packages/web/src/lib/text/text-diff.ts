import { diff3Merge } from 'node-diff3'

/** One stretch of a text; `added` where it is not in the text it was compared with. */
export type Stretch = { text: string; added: boolean }

/** How many pieces of two texts are compared with each other: more would take a phone a second, and memory. */
const mostCompared = 2_000_000

/** How many pieces a text and all of the others begin with, and end with. No piece is in both. */
function edgesOf(text: readonly string[], others: readonly (readonly string[])[]): { start: number; end: number } {
  const shortest = Math.min(text.length, ...others.map(({ length }) => length))
  let start = 0
  while (start < shortest && others.every((other) => other[start] === text[start])) start++
  let end = 0
  while (end < shortest - start && others.every((other) => other.at(-1 - end) === text.at(-1 - end))) end++
  return { start, end }
}

/**
 * Indexes of the pieces of `b` that stand in `a`, too, in the same order. What both begin and end with is not compared.
 * @returns null when the rest is too long
 */
function keptOf(a: readonly string[], b: readonly string[]): Set<number> | null {
  const { start, end } = edgesOf(a, [b])
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length * restB.length > mostCompared) return null
  const same = [...Array(start).keys(), ...Array.from({ length: end }, (_, index) => b.length - 1 - index)]
  return new Set([...same, ...common(restA, restB).map(([, index]) => index + start)])
}

/**
 * Pairs of indexes of what two sequences have in common, in order: the longest common subsequence. Its time and memory grow with the
 * product of both lengths.
 */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}

const words = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** `text` in stretches that are or are not in `before`, by words, or by lines where those are too many. */
export function compareWords(before: string, text: string): Stretch[] {
  const byWords = words(text)
  const keptWords = keptOf(words(before), byWords)
  const pieces = keptWords ? byWords : lines(text)
  const kept = keptWords ?? keptOf(lines(before), pieces) ?? new Set<number>()
  const stretches: Stretch[] = []
  for (const [index, piece] of pieces.entries()) {
    const last = stretches.at(-1)
    // A gap between two added words belongs to what was added.
    const added = !kept.has(index) || (piece.trim() === '' && last?.added === true && index + 1 < pieces.length && !kept.has(index + 1))
    if (last && last.added === added) last.text += piece
    else stretches.push({ text: piece, added })
  }
  return stretches
}

/** How much work a merge may be, as `effortOf` counts it: a quarter of a second. A thousand equal lines would be five, two thousand a minute. */
const mostEffort = 50_000_000

/** What comparing two texts costs: each line is tried at every place where the other has the same, and each time a row of matches is gone through. */
function effortOf(a: readonly string[], b: readonly string[]): number {
  const places = new Map<string, number>()
  for (const line of b) places.set(line, (places.get(line) ?? 0) + 1)
  return a.reduce((tries, line) => tries + (places.get(line) ?? 0), 0) * Math.min(a.length, b.length)
}

/**
 * A proposal that carries both people's changes of one text, by lines; where both changed the same lines, theirs and then ours. Texts that
 * take too long to compare stand one below the other, apart from what all begin and end with.
 */
export function mergeTexts(origin: string, ours: string, theirs: string): string {
  const [before, mine, other] = [origin.split('\n'), ours.split('\n'), theirs.split('\n')]
  const { start, end } = edgesOf(before, [mine, other])
  const rest = (text: readonly string[]): string[] => text.slice(start, text.length - end)
  const [a, o, b] = [rest(other), rest(before), rest(mine)]
  const merged =
    effortOf(a, o) + effortOf(b, o) > mostEffort
      ? [...a, ...b]
      : diff3Merge(a, o, b).flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])])
  return [...before.slice(0, start), ...merged, ...before.slice(before.length - end)].join('\n')
}
