import { defaultSettings } from '@rodada/contract/auth/account'
import { findLanguage, type Language, languages } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import { type MailKind, notificationKinds, switchOfKind } from '@rodada/contract/notifications/settings'
import type { SelectQueryBuilder } from 'kysely'
import type { Db, Engine, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { type Actor, findActor, isAddressOpen } from '../auth/queries.ts'
import { listMutedMail } from './queries.ts'

/** Between two emails of a kind to one person. Board news waits for the morning anyway. */
const mailEveryMs: Record<DueMail['kind'], number> = {
  card_assignments: 10 * 60_000,
  due_date_reminders: 60 * 60_000,
  board_updates: 0,
}
const claimsAtOnce = 1000

/** A person to notify, with their choices. */
export type Recipient = Actor & {
  name: string
  email: string
  language: Language
  timezone: string
  wants: Record<'email_notifications' | 'push_notifications' | MailKind, boolean>
  mutedMail: MailKind[]
  /** The account's address was never confirmed, so nothing is mailed there. */
  addressOpen: boolean
}

/** Undefined when the account is gone or deactivated. */
export async function findRecipient(db: Db, userId: number): Promise<Recipient | undefined> {
  const actor = await findActor(db, { userId, token: null })
  if (!actor) return undefined
  const user = await db
    .selectFrom('users')
    .select(['name', 'email', 'language', 'timezone', 'email_claimed_at', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('settings').select(['name', 'value']).where('user_id', '=', userId).execute()
  const chosen = Object.fromEntries(rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)]))
  const { marketing_emails: _, ...defaults } = defaultSettings.notifications
  const wants = Object.fromEntries(
    Object.entries(defaults).map(([name, byDefault]) => [name, (chosen[name] ?? byDefault) === true]),
  ) as Recipient['wants']
  return {
    ...actor,
    name: user.name,
    email: user.email,
    language: findLanguage(user.language) ?? languages[0],
    timezone: user.timezone,
    wants,
    mutedMail: await listMutedMail(db, userId),
    addressOpen: isAddressOpen(user),
  }
}

/**
 * Of several processes each claims rows of its own, and leaves those that a change under way holds: it would wait for that change with others held,
 * which the change may be about to write.
 */
const ofNobodyElse = <Row>(rows: SelectQueryBuilder<Schema, 'notifications', Row>) => rows.forUpdate().skipLocked()

export type DueMail = { userId: number; kind: Exclude<MailKind, 'weekly_digest'>; ids: number[] }

/**
 * Claims the news to be mailed, without kinds that only a newer version knows; call it in the transaction that puts the emails into the outbox. After a recent email about cards the next
 * one comes later, with everything until then.
 */
export async function claimMail(trx: Db, engine: Engine, now: Date): Promise<DueMail[]> {
  const due = now.toISOString()
  const rows = await trx
    .updateTable('notifications')
    .set({ mail_at: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('mail_at', '<=', due)
        .where('kind', 'in', notificationKinds)
        .orderBy('mail_at')
        .orderBy('push_at')
        .limit(claimsAtOnce)
        .$if(engine === 'postgres', ofNobodyElse),
    )
    .where('mail_at', '<=', due)
    .returning(['id', 'user_id', 'kind'])
    .execute()
  const emails = new Map<string, DueMail>()
  for (const row of rows) {
    const kind = switchOfKind[row.kind]
    const key = `${row.user_id} ${kind}`
    const message = emails.get(key) ?? { userId: row.user_id, kind, ids: [] }
    message.ids.push(row.id)
    emails.set(key, message)
  }
  const ready: DueMail[] = []
  // In a fixed order, so that two processes never wait for each other's marks.
  for (const message of [...emails.values()].sort((a, b) => a.userId - b.userId)) {
    const later = mailEveryMs[message.kind] > 0 ? await noteEmail(trx, message, now) : undefined
    if (later === undefined) ready.push(message)
    else await trx.updateTable('notifications').set({ mail_at: later }).where('id', 'in', message.ids).execute()
  }
  return ready
}

const emailMarks: Record<DueMail['kind'], string> = {
  card_assignments: 'mailed.cards',
  due_date_reminders: 'mailed.due',
  board_updates: 'mailed.boards',
}

/** Notes that an email goes out now; if the last one of its kind is too recent, answers when the next may go out. */
async function noteEmail(trx: Db, { userId, kind }: DueMail, now: Date): Promise<string | undefined> {
  const name = emailMarks[kind]
  const last = await trx
    .selectFrom('notification_marks')
    .select('made_at')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  const next = last && new Date(Date.parse(last.made_at) + mailEveryMs[kind])
  if (next && next > now) return next.toISOString()
  const made_at = now.toISOString()
  await trx
    .insertInto('notification_marks')
    .values({ user_id: userId, name, made_at })
    .onConflict((oc) => oc.columns(['user_id', 'name']).doUpdateSet({ made_at }))
    .execute()
  return undefined
}

/** Whether anybody with a subscribed browser has news to be pushed. */
export const isPushDue = async (db: Db, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('notifications')
    .innerJoin('push_subscriptions', 'push_subscriptions.user_id', 'notifications.user_id')
    .select('notifications.id')
    .where('push_at', '<=', now.toISOString())
    .where('kind', 'in', notificationKinds)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Claims the news to be pushed, as ids by person, only for people with a subscribed browser, without kinds that only a newer version knows.
 * @param ready whether messages can be signed; otherwise only news without a browser is claimed, even when one subscribes meanwhile
 */
export async function claimPush(db: Db, engine: Engine, now: Date, ready: boolean): Promise<Map<number, number[]>> {
  const due = now.toISOString()
  const rows = await db
    .updateTable('notifications')
    .set({ push_at: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('push_at', '<=', due)
        .where('kind', 'in', notificationKinds)
        .$if(!ready, (query) => query.where('user_id', 'not in', eb.selectFrom('push_subscriptions').select('user_id')))
        .orderBy('push_at')
        .limit(claimsAtOnce)
        .$if(engine === 'postgres', ofNobodyElse),
    )
    .where('push_at', '<=', due)
    .returning(['id', 'user_id'])
    .execute()
  if (!ready) return new Map()
  const byUser = new Map<number, number[]>()
  for (const { id, user_id } of rows) byUser.set(user_id, [...(byUser.get(user_id) ?? []), id])
  if (byUser.size === 0) return byUser
  const subscribed = await db
    .selectFrom('push_subscriptions')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', [...byUser.keys()])
    .execute()
  return new Map(subscribed.map(({ user_id }) => [user_id, byUser.get(user_id) ?? []]))
}

export type PushSubscription = { id: number; endpoint: string; p256dh: string; auth: string }

export const listSubscriptions = (db: Db, userId: number): Promise<PushSubscription[]> =>
  db.selectFrom('push_subscriptions').select(['id', 'endpoint', 'p256dh', 'auth']).where('user_id', '=', userId).orderBy('id').execute()

/** Subscribes a browser for this person, also one that another account used before. The oldest beyond the limit are deleted. */
export async function addSubscription(trx: Db, userId: number, { endpoint, p256dh, auth }: Omit<PushSubscription, 'id'>): Promise<void> {
  // Deleted and inserted, so that the last subscribed browser is the youngest.
  await trx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
  await trx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, endpoint, p256dh, auth, created_at: instant() })
    .onConflict((oc) => oc.column('endpoint').doUpdateSet({ user_id: userId, p256dh, auth }))
    .execute()
  const surplus = (await listSubscriptions(trx, userId)).slice(0, -limits.pushSubscriptions).map(({ id }) => id)
  if (surplus.length > 0) await trx.deleteFrom('push_subscriptions').where('id', 'in', surplus).execute()
}

export const deleteSubscription = async (db: Db, userId: number, endpoint: string): Promise<void> => {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
}

/** Deletes all browsers of a person, because one may have been subscribed with a stolen session. */
export const deleteSubscriptionsOf = async (trx: Db, userId: number): Promise<void> => {
  await trx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute()
}

/** Whether exactly this browser is subscribed for this person. */
export const isSubscribed = async (db: Db, userId: number, { endpoint, p256dh, auth }: Omit<PushSubscription, 'id'>): Promise<boolean> =>
  (await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('p256dh', '=', p256dh)
    .where('auth', '=', auth)
    .executeTakeFirst()) !== undefined

/** Deletes a browser that no longer exists. */
export const deleteSubscriptionById = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}
