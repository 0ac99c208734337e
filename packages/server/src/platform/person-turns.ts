import { finished, type Writable } from 'node:stream'
import { texts } from '@rodada/contract/texts'
import { AppError } from './errors.ts'
import { type RateLimits, tooMany } from './rate-limits.ts'

/**
 * Calls of one person that are worked on, or answered, at one time. Browsers open six connections; a person with several pages open
 * waits a moment. What somebody does not read is held in memory, so that this bounds that too.
 */
const atOnce = 6
const mostWaiting = 200

/** What the calls of one person may cost. Without it one account stops everybody else: an answer of 10 MB keeps the process busy for half a second. */
export type PersonTurns = {
  /**
   * Waits for the person's turn, which lasts until `reply` is over.
   * @returns false when nobody waits for the answer any more @throws AppError 429
   */
  take: (userId: number, call: { writes: boolean; reply: Writable }) => Promise<boolean>
  /** Counts the characters of an answer. A person who had too many waits for the next minute. */
  charge: (userId: number, characters: number) => Promise<void>
}

type Line = { underWay: number; waiting: (() => void)[] }

/** @param factor multiplies how many may wait, as it does all limits of use */
export function createPersonTurns(limits: RateLimits, factor: number): PersonTurns {
  // Some ten looks at the largest board there may be, or thousands at a usual one.
  const answers = limits('person-answers', { points: 200_000_000, seconds: 60 })
  // Sixteen a second are more than hands can do, and fill no disk within a day.
  const writes = limits('person-writes', { points: 1000, seconds: 60 })
  const lines = new Map<number, Line>()

  const leave = (userId: number, line: Line) => {
    const next = line.waiting.shift()
    // The turn goes on to the next in line.
    if (next) return next()
    line.underWay -= 1
    if (line.underWay === 0) lines.delete(userId)
  }

  const enter = async (userId: number): Promise<Line> => {
    const line = lines.get(userId) ?? { underWay: 0, waiting: [] }
    if (line.underWay < atOnce) {
      line.underWay += 1
      lines.set(userId, line)
      return line
    }
    if (line.waiting.length >= mostWaiting * factor) throw new AppError('too_many', texts.tooFast, { retryAfter: 1 })
    await new Promise<void>((begin) => line.waiting.push(begin))
    return line
  }

  return {
    take: async (userId, { writes: isWrite, reply }) => {
      const line = await enter(userId)
      if (reply.destroyed) {
        leave(userId, line)
        return false
      }
      finished(reply, { readable: false }, () => leave(userId, line))
      // Asked when it is their turn: what came at once is counted one by one.
      const wait = (await answers.take(String(userId), 0)) ?? (isWrite ? await writes.take(String(userId)) : undefined)
      if (wait !== undefined) throw tooMany(wait)
      return true
    },
    charge: async (userId, characters) => {
      await answers.take(String(userId), characters)
    },
  }
}
