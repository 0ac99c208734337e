import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './database.ts'
import { likeAnywhere, normalize } from './normalize.ts'

/**
 * The condition that a folded column holds a text anywhere. SQLite's LIKE begins the whole text again at each letter that could be its first:
 * in long texts of one letter that stops the process for seconds. PostgreSQL has an index for LIKE.
 */
export const holdsAnywhere = (engine: Engine, column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  engine === 'sqlite'
    ? sql<boolean>`instr(${column}, ${normalize(text)}) > 0`
    : sql<boolean>`${column} like ${likeAnywhere(text)} escape '\\'`
