import { setImmediate as nextLoop } from 'node:timers/promises'

/** About so long SQLite may look through texts before everybody else has a turn, because it answers in one piece. Milliseconds. */
const pieceMs = 6
const first = 8
const fewest = 2
const most = 4096

/**
 * Reads piece after piece, each as large as is read in a few milliseconds: texts of 20,000 letters take a thousand times as long as others.
 * @param read reads the next `size` things; false when there is nothing more to read
 */
export async function readInPieces(read: (size: number) => Promise<boolean>): Promise<void> {
  let size = first
  for (;;) {
    const began = performance.now()
    if (!(await read(size))) return
    const ms = performance.now() - began
    if (ms > pieceMs) size = Math.max(fewest, Math.floor(size / 2))
    else if (ms < pieceMs / 2) size = Math.min(most, size * 2)
    await nextLoop()
  }
}

/**
 * Those of some ids that `keep` returns, in their order, until there are `enough`.
 * @param keep returns which of a few ids it keeps, in any order
 */
export async function filterInPieces(
  ids: readonly number[],
  keep: (some: readonly number[]) => Promise<readonly number[]>,
  enough = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const kept: number[] = []
  let from = 0
  await readInPieces(async (size) => {
    const some = ids.slice(from, from + size)
    if (some.length === 0) return false
    from += some.length
    const held = new Set(await keep(some))
    kept.push(...some.filter((id) => held.has(id)))
    return kept.length < enough
  })
  return kept.slice(0, enough)
}
