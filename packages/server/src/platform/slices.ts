import { setImmediate as nextLoop } from 'node:timers/promises'

/** Rows of one statement that take up to six parameters each: SQLite takes some thirty thousand. */
const most = 5000

/** The same in parts, each few enough for one statement. */
export function* slicesOf<T>(all: readonly T[], atOnce = most): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce)
}

/** As `slicesOf`, and between two parts everybody else has a turn. */
export async function* slicesInTurns<T>(all: readonly T[], atOnce: number): AsyncGenerator<readonly T[]> {
  let isFirst = true
  for (const some of slicesOf(all, atOnce)) {
    if (!isFirst) await nextLoop()
    isFirst = false
    yield some
  }
}

/** Repeats a part of something long until one has nothing left to do; between two parts everybody else has a turn. @param part how much it did */
export async function partsInTurns(part: () => Promise<number>): Promise<void> {
  while ((await part()) > 0) await nextLoop()
}
