import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** How long a replica may take to have what the primary had, and between two looks. A reader waits no longer than that. */
const patienceMs = 100
const lookEveryMs = 5
/** A replica that stands still, or a line that drops everything, ends no connection. */
const answerWithinMs = 1_000
/** A replica that could not be asked is left alone for so long: each reader would wait for it in vain. */
const leftAloneMs = 5_000

/** What a database of Kysely needs of a pool. */
type ReadPool = { connect: () => Promise<pg.PoolClient>; end: () => Promise<void>; options: object }

/** How often a replica gave what was read, and how often the primary did in its place. */
export type ReadsServed = { replica: number; primary: number }

/**
 * A pool for reading. It lends a connection to the replica when that has everything that was committed before the read, and otherwise one to the
 * primary: a change that anybody was told of is never missing in what is read after it. For that the primary is asked how far its log is.
 */
export function createReplicaReads(primary: pg.Pool, replica: pg.Pool): { pool: ReadPool; served: Readonly<ReadsServed> } {
  const served: ReadsServed = { replica: 0, primary: 0 }
  let askAgainAt = 0

  /** A connection to the replica once it is as far as that; undefined when it is away or late. */
  const caughtUp = async (position: string): Promise<pg.PoolClient | undefined> => {
    if (performance.now() < askAgainAt) return undefined
    let client: pg.PoolClient | undefined
    try {
      client = await replica.connect()
      const late = pause(answerWithinMs, undefined, { ref: false })
      for (const end = performance.now() + patienceMs; ; await pause(lookEveryMs)) {
        // A server that replays no log is no replica of this primary any more.
        const asked = client.query<{ there: boolean | null }>(
          'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
          [position],
        )
        // One that is late fails when its connection is given up, and nobody waits for it any more.
        asked.catch(() => {})
        const answer = await Promise.race([asked, late])
        if (!answer) throw new Error('the replica does not answer')
        if (answer.rows[0]?.there) return client
        if (performance.now() > end) break
      }
      client.release()
    } catch {
      client?.release(true)
      askAgainAt = performance.now() + leftAloneMs
    }
    return undefined
  }

  const connect = async (): Promise<pg.PoolClient> => {
    const { rows } = await primary.query<{ position: string }>('select pg_current_wal_insert_lsn() as position')
    const client = await caughtUp(rows[0]?.position ?? '')
    served[client ? 'replica' : 'primary'] += 1
    return client ?? primary.connect()
  }
  return { pool: { connect, end: () => replica.end(), options: replica.options }, served }
}
