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
 * take turns, too.
 * @throws AppError 503 when too many wait already, or it has waited too long
 */
export type WorkQueue = <T>(whose: string, work: () => Promise<T>, who?: string) => Promise<T>

/** `round` is how many of their own waited in the line when it came: it stands before those of later rounds. */
type Waiter = { begin: () => void; refuse: () => void; who: string | undefined; round: number }

/**
 * A queue of several lines that take turns: a network that floods it waits behind its own work, and everybody else behind one piece of each
 * line. When all of it is full, the longest line loses its last piece. It is not p-queue, which has priorities but no lines that take
 * turns.
 */
export function createWorkQueue({ atOnce, ofLine, ofAll, longestWaitMs }: WorkQueueLimits): WorkQueue {
  /** In the order of their turns. A line without waiting work is removed. */
  const lines = new Map<string, Waiter[]>()
  let waiting = 0
  let underWay = 0

  const refusal = () => new AppError('unavailable', texts.busy, { retryAfter: 2 })

  const next = (): Waiter | undefined => {
    const [first] = lines
    if (!first) return undefined
    const [whose, line] = first
    const waiter = line.shift()
    waiting -= 1
    // The line goes behind the others with the work it still has.
    lines.delete(whose)
    if (line.length > 0) lines.set(whose, line)
    return waiter
  }

  const makeRoom = (mine: number): boolean => {
    let longest: Waiter[] = []
    for (const line of lines.values()) if (line.length > longest.length) longest = line
    if (longest.length <= mine + 1) return false
    longest.pop()?.refuse()
    waiting -= 1
    return true
  }

  /** Refuses one that still waits. */
  const leave = (whose: string, waiter: Waiter): void => {
    const line = lines.get(whose) ?? []
    const place = line.indexOf(waiter)
    if (place === -1) return
    line.splice(place, 1)
    waiting -= 1
    if (line.length === 0) lines.delete(whose)
    waiter.refuse()
  }

  const turn = (whose: string, who: string | undefined): Promise<void> => {
    const line = lines.get(whose) ?? []
    if (line.length >= ofLine || (waiting >= ofAll && !makeRoom(line.length))) return Promise.reject(refusal())
    lines.set(whose, line)
    waiting += 1
    return new Promise((resolve, reject) => {
      const round = who === undefined ? 0 : line.filter((other) => other.who === who).length
      const waiter = { begin: resolve, refuse: () => reject(refusal()), who, round }
      // A line of whom nobody is told apart may be very long.
      const place = who === undefined ? -1 : line.findIndex((other) => other.round > round)
      line.splice(place === -1 ? line.length : place, 0, waiter)
      if (longestWaitMs !== undefined) setTimeout(() => leave(whose, waiter), longestWaitMs).unref()
    })
  }

  return async (whose, work, who) => {
    if (underWay < atOnce) underWay += 1
    else await turn(whose, who)
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
