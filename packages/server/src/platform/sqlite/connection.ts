import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { tellStatement } from '../statements.ts'
import { addBusyTime } from '../work-time.ts'

/**
 * One connection to a SQLite file. Statements are synchronous.
 * @param onQuery hears how long each statement took, in milliseconds
 */
export function openConnection(path: string, { readOnly, onQuery }: { readOnly: boolean; onQuery: ((ms: number) => void) | undefined }) {
  const database = new DatabaseSync(path, { readOnly, timeout: 5000 })
  // A process that died leaves a log, perhaps because the disk refused a flush. Its pages may then be in memory only, and another flush
  // would do nothing. So the log is written into the database, and is on the disk then; otherwise this start fails.
  if (!readOnly) database.exec('pragma journal_mode = wal; pragma wal_checkpoint(truncate)')
  // With NORMAL a commit survives the end of this process but not a power cut; `LogFlush` waits for the disk. A log of up to 16 MB: moving
  // it into the database stops every statement for some milliseconds, and this makes it four times rarer than the default.
  database.exec(`
    pragma synchronous = normal;
    pragma wal_autocheckpoint = 4000;
    pragma foreign_keys = on;
    pragma cache_size = -65536;
    pragma temp_store = memory;
  `)
  // Preparing costs more than running, and most statements repeat. Statements of list filters vary, so the cache is bounded. A statement
  // without rows has no columns.
  const known = new Map<string, { statement: StatementSync; columns: string[] }>()
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    if (known.size >= 500) known.clear()
    known.set(sql, prepared)
    return prepared
  }

  return {
    run: <Row>(sql: string, parameters: readonly unknown[] = []): QueryResult<Row> => {
      tellStatement(sql, parameters)
      const began = performance.now()
      try {
        const { statement, columns } = known.get(sql) ?? prepare(sql)
        const values = parameters as SQLInputValue[]
        if (columns.length > 0) return { rows: rowsOf<Row>(columns, statement.all(...values)) }
        const { changes, lastInsertRowid } = statement.run(...values)
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
      } finally {
        const ms = performance.now() - began
        onQuery?.(ms)
        addBusyTime(ms)
      }
    },
    /** SQLite ends a transaction by itself after some errors, such as a full disk. */
    inTransaction: (): boolean => database.isTransaction,
    /** Clears caches. @returns how many statements there were */
    forget: (): number => {
      const { size } = known
      known.clear()
      database.exec('pragma shrink_memory')
      return size
    },
    close: (): void => database.close(),
  }
}

/** Rows as plain objects. Those of node:sqlite are dictionaries, with which a board of 5,000 cards takes 30 ms instead of 21. */
function rowsOf<Row>(columns: readonly string[], rows: readonly unknown[]): Row[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    let index = 0
    for (const name of columns) row[name] = (values as unknown[])[index++]
    return row as Row
  })
}
