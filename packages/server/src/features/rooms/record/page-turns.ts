import { setTimeout as pause } from 'node:timers/promises'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'

/** A page is read by itself, and three times as long nothing of records: they keep the process busy for a quarter of the time. */
const restsFor = 3
const longestRestMs = 1000

const inTurn = createWorkQueue({ atOnce: 1, ofLine: 200, ofAll: 2000 })

/**
 * Reads a page of a record when it is the turn of `whose`: an account, or a network. Files have no turn of their person, and a moderator as
 * many connections as they like; all pages that are asked for at once would be read before anybody else is answered.
 */
export const readPage = <T>(whose: string, read: () => Promise<T>): Promise<T> =>
  inTurn(whose, async () => {
    const began = performance.now()
    const page = await read()
    await pause(Math.min(restsFor * (performance.now() - began), longestRestMs))
    return page
  })
