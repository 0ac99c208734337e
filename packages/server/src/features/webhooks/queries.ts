import { limits } from '@rodada/contract/core/limits'
import type { DeliveryProblem, WebhookEvent, WebhookType } from '@rodada/contract/integrations/settings'
import { type Webhook, type WebhookDelivery, WebhookMessage } from '@rodada/contract/integrations/webhooks'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { notFound } from '../../platform/http/errors.ts'
import { prepared } from '../../platform/prepared-queries.ts'
import { stillAdministers } from '../auth/queries.ts'
import { responsible } from '../boards/policy.ts'
import { never } from './waiting-queries.ts'

/** A webhook with its board and the person who answers for it; `active` is 1 while they administer the board, which is not deleted. */
export type HookRow = Selectable<Schema['webhooks']> & {
  board_title: string
  language: string | null
  person: string | null
  avatar_url: string | null
  active: number
}
export type DeliveryRow = Selectable<Schema['webhook_deliveries']>

const dayMs = 86_400_000

const answeredFor = stillAdministers('webhooks.set_by', 'webhooks.board_id')

/** What is said to a service is in the language of the board's owner. */
const hooks = (db: Db) =>
  db
    .selectFrom('webhooks')
    .innerJoin('boards', 'boards.id', 'webhooks.board_id')
    .leftJoin('users', 'users.id', 'webhooks.set_by')
    .leftJoin('users as owner', 'owner.id', 'boards.user_id')
    .selectAll('webhooks')
    .select(['boards.title as board_title', 'owner.language', 'users.name as person', 'users.avatar_url'])
    .select(sql<number>`case when ${answeredFor} then 1 else 0 end`.as('active'))
    .where('boards.deleted_at', 'is', null)

export const listHooks = (db: Db, boardId: number): Promise<HookRow[]> =>
  hooks(db).where('webhooks.board_id', '=', boardId).orderBy('webhooks.id').limit(limits.boardWebhooks).execute()

export const findHook = (db: Db, id: number): Promise<HookRow | undefined> => hooks(db).where('webhooks.id', '=', id).executeTakeFirst()

/** @throws AppError 404 when the board has no such webhook. */
export const getHook = (db: Db, boardId: number, id: number): Promise<HookRow> =>
  hooks(db).where('webhooks.board_id', '=', boardId).where('webhooks.id', '=', id).executeTakeFirstOrThrow(notFound)

/** Asked by every write of a card. */
const listening = prepared((db, { boardId }: { boardId: number }) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('board_id', '=', boardId)
    .where('switched_off_at', 'is', null)
    .where(answeredFor)
    .orderBy('id'),
)

/** Those that are to be told what happens on a board. */
export async function listListening(trx: Db, boardId: number): Promise<{ id: number; events: readonly WebhookEvent[] }[]> {
  const rows = await listening(trx, { boardId })
  return rows.map(({ id, events }) => ({ id, events: eventsOf(events) }))
}

export const findBoardTitle = async (trx: Db, boardId: number): Promise<string> =>
  (await trx.selectFrom('boards').select('title').where('id', '=', boardId).executeTakeFirst())?.title ?? ''

const eventsOf = (stored: string): WebhookEvent[] => JSON.parse(stored) as WebhookEvent[]

/** How many webhooks a board has, or a person answers for: none where they administer nothing any more. Those of a deleted board may come back. */
export async function countHooks(db: Db, of: { board_id: number } | { set_by: number }): Promise<number> {
  const { n } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => eb.and(of))
    .$if('set_by' in of, (own) => own.where(answeredFor))
    .executeTakeFirstOrThrow()
  return n
}

type NewHook = Pick<Insertable<Schema['webhooks']>, 'board_id' | 'name' | 'form' | 'url' | 'masked_url' | 'secret' | 'set_by'>

/** @returns its id */
export async function addHook(trx: Db, hook: NewHook, events: readonly WebhookEvent[]): Promise<number> {
  const now = instant()
  const { id } = await trx
    .insertInto('webhooks')
    .values({ ...hook, events: JSON.stringify(inOrder(events)), created_at: now, updated_at: now, next_try_at: never })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const inOrder = (events: readonly WebhookEvent[]): WebhookEvent[] => [...new Set(events)]

export type HookChange = Partial<Pick<HookRow, 'name' | 'url' | 'masked_url' | 'secret' | 'set_by'>> & { events?: readonly WebhookEvent[] }

/** @param again it is switched on again, and what it failed before is forgotten */
export async function updateHook(trx: Db, id: number, { events, ...change }: HookChange, again: boolean): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({
      ...change,
      ...(events && { events: JSON.stringify(inOrder(events)) }),
      ...(again && { switched_off_at: null, failing_since: null, failed_at: null }),
      updated_at: instant(),
    })
    .where('id', '=', id)
    .execute()
}

/** What somebody answered for stops until another does: the account has gone to the owner of its address, who did not choose where it goes. */
export async function leaveHooks(trx: Db, userId: number): Promise<void> {
  await trx.updateTable('webhooks').set({ set_by: null }).where('set_by', '=', userId).execute()
}

export async function deleteHook(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Deliveries of the last 24 hours, and those of them that have not arrived at a first try, by webhook. */
async function countToday(db: Db, ids: readonly number[]): Promise<Map<number, Webhook['today']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn, eb }) => [
      'webhook_id',
      fn.countAll<number>().as('all'),
      fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('status', '<>', 'delivered'), eb('tried_at', 'is not', null)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('failed'),
    ])
    .where('webhook_id', 'in', ids)
    .where('created_at', '>', instant(-dayMs))
    .groupBy('webhook_id')
    .execute()
  return new Map(rows.map(({ webhook_id, all, failed }) => [webhook_id, { all: Number(all), failed: Number(failed) }]))
}

/** Webhooks as who administers their board sees them. */
export async function showHooks(db: Db, rows: readonly HookRow[]): Promise<Webhook[]> {
  const today = await countToday(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((hook) => ({
    id: hook.id,
    name: hook.name,
    form: hook.form,
    masked_url: hook.masked_url,
    events: eventsOf(hook.events),
    created_at: hook.created_at,
    updated_at: hook.updated_at,
    ...responsible({ set_by: hook.set_by, name: hook.person, avatar_url: hook.avatar_url, active: hook.active }),
    failing_since: hook.failing_since,
    switched_off_at: hook.switched_off_at,
    dropped_at: hook.dropped_at,
    today: today.get(hook.id) ?? { all: 0, failed: 0 },
  }))
}

export async function showHook(db: Db, boardId: number, id: number): Promise<Webhook> {
  const [shown] = await showHooks(db, [await getHook(db, boardId, id)])
  if (!shown) throw notFound()
  return shown
}

type Page = { before: number | undefined; limit: number; failed: boolean | undefined }

/** The deliveries of a webhook, the newest first. */
export const listDeliveries = (db: Db, hookId: number, { before, limit, failed }: Page): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', hookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(failed === true, (query) => query.where('status', '<>', 'delivered').where('tried_at', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A delivery with the board of its webhook. */
export const findDelivery = (db: Db, id: number): Promise<(DeliveryRow & { board_id: number }) | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhook_deliveries')
    .select('webhooks.board_id')
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()

export const deliveryView = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  message_id: row.message_id,
  type: row.type,
  message: WebhookMessage.parse(JSON.parse(row.body)),
  status: row.status,
  tries: row.tries,
  answer_status: row.answer_status,
  problem: row.problem,
  duration_ms: row.duration_ms,
  created_at: row.created_at,
  tried_at: row.tried_at,
  next_try_at: row.status === 'waiting' ? row.next_try_at : null,
})

/** What came of one try. */
export type Outcome = { arrived: boolean; status: number | null; problem: DeliveryProblem | null; ms: number }

/**
 * Writes what came of a try.
 * @param next when it is tried again; null for never
 */
export const noteOutcome = (
  db: Db,
  id: number,
  { arrived, status, problem, ms }: Outcome,
  next: string | null,
): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      status: arrived ? ('delivered' as const) : next === null ? ('failed' as const) : ('waiting' as const),
      tries: eb('tries', '+', 1),
      answer_status: status,
      problem,
      duration_ms: ms,
      tried_at: instant(),
      ...(next !== null && { next_try_at: next }),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Something arrived. */
export async function noteArrived(db: Db, hookId: number): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, failed_at: null })
    .where('id', '=', hookId)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Something did not arrive. */
export async function noteFailing(db: Db, hookId: number): Promise<void> {
  const now = instant()
  await db
    .updateTable('webhooks')
    .set((eb) => ({ failed_at: now, failing_since: eb.fn.coalesce('failing_since', eb.val(now)) }))
    .where('id', '=', hookId)
    .execute()
}

/** Its receiver takes long to answer. */
export async function noteSlow(db: Db, hookId: number): Promise<void> {
  await db.updateTable('webhooks').set({ slow_at: instant() }).where('id', '=', hookId).execute()
}

/** Switches a webhook off. False when it was off, or is gone. */
export async function switchOff(trx: Db, hookId: number): Promise<boolean> {
  const off = await trx
    .updateTable('webhooks')
    .set({ switched_off_at: instant() })
    .where('id', '=', hookId)
    .where('switched_off_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return off !== undefined
}

/** A message of its own, which is being sent: the job leaves it alone until `next`. */
export const addDelivery = (
  db: Db,
  hookId: number,
  message: { id: string; type: WebhookType; body: string },
  next: string,
): Promise<DeliveryRow> =>
  db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: hookId,
      message_id: message.id,
      type: message.type,
      body: message.body,
      status: 'waiting',
      next_try_at: next,
      created_at: instant(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Lets a message wait again as if it were new. Its sender has it until `next`. */
export async function beginAgain(trx: Db, id: number, next: string): Promise<void> {
  await trx.updateTable('webhook_deliveries').set({ status: 'waiting', tries: 0, next_try_at: next }).where('id', '=', id).execute()
}
