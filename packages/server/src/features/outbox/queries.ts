import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { claimDue, deleteSent, postpone } from '../../platform/queue-queries.ts'

/** How long a process may take to send an email before another one claims it. Longer than the mail server's time limit. */
const leaseMs = 5 * 60_000
const firstWaitMs = 30_000
/** With waits that double, the last try comes about an hour after the first. */
export const mostTries = 8

export type Email = { id: number; kind: string; data: string; tries: number }

export async function addEmail(db: Db, kind: string, data: object): Promise<void> {
  const now = instant()
  await db
    .insertInto('outbox')
    .values({ kind, data: JSON.stringify(data), created_at: now, next_try_at: now })
    .execute()
}

/** Takes the next email that is due, for this process alone for a while; undefined when none is. */
export const claimEmail = (db: Db): Promise<Email | undefined> => claimDue(db, 'outbox', leaseMs)

export const deleteEmail = (db: Db, id: number): Promise<void> => deleteSent(db, 'outbox', id)

/** Lets an email wait for its next try, twice as long each time. */
export const postponeEmail = (db: Db, { id, tries }: Email): Promise<void> => postpone(db, 'outbox', id, firstWaitMs * 2 ** (tries - 1))
