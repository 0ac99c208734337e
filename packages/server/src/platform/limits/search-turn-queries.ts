import { texts } from '@rodada/contract/texts/texts'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import type { Db, Engine, Schema } from '../database.ts'
import { AppError } from '../http/errors.ts'
import { createWorkQueue } from './work-queue.ts'

/** How long PostgreSQL may look for one text, and how late the last of a search's statements may begin. Milliseconds. */
const longestMs = 5000
/** SQLSTATE of a statement that took too long. */
const tooLong = '57014'

/**
 * Searches texts for somebody: `whose` count it is (`countedAs`). PostgreSQL looks through prepared texts for seconds: a few searches at a time, in turns of the
 * accounts, leave everybody else the other connections. SQLite looks in a thread, and the turns keep one account from having it for itself.
 * @throws AppError 503 for a search that takes too long, or when too many wait
 */
export type SearchTurns = <T>(whose: string, search: (db: Db) => Promise<T>) => Promise<T>

/** @param connections how many the process has to the database */
export function createSearchTurns(db: Kysely<Schema>, reads: Kysely<Schema>, engine: Engine, connections: number): SearchTurns {
  const atOnce = Math.max(1, Math.floor(connections / 3))
  const inTurn = createWorkQueue({ atOnce, ofLine: 100, ofAll: 2000, longestWaitMs: 10_000 })
  if (engine === 'sqlite') return (whose, search) => inTurn(whose, () => search(reads))
  return (whose, search) =>
    inTurn(whose, () =>
      db.transaction().execute(async (trx) => {
        // Texts are looked through in milliseconds, and compiling the statement first, which PostgreSQL does when many are estimated, takes hundreds.
        await sql`select set_config('statement_timeout', ${sql.lit(String(longestMs))}, true), set_config('jit', 'off', true)`.execute(trx)
        return search(trx.withPlugin(untilLate()))
      }),
    ).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== tooLong) throw error
      throw takesLong()
    })
}

/** Refuses statements that begin too late. A search of twelve words has dozens, and each may take nearly its five seconds. */
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
