import type { Db } from '../migrations/schema.ts'
import { instant } from './deps.ts'

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

/** Takes the next letter that is due, for this process alone until the lease ends; undefined when none is. */
export async function claimLetter(db: Db): Promise<Letter | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('outbox')
      .select(['id', 'next_try_at', 'tries'])
      .where('next_try_at', '<=', instant())
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const claimed = await db
      .updateTable('outbox')
      .set({ next_try_at: instant(leaseMs), tries: due.tries + 1 })
      .where('id', '=', due.id)
      // Of the processes that saw it, one finds it as it was.
      .where('next_try_at', '=', due.next_try_at)
      .returning(['id', 'kind', 'data', 'tries'])
      .executeTakeFirst()
    if (claimed) return claimed
  }
}

export async function deleteLetter(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Lets a letter wait for its next try, twice as long each time. */
export async function postponeLetter(db: Db, { id, tries }: Letter): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_try_at: instant(firstWaitMs * 2 ** (tries - 1)) })
    .where('id', '=', id)
    .execute()
}
