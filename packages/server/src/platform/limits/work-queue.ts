import { texts } from '@rodada/contract/texts/texts'
import { AppError } from '../http/errors.ts'

export type WorkQueueLimits = {
  /** Pieces of work under way at one time. */
  atOnce: number
  /** How many may wait in one line, and in all of them together. */
  ofLine: number
  ofAll: number
  /** How long one may wait; as long as it takes when nothing is said. */
  longestWaitMs?: number
}

/**
 * Runs a piece of costly work when it is the turn of `whose`: a network, or an account. Within a line, those who are told apart by `who`
 * take turns, too, each with as much of it as the others: a small piece comes before the large ones of a neighbour, and a hundred small
 * ones come before no large one.
 * @param size how much it is beside other pieces
 * @throws AppError 503 when too many wait already, or it has waited too long
 */
export type WorkQueue = <T>(whose: string, work: () => Promise<T>, who?: string, size?: number) => Promise<T>

/** `place` is how much of the line's work its owner will have had once it is done: it stands before all further ones. */
type Waiter = { begin: () => void; refuse: () => void; who: string | undefined; size: number; place: number }

/** `at` is the place of the piece that began last, and `ends` the place of each one's last piece. */
type Line = { waiting: Waiter[]; at: number; ends: Map<string, number> }

/**
 * A queue of several lines that take turns: a network that floods it waits behind its own work, and everybody else behind one piece of each
 * line. When all of it is full, the longest line loses its last piece. It is not p-queue, which has priorities but no lines that take
 * turns.
 */
export function createWorkQueue({ atOnce, ofLine, ofAll, longestWaitMs }: WorkQueueLimits): WorkQueue {
  /** In the order of their turns. A line without waiting work is removed. */
  const lines = new Map<string, Line>()
  let waiting = 0
  let underWay = 0

  const refusal = () => new AppError('unavailable', texts.busy, { retryAfter: 2 })

  const next = (): Waiter | undefined => {
    const [first] = lines
    if (!first) return undefined
    const [whose, line] = first
    const waiter = line.waiting.shift()
    waiting -= 1
    line.at = waiter?.place ?? line.at
    // The line goes behind the others with the work it still has.
    lines.delete(whose)
    if (line.waiting.length > 0) lines.set(whose, line)
    return waiter
  }

  /** Refuses one of a line, which takes nothing of its owner's share. */
  const dismiss = (line: Line, waiter: Waiter): void => {
    line.waiting.splice(line.waiting.indexOf(waiter), 1)
    waiting -= 1
    if (waiter.who !== undefined) line.ends.set(waiter.who, (line.ends.get(waiter.who) ?? 0) - waiter.size)
    waiter.refuse()
  }

  const makeRoom = (mine: number): boolean => {
    let longest: Line | undefined
    for (const line of lines.values()) if (line.waiting.length > (longest?.waiting.length ?? 0)) longest = line
    const last = longest?.waiting.at(-1)
    if (!longest || !last || longest.waiting.length <= mine + 1) return false
    dismiss(longest, last)
    return true
  }

  /** Refuses one that still waits. */
  const leave = (whose: string, waiter: Waiter): void => {
    const line = lines.get(whose)
    if (!line?.waiting.includes(waiter)) return
    dismiss(line, waiter)
    if (line.waiting.length === 0) lines.delete(whose)
  }

  const turn = (whose: string, who: string | undefined, size: number): Promise<void> => {
    const line = lines.get(whose) ?? { waiting: [], at: 0, ends: new Map() }
    if (line.waiting.length >= ofLine || (waiting >= ofAll && !makeRoom(line.waiting.length))) return Promise.reject(refusal())
    lines.set(whose, line)
    waiting += 1
    return new Promise((resolve, reject) => {
      const place = who === undefined ? 0 : Math.max(line.at, line.ends.get(who) ?? 0) + size
      if (who !== undefined) line.ends.set(who, place)
      const waiter = { begin: resolve, refuse: () => reject(refusal()), who, size, place }
      // A line of whom nobody is told apart may be very long.
      const before = who === undefined ? -1 : line.waiting.findIndex((other) => other.place > place)
      line.waiting.splice(before === -1 ? line.waiting.length : before, 0, waiter)
      if (longestWaitMs !== undefined) setTimeout(() => leave(whose, waiter), longestWaitMs).unref()
    })
  }

  return async (whose, work, who, size = 1) => {
    if (underWay < atOnce) underWay += 1
    else await turn(whose, who, size)
    try {
      return await work()
    } finally {
      // The turn goes on to the next in line.
      const waiter = next()
      if (waiter) waiter.begin()
      else underWay -= 1
    }
  }
}
