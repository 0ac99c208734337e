import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { normalize } from '../platform/normalize.ts'

/** How names were guessed until now. A status that differs from it was chosen by hand. */
const oldWords: [string, RegExp][] = [
  ['cancelada', /cancel/],
  ['impedimento', /imped|bloque|blocked/],
  ['concluida', /conclu|feit[oa]|\bhech[oa]|pront[oa]|entreg|finaliz|terminad|\bdone\b|\bcomplete/],
  ['em_andamento', /andamento|fazendo|haciendo|en curso|progress|revis|review|teste|\bdoing\b/],
]
const oldGuess = (name: string): string => oldWords.find(([, pattern]) => pattern.test(normalize(name)))?.[0] ?? 'pendente'

/** Lists and sprint columns say whether somebody chose their status: another name guesses it again only when nobody did. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [table, name] of [
    ['lists', 'title'],
    ['sprint_columns', 'name'],
  ] as const) {
    await sql`alter table ${sql.table(table)} add column status_chosen integer not null default 0`.execute(db)
    const { rows } = await sql<{ name: string; status: string }>`
      select distinct ${sql.ref(name)} as name, status from ${sql.table(table)}`.execute(db)
    for (const row of rows.filter((each) => each.status !== oldGuess(each.name)))
      await sql`
        update ${sql.table(table)} set status_chosen = 1
        where ${sql.ref(name)} = ${row.name} and status = ${row.status}`.execute(db)
  }
}

export const chosenStatus: Migration = { up }
