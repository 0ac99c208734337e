import type { Db } from '../migrations/schema.ts'
import { instant } from './deps.ts'
import { claimDue, deleteSent, postpone } from './queue-queries.ts'

/** How long a process may take to send a letter before another one takes it over. Longer than a mail server is waited for. */
const leaseMs = 5 * 60_000
const firstWaitMs = 30_000
/** With waits that double, the last try comes about an hour after the first. */
export const mostTries = 8

export type Letter = { id: number; kind: string; data: string; tries: number }

export async function addLetter(db: Db, kind: string, data: object): Promise<void> {
  const now = instant()
  await db
    .insertInto('outbox')
    .values({ kind, data: JSON.stringify(data), created_at: now, next_try_at: now })
    .execute()
}

/** Takes the next letter that is due, for this process alone for a while; undefined when none is. */
export const claimLetter = (db: Db): Promise<Letter | undefined> => claimDue(db, 'outbox', leaseMs)

export const deleteLetter = (db: Db, id: number): Promise<void> => deleteSent(db, 'outbox', id)

/** Lets a letter wait for its next try, twice as long each time. */
export const postponeLetter = (db: Db, { id, tries }: Letter): Promise<void> => postpone(db, 'outbox', id, firstWaitMs * 2 ** (tries - 1))
