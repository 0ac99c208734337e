import { texts } from '@rodada/contract/texts/texts'
import { AppError } from '../http/errors.ts'

export type WorkQueueLimits = {
  /** Pieces of work under way at one time, and how many of them are one line's; all of them when nothing is said. */
  atOnce: number
  atOnceOfLine?: number
  /** The last place is taken by a line that has nothing under way, so that two lines keep no third waiting. */
  keepsLast?: boolean
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
type Line = { underWay: number; waiting: Waiter[]; at: number; ends: Map<string, number> }

const newLine = (): Line => ({ underWay: 0, waiting: [], at: 0, ends: new Map() })

/**
 * A queue of several lines that take turns: a network that floods it waits behind its own work, and everybody else behind one piece of each
 * line. When all of it is full, the longest line loses its last piece. It is not p-queue, which has priorities but no lines that take
 * turns.
 */
export function createWorkQueue({
  atOnce,
  atOnceOfLine = atOnce,
  keepsLast = false,
  ofLine,
  ofAll,
  longestWaitMs,
}: WorkQueueLimits): WorkQueue {
  /** Those that wait, in the order of their turns, and those with something under way. */
  const lines = new Map<string, Line>()
  let waiting = 0
  let underWay = 0

  const refusal = () => new AppError('unavailable', texts.busy, { retryAfter: 2 })

  /** Whether there is a place for one more of a line. */
  const hasPlace = (line: Line): boolean => {
    if (underWay === atOnce || line.underWay >= atOnceOfLine) return false
    return !keepsLast || line.underWay === 0 || underWay < atOnce - 1
  }

  const start = (line: Line): void => {
    underWay += 1
    line.underWay += 1
  }

  /** The turn goes on to the next line that may have one more. */
  const next = (): void => {
    for (const [whose, line] of lines) {
      const [waiter] = line.waiting
      if (!waiter || !hasPlace(line)) continue
      line.waiting.shift()
      waiting -= 1
      line.at = waiter.place
      // The line goes behind the others with the work it still has.
      lines.delete(whose)
      lines.set(whose, line)
      start(line)
      waiter.begin()
      return
    }
  }

  const tidy = (whose: string, line: Line): void => {
    if (line.underWay === 0 && line.waiting.length === 0) lines.delete(whose)
  }

  /** Refuses one that still waits, which takes nothing of its owner's share. */
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

  /** Counts a piece as its owner's, also one that begins at once: who has work under way comes after who has had none. */
  const placeOf = (line: Line, who: string | undefined, size: number): number => {
    if (who === undefined) return 0
    const place = Math.max(line.at, line.ends.get(who) ?? 0) + size
    line.ends.set(who, place)
    return place
  }

  /** @returns undefined when there is no place for one more of it now */
  const startNow = (whose: string, who: string | undefined, size: number): Line | undefined => {
    const line = lines.get(whose) ?? newLine()
    if (!hasPlace(line)) return undefined
    lines.set(whose, line)
    placeOf(line, who, size)
    start(line)
    return line
  }

  const wait = async (whose: string, who: string | undefined, size: number): Promise<Line> => {
    const line = lines.get(whose) ?? newLine()
    if (line.waiting.length >= ofLine || (waiting >= ofAll && !makeRoom(line.waiting.length))) throw refusal()
    // One that did not wait until now stands behind those that did.
    if (line.waiting.length === 0) lines.delete(whose)
    lines.set(whose, line)
    waiting += 1
    await new Promise<void>((begin, reject) => {
      const place = placeOf(line, who, size)
      const waiter = { begin, refuse: () => reject(refusal()), who, size, place }
      // A line of whom nobody is told apart may be very long.
      const before = who === undefined ? -1 : line.waiting.findIndex((other) => other.place > place)
      line.waiting.splice(before === -1 ? line.waiting.length : before, 0, waiter)
      const leave = () => {
        if (!line.waiting.includes(waiter)) return
        dismiss(line, waiter)
        tidy(whose, line)
      }
      if (longestWaitMs !== undefined) setTimeout(leave, longestWaitMs).unref()
    })
    return line
  }

  return async (whose, work, who, size = 1) => {
    const line = startNow(whose, who, size) ?? (await wait(whose, who, size))
    try {
      return await work()
    } finally {
      underWay -= 1
      line.underWay -= 1
      // Who came while it went on is before what its line has left: behind one piece of a line, and not behind two.
      lines.delete(whose)
      lines.set(whose, line)
      next()
      tidy(whose, line)
    }
  }
}
