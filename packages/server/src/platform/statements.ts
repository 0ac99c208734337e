import { channel } from 'node:diagnostics_channel'

/** A statement as the database is given it. */
export type Statement = { sql: string; parameters: readonly unknown[] }

/**
 * Tells each statement to who listens to `rodada.statement`: a profile, or the tests of the query plans. What it carries is everything that
 * people wrote, so nothing of it may go to a log. While nobody listens it costs one comparison.
 */
export const statements = channel('rodada.statement')

/** Says that the database is given a statement. */
export function tellStatement(sql: string, parameters: readonly unknown[]): void {
  if (statements.hasSubscribers) statements.publish({ sql, parameters } satisfies Statement)
}
