import type { Selectable } from 'kysely'
import type { Db, Schema } from './database.ts'
import { instant } from './deps.ts'

/** Tables of what is sent after the commit. A row belongs to the process that claimed it until `next_try_at`. */
export type Queue = { [Table in keyof Schema]: 'next_try_at' extends keyof Schema[Table] ? Table : never }[keyof Schema]

type Due = Pick<Selectable<Schema[Queue]>, 'id' | 'next_try_at' | 'tries'>

const findDue = (db: Db, queue: Queue): Promise<Due | undefined> =>
  db
    .selectFrom(queue)
    .select(['id', 'next_try_at', 'tries'])
    .where('next_try_at', '<=', instant())
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/**
 * Takes the next row that is due, for this process alone until the lease ends; undefined when none is.
 * @param leaseMs how long it may take to send before another process takes it over
 * @param find which row is next: by default the one that waits longest
 */
export function claimDue<Table extends Queue>(
  db: Db,
  queue: Table,
  leaseMs: number,
  find?: () => Promise<Due | undefined>,
): Promise<Selectable<Schema[Table]> | undefined>
export async function claimDue(db: Db, queue: Queue, leaseMs: number, find = () => findDue(db, queue)) {
  for (;;) {
    const due = await find()
    if (!due) return undefined
    const claimed = await db
      .updateTable(queue)
      .set({ next_try_at: instant(leaseMs), tries: due.tries + 1 })
      .where('id', '=', due.id)
      // Of several processes that saw the row, one finds it unchanged.
      .where('next_try_at', '=', due.next_try_at)
      .returningAll()
      .executeTakeFirst()
    if (claimed) return claimed
  }
}

/** Lets a claimed row wait for its next try. */
export async function postpone(db: Db, queue: Queue, id: number, waitMs: number): Promise<void> {
  await db
    .updateTable(queue)
    .set({ next_try_at: instant(waitMs) })
    .where('id', '=', id)
    .execute()
}

/** Takes a row out: it is sent, or given up. */
export async function deleteSent(db: Db, queue: Queue, id: number): Promise<void> {
  await db.deleteFrom(queue).where('id', '=', id).execute()
}
