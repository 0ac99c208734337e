import { setImmediate as nextLoop } from 'node:timers/promises'
import { createWorkQueue } from './work-queue.ts'

/**
 * A call that has not ended by then mostly waits itself: for a database, a letter, a file. Its place goes on to the next, or four slow calls would
 * keep a whole office waiting.
 */
const longestHeldMs = 250

/** Waits for a place. @returns gives it back, which may be said more than once @throws AppError 503 when too many wait, or for too long */
export type TakePlace = (line: string, who: string) => Promise<() => void>

/** Places of calls, and beside them half as many of those that concern only the own account. */
export const callPlaces = (atOnce: number): { calls: TakePlace; own: TakePlace } => ({
  calls: createCallTurns(atOnce),
  own: createCallTurns(atOnce / 2),
})

/**
 * Places in which the calls of sessions are worked on, the lines one after another and within each the people. What is under way of one network
 * is what everybody else's calls and votes wait for, however many accounts it has and however small each call is; so one line has half of the
 * places at most, and the last one is for a line that has none: neither one network nor two keep another waiting for their answers.
 */
export function createCallTurns(atOnce: number, heldMs = longestHeldMs): TakePlace {
  const inTurn = createWorkQueue({ atOnce, atOnceOfLine: atOnce / 2, keepsLast: true, ofLine: 2000, ofAll: 20_000, longestWaitMs: 30_000 })
  return (line, who) =>
    new Promise((begin, refuse) => {
      const turn = async () => {
        // One call after another is often done within one round of the loop: sockets have theirs in between.
        await nextLoop()
        const over = Promise.withResolvers<void>()
        const timer = setTimeout(over.resolve, heldMs).unref()
        begin(over.resolve)
        await over.promise
        clearTimeout(timer)
      }
      inTurn(line, turn, who).catch(refuse)
    })
}
