import { diff3Merge } from 'node-diff3'

/** One stretch of a text; `added` where it is not in the text it was compared with. */
export type Stretch = { text: string; added: boolean }

/**
 * Pairs of indexes of what two sequences have in common, in order: the longest common subsequence. Made for the few hundred
 * pieces of a description: its time and memory grow with the product of both lengths.
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

/** `text` in stretches that are or are not in `before`, by words. */
export function compareWords(before: string, text: string): Stretch[] {
  const pieces = words(text)
  const kept = new Set(common(words(before), pieces).map(([, index]) => index))
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

/** A proposal that carries both people's changes of one text, by lines; where both changed the same lines, theirs and then ours. */
export const mergeTexts = (origin: string, ours: string, theirs: string): string =>
  diff3Merge(theirs.split('\n'), origin.split('\n'), ours.split('\n'))
    .flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])])
    .join('\n')
