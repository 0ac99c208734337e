import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { createWorkQueue } from './work-queue.ts'

/** So many rows make an answer large: 5,000 cards are some 10 MB of objects and a tenth of a second. Accounts are free. */
const manyRows = 1000

/** Ends a turn. @param busyMs how long the call kept the process busy */
type EndTurn = (busyMs: number) => void

/** `who` are told apart within a line, by an account. `size` is how much the call is beside those of others. */
type Turn = { line: string; who: string; rest: number; size?: number }

/**
 * Turns of costly calls, two at a time, whose lines go one after another, and within each the people. Behind a call its place stays empty for
 * `rest` times as long as it kept the process busy: everybody else has that time. @throws AppError 503 when too many wait, or for too long
 */
export function createCostlyTurns(): (turn: Turn) => Promise<EndTurn> {
  const inTurn = createWorkQueue({ atOnce: 2, ofLine: 300, ofAll: 3000, longestWaitMs: 30_000 })
  return ({ line, who, rest, size }) =>
    new Promise((begin, refuse) => {
      const over = Promise.withResolvers<number>()
      const turn = async () => {
        begin(over.resolve)
        const busyMs = await over.promise
        if (rest > 0) await pause(rest * busyMs, undefined, { ref: false })
      }
      inTurn(line, turn, who, size).catch(refuse)
    })
}

/** Waits for the turn of an answer of so many rows. */
type Begin = (rows: number) => Promise<void>

const current = new AsyncLocalStorage<Begin>()

/** Does a piece of work. @param begin waits for the turn in which an answer of many rows is made */
export const expectingRows = <T>(begin: Begin, work: () => Promise<T>): Promise<T> => current.run(begin, work)

/**
 * Said before many rows are read for an answer, which waits for its turn. Without it a few hundred calls at once have all of theirs in memory.
 * @throws AppError 503 when too many wait
 */
export async function expectRows(count: number): Promise<void> {
  if (count > manyRows) await current.getStore()?.(count)
}
