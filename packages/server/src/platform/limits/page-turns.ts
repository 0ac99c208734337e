import { setTimeout as pause } from 'node:timers/promises'
import { createWorkQueue } from './work-queue.ts'

/** A page is read by itself, and three times as long no other page: all files keep the process busy for a quarter of the time. */
const restsFor = 3
const longestRestMs = 1000

const inTurn = createWorkQueue({ atOnce: 1, ofLine: 200, ofAll: 2000 })

/**
 * Reads a page of a file that is made while it is sent (a record, a board) when it is the turn of `whose`: an account, or a network. Files
 * have no turn of their person, and people as many connections as they like; all pages that are asked for at once would be read before
 * anybody else is answered.
 */
export const readPage = <T>(whose: string, read: () => Promise<T>): Promise<T> =>
  inTurn(whose, async () => {
    const began = performance.now()
    const page = await read()
    await pause(Math.min(restsFor * (performance.now() - began), longestRestMs))
    return page
  })
