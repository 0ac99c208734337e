import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** A placeholder in the text of a query. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query whose text is built once for each open database instead of at every run: building it takes Kysely longer than SQLite takes to
 * answer. Use it only for the few queries of every request or every write.
 * @param build composes the query out of `values`, which are placeholders then. It may only hand them to Kysely: a query whose shape
 * depends on a value would keep the shape of its first run
 * @returns runs the query with values, on a database or in a transaction of it
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const queries = new WeakMap<object, CompiledQuery<Row>>()
  const compile = (db: Db): CompiledQuery<Row> => {
    const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })
    // Kysely hands values on without reading them.
    return build(db, placeholders as Values).compile()
  }
  return async (db: Db, values: Values): Promise<Row[]> => {
    // A database and its transactions share one adapter that no other database has.
    const { adapter } = db.getExecutor()
    const query = queries.get(adapter) ?? compile(db)
    queries.set(adapter, query)
    const parameters = query.parameters.map((value) => (value instanceof Parameter ? values[value.name as keyof Values] : value))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** The row of a query that always has exactly one. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the query should have given a row')
  return row
}
