import { setTimeout as pause } from 'node:timers/promises'
import { createMeter } from './meter.ts'
import { createWorkQueue } from './work-queue.ts'

/** A page is read by itself, and three times as long no other page of its network: its files keep the process busy for a quarter of the time. */
const restsFor = 3
const longestRestMs = 1000

/** One network's pages have one place, so that another's wait neither for them nor for their rest; more than two networks take turns. */
const inTurn = createWorkQueue({ atOnce: 2, atOnceOfLine: 1, ofLine: 2000, ofAll: 20_000 })

/** What somebody's pages took lately fades by this share of the time that passes, so slowly that it tells apart who reads many and who reads one. */
const share = 0.005
const taken = createMeter(share)

/** Whose page it is: of a network, and in it an account, or whatever else is read for itself. */
export type PageOf = { address: string; whose: string }

/**
 * Reads a page of a file that is made while it is sent (a record, a board) when it is its turn. Files have no turn of their person, and people as many
 * connections as they like; all pages that are asked for at once would be read before anybody else is answered. Accounts and boards are free: the networks
 * take turns, and within one, who had little lately comes first.
 */
export const readPage = <T>({ address, whose }: PageOf, read: () => Promise<T>): Promise<T> => {
  const work = async () => {
    const began = performance.now()
    try {
      return await read()
    } finally {
      const ms = performance.now() - began
      taken.add(whose, ms)
      await pause(Math.min(restsFor * ms, longestRestMs))
    }
  }
  return inTurn(address, work, whose, 1 + taken.now(whose))
}
