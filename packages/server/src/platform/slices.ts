/** Rows of one statement that take up to six parameters each: SQLite takes some thirty thousand. */
const most = 5000

/** The same in parts, each few enough for one statement. */
export function* slicesOf<T>(all: readonly T[], atOnce = most): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce)
}
