import { defaultBoardColor } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import type { Notification } from '@rodada/contract/notifications/notifications'
import {
  type InboxFilter,
  inboxFilters,
  kindsOfFilter,
  type MailKind,
  notificationKinds,
  watchedChanges,
} from '@rodada/contract/notifications/settings'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'
import { keyOf } from '../cards/queries.ts'
import { type StoredDetails, wordsOf } from './notice-queries.ts'

/** A reminder is not sent twice within this time, in milliseconds. */
const marksKeptMs = 90 * 86_400_000

/**
 * The condition that a person sees now what a notification is about: its board, or what is of no board and theirs alone. A program that may look at
 * some boards sees only these.
 */
export const isSeenBy = (db: Db, viewer: Actor) => (eb: ExpressionBuilder<Schema, 'notifications'>) =>
  eb.or([
    eb('notifications.board_id', 'in', visibleBoardIds(db, viewer)),
    ...(viewer.token?.boardIds ? [] : [eb('notifications.board_id', 'is', null)]),
  ])

/** A person's notifications, as far as they see their boards now. Those of kinds that only a newer version knows are left to it. */
const own = (db: Db, viewer: Actor) =>
  db
    .selectFrom('notifications')
    .leftJoin('boards', 'boards.id', 'notifications.board_id')
    .leftJoin('users', 'users.id', 'notifications.actor_id')
    .leftJoin('cards', (join) => join.onRef('cards.id', '=', 'notifications.card_id').on('cards.deleted_at', 'is', null))
    .select([
      'notifications.id',
      'notifications.kind',
      'notifications.actor_id',
      'users.name as actor_name',
      'users.avatar_url as actor_avatar',
      'notifications.board_id',
      'boards.title as board_title',
      'boards.color as board_color',
      'boards.key_prefix',
      'cards.number',
      'cards.id as card_id',
      'notifications.sprint_id',
      'notifications.estimation_id',
      'notifications.subject',
      'notifications.count',
      'notifications.details',
      'notifications.created_at',
      'notifications.read_at',
      'notifications.done_at',
      'notifications.snoozed_until',
      'notifications.returned_at',
    ])
    .where('notifications.user_id', '=', viewer.userId)
    .where('notifications.kind', 'in', notificationKinds)
    .where(isSeenBy(db, viewer))

type Row = Awaited<ReturnType<ReturnType<typeof own>['execute']>>[number]

const shaped = (
  { actor_id, actor_name, actor_avatar, board_id, board_title, board_color, key_prefix, number, details, ...row }: Row,
  comments: ReadonlyMap<number, string>,
): Notification => ({
  ...row,
  card_key: number === null || key_prefix === null ? null : keyOf({ key_prefix, number }),
  actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '', avatar_url: actor_avatar },
  board: board_id === null ? null : { id: board_id, title: board_title ?? '', color: board_color ?? defaultBoardColor },
  details: knownDetails(saidNow(JSON.parse(details) as StoredDetails, comments)),
})

/** With the words of a comment as they are now; those of one that was deleted are nobody's to read any more. */
function saidNow({ comment, excerpt, ...details }: StoredDetails, comments: ReadonlyMap<number, string>): Notification['details'] {
  if (comment === undefined) return excerpt === undefined ? details : { ...details, excerpt }
  const content = comments.get(comment)
  return content === undefined ? details : { ...details, excerpt: wordsOf(content) }
}

/** Rows as people read them. News of several cards stays with its board when one of them leaves it, and what is said there is no part of it. */
async function shapedAll(db: Db, viewer: Actor, rows: readonly Row[]): Promise<Notification[]> {
  const ids = rows.flatMap(({ details }) => (JSON.parse(details) as StoredDetails).comment ?? [])
  const comments =
    ids.length === 0
      ? []
      : await db
          .selectFrom('comments')
          .innerJoin('cards', 'cards.id', 'comments.card_id')
          .select(['comments.id', 'comments.content'])
          .where('comments.id', 'in', ids)
          .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
          .execute()
  const known = new Map(comments.map(({ id, content }) => [id, content]))
  return rows.map((row) => shaped(row, known))
}

/** A change that only a newer version knows is told as any other one. */
const knownDetails = ({ change, ...details }: Notification['details']): Notification['details'] =>
  change !== undefined && watchedChanges.includes(change) ? { ...details, change } : details

/** The condition that a filter of the list shows a notification. What is done or snoozed is in its own filter alone. */
const isIn = (filter: InboxFilter) => (eb: ExpressionBuilder<Schema, 'notifications'>) => {
  if (filter === 'done') return eb('notifications.done_at', 'is not', null)
  if (filter === 'snoozed') return eb.and([eb('notifications.snoozed_until', 'is not', null), eb('notifications.done_at', 'is', null)])
  return eb.and([
    eb('notifications.done_at', 'is', null),
    eb('notifications.snoozed_until', 'is', null),
    ...(filter === 'unread' ? [eb('notifications.read_at', 'is', null)] : []),
    ...(filter === 'mentions' || filter === 'assigned' ? [eb('notifications.kind', 'in', kindsOfFilter[filter])] : []),
  ])
}

/** A page of a person's notifications, the newest first. */
export const listNotifications = async (
  db: Db,
  viewer: Actor,
  { before, limit, filter }: { before?: number; limit: number; filter: InboxFilter },
): Promise<Notification[]> =>
  shapedAll(
    db,
    viewer,
    await own(db, viewer)
      .where(isIn(filter))
      .$if(before !== undefined, (query) => query.where('notifications.id', '<', before ?? 0))
      .orderBy('notifications.id', 'desc')
      .limit(limit)
      .execute(),
  )

/** The given notifications that the person has not read and may see, the oldest first. */
export const listUnreadOf = async (db: Db, viewer: Actor, ids: readonly number[]): Promise<Notification[]> =>
  ids.length === 0
    ? []
    : shapedAll(
        db,
        viewer,
        await own(db, viewer)
          .where('notifications.id', 'in', ids)
          .where('notifications.read_at', 'is', null)
          .orderBy('notifications.id')
          .limit(limits.notifications)
          .execute(),
      )

/** How many notifications each filter shows. */
export async function countByFilter(db: Db, viewer: Actor): Promise<Record<InboxFilter, number>> {
  const counts = await db
    .selectFrom('notifications')
    .select((eb) =>
      inboxFilters.map((filter) =>
        eb.fn.coalesce(eb.fn.sum<number>(eb.case().when(isIn(filter)(eb)).then(1).else(0).end()), sql<number>`0`).as(filter),
      ),
    )
    .where('user_id', '=', viewer.userId)
    .where('kind', 'in', notificationKinds)
    .where(isSeenBy(db, viewer))
    .executeTakeFirstOrThrow()
  return Object.fromEntries(inboxFilters.map((filter) => [filter, Number(counts[filter])])) as Record<InboxFilter, number>
}

/** How many notifications the filter of unread ones shows: the bell says no number that its list does not have. */
export async function countUnread(db: Db, viewer: Actor): Promise<number> {
  const { n } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', viewer.userId)
    .where(isIn('unread'))
    .where('kind', 'in', notificationKinds)
    .where(isSeenBy(db, viewer))
    .executeTakeFirstOrThrow()
  return n
}

/** Unread ones that tell a person that an import did not work. */
export async function listOfImport(db: Db, { userId }: Actor, importId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'details'])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('kind', 'in', ['import_failed', 'import_without_board'])
    .orderBy('id', 'desc')
    .limit(limits.notifications)
    .execute()
  return rows.flatMap(({ id, details }) => ((JSON.parse(details) as StoredDetails).import_id === importId ? [id] : []))
}

/** Marks some of a person's notifications, or all up to one, as read. @returns whether any was unread */
export async function markRead(
  db: Db,
  { userId, token }: Actor,
  which: { ids: readonly number[] } | { upTo: number | undefined },
): Promise<boolean> {
  if ('ids' in which && which.ids.length === 0) return false
  const marked = await db
    .updateTable('notifications')
    .set({ read_at: instant(), mail_at: null, push_at: null })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(Boolean(token?.boardIds), (query) => query.where('board_id', 'in', visibleBoardIds(db, { userId, role: 'member', token })))
    .$if('ids' in which, (query) => query.where('id', 'in', 'ids' in which ? which.ids : []))
    .$if('upTo' in which && which.upTo !== undefined, (query) => query.where('id', '<=', 'upTo' in which ? (which.upTo ?? 0) : 0))
    .returning('id')
    .execute()
  return marked.length > 0
}

/**
 * Marks what was told of an estimation as read, for one person or for all: it asks nothing of them any more.
 * @returns the people for whom that changed something
 */
export async function markEstimationRead(trx: Db, estimationId: number, userId: number | null): Promise<number[]> {
  const marked = await trx
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(instant())), mail_at: null, push_at: null, snoozed_until: null }))
    .where('estimation_id', '=', estimationId)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('snoozed_until', 'is not', null)]))
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .returning('user_id')
    .execute()
  return [...new Set(marked.map(({ user_id }) => user_id))]
}

/** People with more than the limit. It reads how many everybody has, so it is asked where reading long holds nobody up. */
export async function listCrowded(reads: Db): Promise<number[]> {
  const rows = await reads
    .selectFrom('notifications')
    .select('user_id')
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '>', limits.notifications)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Deletes what a person has beyond the limit. Sources take turns, the newest of each first: the people of a board, and among all news the
 * boards and the people. So a person who causes many loses the oldest of their own, and never those of others.
 */
export async function deleteSurplus(db: Db, userId: number): Promise<void> {
  const surplus = sql<number>`
    with of_person as (
      select id, board_id, actor_id,
        row_number() over (partition by actor_id order by id desc) as among_person,
        row_number() over (partition by board_id, actor_id order by id desc) as turn_on_board
      from notifications where user_id = ${userId}
    ),
    of_board as (
      select id, actor_id, among_person,
        row_number() over (partition by board_id order by turn_on_board, id desc) as among_board
      from of_person
    ),
    numbered as (
      select id, row_number() over (
        order by case when actor_id is not null and among_person > among_board then among_person else among_board end, id desc
      ) as place
      from of_board
    )
    select id from numbered where place > ${limits.notifications}`
  await sql`delete from notifications where id in (${surplus})`.execute(db)
}

/** Deletes old marks of reminders. */
export async function deleteOldMarks(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - marksKeptMs).toISOString()
  await db.deleteFrom('notification_marks').where('made_at', '<', before).execute()
}

const muteName = (kind: MailKind) => `muted_mail.${kind}`

/** Ends or resumes one kind of emails to a person. */
export async function muteMail(db: Db, userId: number, kind: MailKind, muted: boolean): Promise<void> {
  if (!muted) {
    await db.deleteFrom('settings').where('user_id', '=', userId).where('name', '=', muteName(kind)).execute()
    return
  }
  await db
    .insertInto('settings')
    .values({ user_id: userId, name: muteName(kind), value: 'true' })
    .onConflict((oc) => oc.columns(['user_id', 'name']).doNothing())
    .execute()
}

/** The kinds of emails from which a person unsubscribed by a link. */
export async function listMutedMail(db: Db, userId: number): Promise<MailKind[]> {
  const prefix = muteName('' as MailKind)
  const rows = await db.selectFrom('settings').select('name').where('user_id', '=', userId).where('name', 'like', `${prefix}%`).execute()
  return rows.map(({ name }) => name.slice(prefix.length) as MailKind)
}

export const hasAccount = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined
