import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'

/** A row as it is stored. */
export type Values = Record<string, string | number | null>

/** Few enough to be written at once, and many enough to be written quickly. */
const chunkRows = 5000

/** A way to a database past every server on it: to look at what is stored, and to put there at once what would take calls many minutes. */
export type PastTheServer<Connection> = {
  /** A connection for as long as `work` takes. */
  on: <T>(work: (connection: Connection) => T | Promise<T>) => Promise<T>
  insert: (table: string, rows: Iterable<Values>) => Promise<void>
  /** Resolves when what was put there is as it would be a while later: known to the planner, to the sequences of ids and to the search. */
  settle: () => Promise<void>
}

/** To a SQLite file. */
export function pastSqlite(path: string): PastTheServer<DatabaseSync> {
  const on: PastTheServer<DatabaseSync>['on'] = async (work) => {
    const file = new DatabaseSync(path)
    try {
      file.exec('pragma busy_timeout = 5000')
      return await work(file)
    } finally {
      file.close()
    }
  }
  return {
    on,
    insert: (table, rows) =>
      on((file) => {
        for (const chunk of chunks(rows)) {
          const columns = Object.keys(chunk[0] ?? {})
          const insert = file.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`)
          file.exec('begin immediate')
          for (const row of chunk) insert.run(...columns.map((column): SQLInputValue => row[column] ?? null))
          file.exec('commit')
        }
      }),
    settle: () =>
      on((file) => {
        for (const { table, index, queue, id } of searchIndexes)
          file.exec(`
            begin immediate;
            insert into ${index} (${index}, rank) values ('automerge', 4);
            insert or replace into ${index} (rowid, search_text)
              select id, search_text from ${table} where id in (select ${id} from ${queue}) and search_text is not null;
            insert into ${index} (${index}, rank) values ('automerge', 0);
            delete from ${queue};
            commit`)
        // What the server does each night.
        file.exec('pragma analysis_limit = 1000; analyze')
      }),
  }
}

/** SQLite's indexes of the search, which a server fills bit by bit and for which it gives way to everybody. */
const searchIndexes = [
  { table: 'cards', index: 'card_search', queue: 'card_search_queue', id: 'card_id' },
  { table: 'comments', index: 'card_search_comments', queue: 'comment_search_queue', id: 'comment_id' },
  { table: 'checklist_items', index: 'card_search_items', queue: 'item_search_queue', id: 'item_id' },
  { table: 'files', index: 'card_search_files', queue: 'file_search_queue', id: 'file_id' },
]

/** A connection to a PostgreSQL database for as long as `work` takes. */
export async function within<Result>(url: string, work: (client: pg.Client) => Result | Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** To a PostgreSQL database. */
export function pastPostgres(url: string): PastTheServer<pg.Client> {
  const on: PastTheServer<pg.Client>['on'] = (work) => within(url, work)
  return {
    on,
    insert: (table, rows) =>
      on(async (client) => {
        for (const chunk of chunks(rows)) {
          const columns = Object.keys(chunk[0] ?? {})
          const each = `select ${columns} from json_populate_recordset(null::${table}, $1)`
          await client.query(`insert into ${table} (${columns}) overriding system value ${each}`, [JSON.stringify(chunk)])
        }
      }),
    settle: () =>
      on(async (client) => {
        const { rows } = await client.query<{ moved: string }>(movedSequences)
        for (const { moved } of rows) await client.query(moved)
        // What autovacuum does within a minute of so many rows.
        await client.query('vacuum analyze')
      }),
  }
}

/** For each table whose ids were given, the statement that has the next one follow them. */
const movedSequences = `
  select format('select setval(%L, (select max(id) from %I))', pg_get_serial_sequence(format('%I', table_name), 'id'), table_name) as moved
  from information_schema.columns
  where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`

function* chunks(rows: Iterable<Values>): Iterable<Values[]> {
  let chunk: Values[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < chunkRows) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
