import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { stillAdministers } from '../auth/queries.ts'

/** A board's webhook with the person who answers for it; `active` is 1 while they administer the board. */
export type WebhookRow = Selectable<Schema['github_webhooks']> & { name: string | null; avatar_url: string | null; active: number }

/** How long a delivery is remembered. GitHub keeps its own for 3 days. */
const rememberedMs = 90 * 24 * 60 * 60_000
const deletedAtOnce = 1000

const webhooks = (db: Db) =>
  db
    .selectFrom('github_webhooks')
    .innerJoin('boards', 'boards.id', 'github_webhooks.board_id')
    .leftJoin('users', 'users.id', 'github_webhooks.set_by')
    .selectAll('github_webhooks')
    .select(['users.name', 'users.avatar_url'])
    .select(sql<number>`case when ${stillAdministers('github_webhooks.set_by', 'github_webhooks.board_id')} then 1 else 0 end`.as('active'))
    .where('boards.deleted_at', 'is', null)

export const findWebhook = (db: Db, boardId: number): Promise<WebhookRow | undefined> =>
  webhooks(db).where('board_id', '=', boardId).executeTakeFirst()

/** The webhook of a board that is not deleted, by the id in its address. */
export const findWebhookByAddress = (db: Db, publicId: string): Promise<WebhookRow | undefined> =>
  webhooks(db).where('public_id', '=', publicId).executeTakeFirst()

/** Gives a board a webhook that this person answers for, with a new address and secret. */
export async function putWebhook(trx: Db, boardId: number, sealedSecret: string, userId: number): Promise<WebhookRow> {
  const made = { public_id: randomBytes(18).toString('base64url'), created_at: instant() }
  const row = { ...made, secret: sealedSecret, last_delivery_at: null, set_by: userId }
  await trx
    .insertInto('github_webhooks')
    .values({ ...row, board_id: boardId })
    .onConflict((oc) => oc.column('board_id').doUpdateSet(row))
    .execute()
  return webhooks(trx).where('board_id', '=', boardId).executeTakeFirstOrThrow()
}

/** What somebody answered for stops until another does: the account has gone to the owner of its address, and its secrets are another's. */
export async function leaveWebhooks(trx: Db, userId: number): Promise<void> {
  await trx.updateTable('github_webhooks').set({ set_by: null }).where('set_by', '=', userId).execute()
}

/** @returns whether there was one */
export const deleteWebhook = async (trx: Db, boardId: number): Promise<boolean> =>
  (await trx.deleteFrom('github_webhooks').where('board_id', '=', boardId).returning('board_id').executeTakeFirst()) !== undefined

/** Notes a delivery; false when it, or the same body under another id, came before. */
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

/** Forgets old deliveries, the first of them. @returns how many */
export async function deleteOldDeliveries(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('github_deliveries')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('board_id', 'delivery_id'),
        'in',
        selectFrom('github_deliveries')
          .select(['board_id', 'delivery_id'])
          .where('received_at', '<', instant(-rememberedMs))
          .orderBy('received_at')
          .limit(deletedAtOnce)
          .$asTuple('board_id', 'delivery_id'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
