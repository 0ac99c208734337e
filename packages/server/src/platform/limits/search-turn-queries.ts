import { texts } from '@rodada/contract/texts/texts'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import type { Db, Engine, Schema } from '../database.ts'
import { AppError } from '../http/errors.ts'
import { readThreads } from '../sqlite/sqlite.ts'
import { createMeter } from './meter.ts'
import { countedAs, type Person } from './person-limit.ts'
import { createWorkQueue } from './work-queue.ts'

/** How long PostgreSQL may look for one text, and on both databases how late the last of a search's statements may begin. Milliseconds. */
const longestMs = 5000
/** SQLSTATE of a statement that took too long. */
const tooLong = '57014'

/**
 * What somebody searched with lately fades by this share of the time that passes. It is told apart from nothing for minutes: of two hundred people who
 * search without end each has less than that.
 */
const share = 0.005

/**
 * Searches texts for somebody. PostgreSQL looks through prepared texts for seconds: a few searches at a time leave everybody else the other
 * connections. SQLite looks in two threads. The networks take turns, and each leaves a place to the others; within a network, the people do, and who
 * searched little lately comes first. Accounts are free: with turns of theirs alone, forty of one network were forty searches before everybody else's.
 * @throws AppError 503 for a search that takes too long, or when too many wait
 */
export type SearchTurns = <T>(person: Person & { address: string }, search: (db: Db) => Promise<T>) => Promise<T>

/** @param connections how many the process has to the database */
export function createSearchTurns(reads: Kysely<Schema>, engine: Engine, connections: number): SearchTurns {
  const atOnce = engine === 'sqlite' ? readThreads : Math.max(1, Math.floor(connections / 3))
  const queue = createWorkQueue({ atOnce, atOnceOfLine: Math.max(1, atOnce - 1), ofLine: 2000, ofAll: 20_000, longestWaitMs: 10_000 })
  const searched = createMeter(share)
  const inTurn = <T>(person: Person & { address: string }, search: () => Promise<T>): Promise<T> => {
    const who = countedAs(person)
    const work = async () => {
      const began = performance.now()
      try {
        return await search()
      } finally {
        searched.add(who, performance.now() - began)
      }
    }
    return queue(person.address, work, who, 1 + searched.now(who))
  }
  if (engine === 'sqlite') return (person, search) => inTurn(person, () => search(reads.withPlugin(untilLate())))
  return (person, search) =>
    inTurn(person, () =>
      reads.transaction().execute(async (trx) => {
        // Texts are looked through in milliseconds, and compiling the statement first, which PostgreSQL does when many are estimated, takes hundreds.
        await sql`select set_config('statement_timeout', ${sql.lit(String(longestMs))}, true), set_config('jit', 'off', true)`.execute(trx)
        return search(trx.withPlugin(untilLate()))
      }),
    ).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== tooLong) throw error
      throw takesLong()
    })
}

/**
 * Refuses statements that begin too late. A search of twelve words has dozens, and each may take nearly its five seconds; of SQLite it has
 * thousands, in one of the two threads that everybody has.
 */
function untilLate(): KyselyPlugin {
  const end = performance.now() + longestMs
  return {
    transformQuery: ({ node }) => {
      if (performance.now() > end) throw takesLong()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

const takesLong = () => new AppError('unavailable', texts.searchTakesLong, { retryAfter: 10 })
