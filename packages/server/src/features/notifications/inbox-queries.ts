import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { isSeenBy } from './queries.ts'

export type InboxChange = { state: 'read' | 'unread' | 'done' | 'open' } | { state: 'snoozed'; until: string }

/**
 * Changes the state of one of a person's notifications, as far as they see it now. Whatever is put aside was read, so nothing is
 * sent about it.
 * @returns whether there is one
 */
export async function changeNotification(db: Db, viewer: Actor, id: number, change: InboxChange, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const changed = await db
    .updateTable('notifications')
    .set((eb) => {
      const seen = { read_at: eb.fn.coalesce('read_at', eb.val(at)), mail_at: null, push_at: null }
      switch (change.state) {
        case 'read':
          return seen
        case 'unread':
          // News of the same thing that came since is a row of its own, and only one unread row has a key.
          return { read_at: null, gather_key: null }
        case 'done':
          return { ...seen, done_at: at, snoozed_until: null }
        case 'open':
          return { done_at: null, snoozed_until: null }
        case 'snoozed':
          return { ...seen, done_at: null, snoozed_until: change.until }
      }
    })
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .where(isSeenBy(db, viewer))
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Brings back what was snoozed until now: unread, on top of the list, and pushed once more. Of several processes that find the same
 * rows, one deletes them, and the others find none. @returns the people who have something back
 */
export async function returnSnoozed(trx: Db, now: Date): Promise<number[]> {
  const at = now.toISOString()
  const due = await trx
    .deleteFrom('notifications')
    .where('id', 'in', (eb) =>
      eb.selectFrom('notifications').select('id').where('snoozed_until', '<=', at).orderBy('snoozed_until').limit(limits.notifications),
    )
    .where('snoozed_until', '<=', at)
    .returningAll()
    .execute()
  if (due.length === 0) return []
  const back = due
    .sort((a, b) => a.id - b.id)
    .map(({ id: _, ...row }) => ({
      ...row,
      // Unread rows of the same thing may have come meanwhile.
      gather_key: null,
      read_at: null,
      done_at: null,
      snoozed_until: null,
      returned_at: at,
      push_at: at,
      mail_at: null,
    }))
  await trx.insertInto('notifications').values(back).execute()
  return [...new Set(due.map(({ user_id }) => user_id))]
}
