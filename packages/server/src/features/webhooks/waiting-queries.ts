import { limits } from '@rodada/contract/core/limits'
import type { WebhookType } from '@rodada/contract/integrations/settings'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { createClaimInTurn, isOfPace } from '../../platform/receiver-queries.ts'
import type { Pace } from '../../platform/receivers.ts'
import { slicesOf } from '../../platform/slices.ts'

/** When a webhook is looked at for which nothing waits. */
export const never = '9999-12-31T23:59:59.999Z'

/** How long a process may work on a webhook before another one claims it. */
const leaseMs = 60_000
/** Rows of one insert: SQLite binds no more than 32,766 values. */
const rowsAtOnce = 500

export type Message = { id: string; type: WebhookType; body: string }
/** A webhook that this process works on. */
export type Claimed = Selectable<Schema['webhooks']>

/**
 * Holds a webhook until the transaction ends, and wakes it, unless it pauses because its receiver does not answer. Who lets go of it
 * afterwards sees what this transaction wrote.
 */
export async function wake(trx: Db, hookId: number, at: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set((eb) => ({
      next_try_at: eb
        .case()
        .when(eb.or([eb('next_try_at', '=', never), eb.and([eb('tries', '=', 0), eb('next_try_at', '>', at)])]))
        .then(at)
        .else(eb.ref('next_try_at'))
        .end(),
    }))
    .where('id', '=', hookId)
    .execute()
}

/** Wakes a webhook also from its pause: its receiver answers, or somebody wants something sent. */
export async function wakeNow(db: Db, hookId: number, at = instant()): Promise<void> {
  await db.updateTable('webhooks').set({ next_try_at: at, tries: 0 }).where('id', '=', hookId).where('next_try_at', '>', at).execute()
}

/**
 * Queues messages of one transaction for a webhook, in their order. Of more than may wait, the oldest are dropped.
 * @param isMore there were others before, which are dropped already
 */
export async function queueMessages(trx: Db, hookId: number, messages: readonly Message[], isMore = false): Promise<void> {
  const now = instant()
  await wake(trx, hookId, now)
  const rows = messages.map(({ id, type, body }) => ({
    webhook_id: hookId,
    message_id: id,
    type,
    body,
    status: 'waiting' as const,
    next_try_at: now,
    created_at: now,
  }))
  for (const some of slicesOf(rows, rowsAtOnce)) await trx.insertInto('webhook_deliveries').values(some).execute()
  const dropped = await dropOldest(trx, hookId)
  // Also where its receiver does not answer for days, so that what is dropped does not fill the database.
  if (dropped) await prune(trx, hookId)
  if (dropped || isMore) await trx.updateTable('webhooks').set({ dropped_at: now }).where('id', '=', hookId).execute()
}

async function dropOldest(trx: Db, hookId: number): Promise<boolean> {
  const waiting = trx.selectFrom('webhook_deliveries').where('webhook_id', '=', hookId).where('status', '=', 'waiting')
  const { n } = await waiting.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const over = n - limits.webhookWaiting
  if (over <= 0) return false
  const oldest = await waiting.select('id').orderBy('id').limit(over).execute()
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'dropped', problem: 'crowded' })
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .execute()
  return true
}

/** Drops all that waits for a webhook that stopped. */
export async function dropWaiting(db: Db, hookId: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'dropped', problem: 'stopped' })
    .where('webhook_id', '=', hookId)
    .where('status', '=', 'waiting')
    .execute()
}

/**
 * Claims webhooks that have something to send and whose board is not deleted, those of the people who set them one after another.
 * @returns claims one; undefined when none has anything
 */
export const createClaimHook = (db: Db, pace: Pace): (() => Promise<Claimed | undefined>) =>
  createClaimInTurn(db, 'webhooks', leaseMs, () =>
    db
      .selectFrom('webhooks')
      .innerJoin('boards', 'boards.id', 'webhooks.board_id')
      .select(({ fn, val }) => ['webhooks.id', 'next_try_at', 'tries', fn.coalesce('set_by', val(0)).as('whose'), val(0).as('rank')])
      .where('boards.deleted_at', 'is', null)
      .where('next_try_at', '<=', instant())
      .where(isOfPace(pace)),
  )

/** The oldest message of a webhook that is due. */
export const findHead = (db: Db, hookId: number): Promise<Selectable<Schema['webhook_deliveries']> | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', hookId)
    .where('status', '=', 'waiting')
    .where('next_try_at', '<=', instant())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/**
 * Lets go of a claimed webhook. It is looked at again when its next message is due, behind those that are due already, and not before the end of a pause.
 * @param pausedUntil its receiver does not answer
 */
export async function releaseHook(trx: Db, { id, next_try_at: lease, tries }: Claimed, pausedUntil: string | undefined): Promise<void> {
  // Held first: what another transaction queues meanwhile is seen by the statement after.
  const held = await trx
    .updateTable('webhooks')
    .set({ tries: pausedUntil === undefined ? 0 : tries })
    .where('id', '=', id)
    .where('next_try_at', '=', lease)
    .returning('id')
    .executeTakeFirst()
  if (!held) return
  const next = await trx
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.min('next_try_at').as('at'))
    .where('webhook_id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  const now = instant()
  const due = next?.at == null ? never : next.at > now ? next.at : now
  const at = due !== never && pausedUntil !== undefined && pausedUntil > due ? pausedUntil : due
  await trx.updateTable('webhooks').set({ next_try_at: at }).where('id', '=', id).execute()
}

/** Rows of one statement: a transaction queues fewer. */
const prunedAtOnce = 1000

/** Deletes the oldest of what is older than the last so many of a webhook. */
export async function prune(db: Db, hookId: number): Promise<void> {
  const oldest = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', hookId)
    .orderBy('id', 'desc')
    .offset(limits.webhookDeliveries - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', hookId)
        .where('id', '<', oldest.id)
        .where('status', '<>', 'waiting')
        .orderBy('id')
        .limit(prunedAtOnce),
    )
    .execute()
}
