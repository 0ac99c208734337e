import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from '../migrations/schema.ts'

/** Stands in a query's text for a value that each run brings. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query whose text is built once for each open database instead of at every run, which costs Kysely more time than SQLite
 * needs to answer. For the few queries that every request or every write makes; the others say what they want where they are.
 * @param build composes the query out of `values`; these are placeholders then, so it may hand them to Kysely and nothing else:
 * a query whose shape depends on a value would keep the shape of its first run
 * @returns what runs the query with values, on a database or inside a transaction of it, and resolves with the rows
 */
export function prepared<Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) {
  const queries = new WeakMap<object, CompiledQuery<Row>>()
  const compile = (db: Db): CompiledQuery<Row> => {
    const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })
    // Kysely passes values on without looking at them.
    return build(db, placeholders as Values).compile()
  }
  return async (db: Db, values: Values): Promise<Row[]> => {
    // A database and its transactions have their adapter in common, and no other database has it.
    const { adapter } = db.getExecutor()
    const query = queries.get(adapter) ?? compile(db)
    queries.set(adapter, query)
    const parameters = query.parameters.map((value) => (value instanceof Parameter ? values[value.name as keyof Values] : value))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** The one row of a query that always has one. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the query should have given a row')
  return row
}
