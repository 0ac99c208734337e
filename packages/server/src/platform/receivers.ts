import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { IsStopping } from './jobs.ts'

/**
 * What is sent to addresses that people chose: a receiver that takes longer than this to answer, or does not, has places of its own for an hour. Somebody
 * else's waits for none that keeps its connection open. Milliseconds.
 */
export const slowMs = 1_000
export const slowForMs = 60 * 60_000

/** Receivers that are served at the same time, by how fast they were lately. */
export const placesOf = { quick: 8, slow: 4 } as const
export type Pace = keyof typeof placesOf

/**
 * For how long a receiver asks by `Retry-After` not to be asked again, in milliseconds; 0 where it says no time. Anybody may say it: less than
 * nothing would send everything at once, and for ever is no time that a date has.
 */
export function askedWaitMs(retryAfter: string | undefined, mostMs: number): number {
  const asked = Number(retryAfter) * 1000
  return asked > 0 ? Math.min(asked, mostMs) : 0
}

/** How often it is asked for what is due while something is under way. Milliseconds. */
const askEveryMs = 1_000

/**
 * Serves what is due, so many at a time, until nothing is due and nothing under way. What becomes due while some are under way waits for a place
 * and for none of them. A failed one stops no other. A process that stops claims nothing more: what it would not bring to its end until it is cut off
 * would be sent once more by the next one. @throws what failed, in the end
 */
export async function serveDue<Item>(
  places: number,
  claim: () => Promise<Item | undefined>,
  serve: (item: Item) => Promise<void>,
  isStopping: IsStopping,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)
  for (;;) {
    const hasRoom = underWay.size < places && !isStopping()
    const item = hasRoom ? await claim().catch(failed) : undefined
    if (item) {
      const going = serve(item)
        .catch(failed)
        .finally(() => underWay.delete(going))
      underWay.add(going)
    } else if (underWay.size === 0) break
    else await untilNext(underWay, hasRoom)
  }
  if (failures.length > 1) throw new AggregateError(failures, 'some were not served')
  if (failures.length > 0) throw failures[0]
}

/** Until one ends, or, where there is room for more, until it is time to ask again. */
async function untilNext(underWay: ReadonlySet<Promise<void>>, hasRoom: boolean): Promise<void> {
  const ends = new AbortController()
  const wait = hasRoom ? [pause(askEveryMs, undefined, { signal: ends.signal }).catch(() => {})] : []
  await Promise.race([...underWay, ...wait])
  ends.abort()
}

/** So many are remembered; who was served before those counts as never served. */
const remembered = 10_000

/** Those who have something due, each with the instant since when. */
type Due = { whose: number; since: string }

/**
 * Whose turn it is: of those who have something due, who was served longest ago, then who waits longest. However much one person has waiting, it
 * comes behind one piece of everybody else's.
 */
export function createRota(): (due: readonly Due[]) => number | undefined {
  const served = new LRUCache<number, number>({ max: remembered })
  let turn = 0
  return (due) => {
    let next: Due | undefined
    for (const one of due) if (!next || isBefore(one, next)) next = one
    if (!next) return undefined
    turn += 1
    served.set(next.whose, turn)
    return next.whose
  }

  function isBefore(one: Due, other: Due): boolean {
    const [at, otherAt] = [served.peek(one.whose) ?? 0, served.peek(other.whose) ?? 0]
    return at === otherAt ? one.since < other.since : at < otherAt
  }
}
