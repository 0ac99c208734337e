import { sql } from 'kysely'
import type { Db } from '../src/platform/database.ts'
import type { TestServer } from './harness.ts'

/** Resolves when this many statements wait for a lock, on PostgreSQL. */
export async function untilWaiting({ app }: TestServer, many: number): Promise<void> {
  for (let waiting = 0; waiting < many; ) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db)
    waiting = rows[0]?.n ?? 0
  }
}

/** This transaction does not look for deadlocks, so PostgreSQL undoes the other one. */
export const waitsInPeace = (trx: Db) => sql`set local deadlock_timeout = '1h'`.execute(trx)

/** Until the transaction ends nobody writes to a table, and everybody reads it, on PostgreSQL. */
export const holdTable = (trx: Db, table: string) => sql`lock table ${sql.table(table)} in exclusive mode`.execute(trx)
