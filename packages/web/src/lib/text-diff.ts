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

/** Where a side replaced lines [from, to) of the original with others. */
type Edit = { from: number; to: number; lines: string[] }

function edits(origin: readonly string[], side: readonly string[]): Edit[] {
  const found: Edit[] = []
  let i = 0
  let j = 0
  for (const [a, b] of [...common(origin, side), [origin.length, side.length] as const]) {
    if (a > i || b > j) found.push({ from: i, to: a, lines: side.slice(j, b) })
    i = a + 1
    j = b + 1
  }
  return found
}

/** A proposal that carries both people's changes of one text, by lines; where both changed the same lines, theirs and then ours. */
export function mergeTexts(origin: string, ours: string, theirs: string): string {
  const lines = origin.split('\n')
  const sides = { ours: edits(lines, ours.split('\n')), theirs: edits(lines, theirs.split('\n')) }
  const result: string[] = []
  let at = 0
  while (sides.ours.length > 0 || sides.theirs.length > 0) {
    const from = Math.min(sides.ours[0]?.from ?? Number.POSITIVE_INFINITY, sides.theirs[0]?.from ?? Number.POSITIVE_INFINITY)
    result.push(...lines.slice(at, from))
    const taken = { ours: [] as Edit[], theirs: [] as Edit[] }
    let to = from
    // Edits that touch each other belong to one place, however they alternate.
    for (let grew = true; grew; ) {
      grew = false
      for (const side of ['theirs', 'ours'] as const) {
        const next = sides[side][0]
        if (!next || (next.from > to && next.from > from) || (next.from === to && to > from)) continue
        sides[side].shift()
        taken[side].push(next)
        to = Math.max(to, next.to)
        grew = true
      }
    }
    const versions = [replaced(lines, from, to, taken.theirs), replaced(lines, from, to, taken.ours)]
    const changed = versions.filter((_, index) => (index === 0 ? taken.theirs : taken.ours).length > 0)
    const [first = [], second = []] = changed
    result.push(...first, ...(first.join('\n') === second.join('\n') ? [] : second))
    at = to
  }
  return [...result, ...lines.slice(at)].join('\n')
}

/** Lines [from, to) of the original with one side's edits in them. */
function replaced(lines: readonly string[], from: number, to: number, changes: readonly Edit[]): string[] {
  const result: string[] = []
  let at = from
  for (const change of changes) {
    result.push(...lines.slice(at, change.from), ...change.lines)
    at = change.to
  }
  return [...result, ...lines.slice(at, to)]
}
