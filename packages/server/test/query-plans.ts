import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { DatabaseSync } from 'node:sqlite'
import { type Statement, statements } from '../src/platform/statements.ts'
import { pastPostgres, pastSqlite } from './past-the-server.ts'

/** A table that a statement reads from end to end, and how the database says it. */
export type Scan = { table: string; how: string; sql: string }

/** Collects what the server in this process gives its database while `work` goes on, in this order. */
export async function allStatementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const heard: Statement[] = []
  const listen = (message: unknown): void => {
    const statement = message as Statement
    if (/^\s*(?:select|with|insert|update|delete)\b/i.test(statement.sql)) heard.push(statement)
  }
  subscribe(statements.name, listen)
  try {
    await work()
  } finally {
    unsubscribe(statements.name, listen)
  }
  return heard
}

/** As `allStatementsOf`, each statement once. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => [
  ...new Map((await allStatementsOf(work)).map((statement) => [statement.sql, statement])).values(),
]

/** Asks a database how it would do statements, without doing them. */
export type Planner = (list: readonly Statement[]) => Promise<Scan[]>

/** How a SQLite file is asked whose tables are as large as they are. */
export const plannerOfSqlite = (path: string): Planner => {
  const { on } = pastSqlite(path)
  return (list) =>
    on((file) => {
      const rowsOf = (table: string) => Number(file.prepare(`select count(*) as rows from "${table}"`).get()?.rows)
      return scansIn(file, list).filter(({ table }) => rowsOf(table) >= fewRows)
    })
}

/** How SQLite is asked that knows nothing of the sizes of tables, and takes all for large. */
export const plannerOfSchema = (path: string): Planner => {
  const { on } = pastSqlite(path)
  return (list) =>
    on((file) => {
      const parts = file.prepare("select name, sql from sqlite_master where sql is not null order by sql like 'create virtual%' desc").all()
      const empty = new DatabaseSync(':memory:')
      const isThere = (name: string) => empty.prepare('select 1 from sqlite_master where name = ?').get(name) !== undefined
      // Tables of SQLite's own come with what needs them.
      for (const { name, sql } of parts) if (!isThere(String(name)) && !String(name).startsWith('sqlite_')) empty.exec(String(sql))
      try {
        return scansIn(empty, list)
      } finally {
        empty.close()
      }
    })
}

/** Tables of fewer rows are read whole whatever indexes they have, and left out. */
const fewRows = 300

function scansIn(file: DatabaseSync, list: readonly Statement[]): Scan[] {
  const tables = new Set(
    file
      .prepare("select name from sqlite_master where type = 'table'")
      .all()
      .map(({ name }) => String(name)),
  )
  return list.flatMap(({ sql, parameters }) => {
    const steps = file
      .prepare(`explain query plan ${sql}`)
      .all(...(parameters as string[]))
      .map(({ detail }) => String(detail))
    // A part of a statement may be called as a table is.
    const parts = new Set(steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(step)?.[1] ?? []))
    return steps.flatMap((how): Scan[] => {
      const [, name = ''] = /^SCAN (\w+)/.exec(how) ?? []
      // A virtual table is asked for words; one that is asked for nothing gives every row.
      if (parts.has(name) || (/VIRTUAL TABLE/.test(how) && !/^SCAN \w+ VIRTUAL TABLE INDEX 0:$/.test(how))) return []
      const table = tables.has(name) ? name : tableCalled(name, sql)
      return table && tables.has(table) ? [{ table, how, sql }] : []
    })
  })
}

/** The table that a statement gives another name. */
function tableCalled(name: string, sql: string): string | undefined {
  return name === '' ? undefined : new RegExp(`"?(\\w+)"?\\s+as\\s+"?${name}"?(?!\\w)`, 'i').exec(sql)?.[1]
}

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] }

/** How a PostgreSQL database is asked whose tables are as large as they are. */
export const plannerOfPostgres = (url: string): Planner => {
  const { on } = pastPostgres(url)
  return (list) =>
    on(async (client) => {
      // Most tables of the test are so small that reading them whole is quick. What is read whole even so has no index to be found by.
      // And what is joined by reading both sides whole could not be looked up one by one.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`set enable_${way} = off`)
      const scans: Scan[] = []
      for (const { sql, parameters } of list) {
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json) ${sql}`, [...parameters])
        for (const { node, table } of nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan))
          if (isWhole(node)) scans.push({ table, how: [node['Node Type'], node['Index Name']].filter(Boolean).join(' '), sql })
      }
      const few = new Set<string>()
      for (const table of new Set(scans.map((scan) => scan.table))) {
        const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from "${table}"`)
        if (Number(rows[0]?.rows) < fewRows) few.add(table)
      }
      return scans.filter(({ table }) => !few.has(table))
    })
}

const isWhole = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' || (/Index/.test(String(node['Node Type'])) && node['Index Cond'] === undefined)

/** A plan's nodes, each with the table that it or what is above it reads. */
function nodesOf(node: PlanNode | undefined, above = ''): { node: PlanNode; table: string }[] {
  if (!node) return []
  const table = typeof node['Relation Name'] === 'string' ? node['Relation Name'] : above
  return [{ node, table }, ...(node.Plans ?? []).flatMap((child) => nodesOf(child, table))]
}
