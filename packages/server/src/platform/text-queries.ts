import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './database.ts'
import { likeAnywhere, normalize } from './normalize.ts'

/** PostgreSQL's index knows groups of so many letters. For a shorter text it would give every row, which takes longer than reading them without it. */
const indexedLetters = 3

/**
 * The condition that a folded column holds a text anywhere. SQLite's LIKE begins the whole text again at each letter that could be its first:
 * in long texts of one letter that stops the process for seconds. PostgreSQL has an index for LIKE.
 */
export function holdsAnywhere(engine: Engine, column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  if (engine === 'sqlite') return sql<boolean>`instr(${column}, ${normalize(text)}) > 0`
  const sought = [...normalize(text)].length < indexedLetters ? sql`(${column} || '')` : column
  return sql<boolean>`${sought} like ${likeAnywhere(text)} escape '\\'`
}
