import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'

export type WebhookRow = Selectable<Schema['github_webhooks']>

/** How long a delivery is remembered. GitHub keeps its own for 3 days. */
const rememberedMs = 90 * 24 * 60 * 60_000

export const findWebhook = (db: Db, boardId: number): Promise<WebhookRow | undefined> =>
  db.selectFrom('github_webhooks').selectAll().where('board_id', '=', boardId).executeTakeFirst()

/** The webhook of a board that is not deleted, by the id in its address. */
export const findWebhookByAddress = (db: Db, publicId: string): Promise<WebhookRow | undefined> =>
  db
    .selectFrom('github_webhooks')
    .innerJoin('boards', 'boards.id', 'github_webhooks.board_id')
    .selectAll('github_webhooks')
    .where('public_id', '=', publicId)
    .where('boards.deleted_at', 'is', null)
    .executeTakeFirst()

/** Gives a board a webhook, with a new address and secret in place of the old ones. */
export async function putWebhook(trx: Db, boardId: number, sealedSecret: string): Promise<WebhookRow> {
  const row = { public_id: randomBytes(18).toString('base64url'), secret: sealedSecret, created_at: instant(), last_delivery_at: null }
  return trx
    .insertInto('github_webhooks')
    .values({ ...row, board_id: boardId })
    .onConflict((oc) => oc.column('board_id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteWebhook(trx: Db, boardId: number): Promise<void> {
  await trx.deleteFrom('github_webhooks').where('board_id', '=', boardId).execute()
}

/** Notes a delivery; false when it, or the same words under another id, came before. */
export async function takeDelivery(trx: Db, boardId: number, deliveryId: string, bodyHash: string): Promise<boolean> {
  const taken = await trx
    .insertInto('github_deliveries')
    .values({ board_id: boardId, delivery_id: deliveryId, body_hash: bodyHash, received_at: instant() })
    .onConflict((oc) => oc.doNothing())
    .returning('board_id')
    .executeTakeFirst()
  if (!taken) return false
  await trx.updateTable('github_webhooks').set({ last_delivery_at: instant() }).where('board_id', '=', boardId).execute()
  return true
}

export async function deleteOldDeliveries(db: Db): Promise<void> {
  await db.deleteFrom('github_deliveries').where('received_at', '<', instant(-rememberedMs)).execute()
}
