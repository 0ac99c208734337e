import { limits } from '@rodada/contract/core/limits'
import type { Notification } from '@rodada/contract/notifications/notifications'
import type { MailKind } from '@rodada/contract/notifications/settings'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'

/** A reminder is not sent twice within this time, in milliseconds. */
const marksKeptMs = 90 * 86_400_000

/** A person's notifications of boards that they see now. */
const own = (db: Db, viewer: Actor) =>
  db
    .selectFrom('notifications')
    .innerJoin('boards', 'boards.id', 'notifications.board_id')
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
      'cards.id as card_id',
      'notifications.sprint_id',
      'notifications.estimation_id',
      'notifications.subject',
      'notifications.count',
      'notifications.details',
      'notifications.created_at',
      'notifications.read_at',
    ])
    .where('notifications.user_id', '=', viewer.userId)
    .where('notifications.board_id', 'in', visibleBoardIds(db, viewer))

type Row = Awaited<ReturnType<ReturnType<typeof own>['execute']>>[number]

const shaped = ({ actor_id, actor_name, actor_avatar, board_id, board_title, board_color, details, ...row }: Row): Notification => ({
  ...row,
  actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '', avatar_url: actor_avatar },
  board: { id: board_id, title: board_title, color: board_color },
  details: JSON.parse(details) as Notification['details'],
})

/** A page of a person's notifications, the newest first. */
export const listNotifications = async (
  db: Db,
  viewer: Actor,
  { before, limit }: { before?: number; limit: number },
): Promise<Notification[]> =>
  (
    await own(db, viewer)
      .$if(before !== undefined, (query) => query.where('notifications.id', '<', before ?? 0))
      .orderBy('notifications.id', 'desc')
      .limit(limit)
      .execute()
  ).map(shaped)

/** The given notifications that the person has not read and may see, the oldest first. */
export const listUnreadOf = async (db: Db, viewer: Actor, ids: readonly number[]): Promise<Notification[]> =>
  ids.length === 0
    ? []
    : (
        await own(db, viewer)
          .where('notifications.id', 'in', ids)
          .where('notifications.read_at', 'is', null)
          .orderBy('notifications.id')
          .limit(limits.notifications)
          .execute()
      ).map(shaped)

export async function countUnread(db: Db, viewer: Actor): Promise<number> {
  const { n } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', viewer.userId)
    .where('read_at', 'is', null)
    .where('board_id', 'in', visibleBoardIds(db, viewer))
    .executeTakeFirstOrThrow()
  return n
}

/** Marks one of a person's notifications, or all up to one, as read. @returns whether any was unread */
export async function markRead(db: Db, userId: number, which: { id: number } | { upTo: number | undefined }): Promise<boolean> {
  const marked = await db
    .updateTable('notifications')
    .set({ read_at: instant(), mail_at: null, push_at: null })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : 0))
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
    .set({ read_at: instant(), mail_at: null, push_at: null })
    .where('estimation_id', '=', estimationId)
    .where('read_at', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .returning('user_id')
    .execute()
  return [...new Set(marked.map(({ user_id }) => user_id))]
}

/**
 * Deletes what a person has beyond the limit, and old marks of reminders. Sources take turns, the newest of each first: the people of a
 * board, and among all news the boards and the people. So a person who causes many loses the oldest of their own, and never those of
 * others.
 */
export async function deleteSurplus(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - marksKeptMs).toISOString()
  await db.deleteFrom('notification_marks').where('made_at', '<', before).execute()
  const kept = limits.notifications
  const surplus = sql<number>`
    with crowded as (select user_id from notifications group by user_id having count(*) > ${kept}),
    of_person as (
      select id, user_id, board_id, actor_id,
        row_number() over (partition by user_id, actor_id order by id desc) as among_person,
        row_number() over (partition by user_id, board_id, actor_id order by id desc) as turn_on_board
      from notifications where user_id in (select user_id from crowded)
    ),
    of_board as (
      select id, user_id, actor_id, among_person,
        row_number() over (partition by user_id, board_id order by turn_on_board, id desc) as among_board
      from of_person
    ),
    numbered as (
      select id, row_number() over (
        partition by user_id
        order by case when actor_id is not null and among_person > among_board then among_person else among_board end, id desc
      ) as place
      from of_board
    )
    select id from numbered where place > ${kept}`
  await sql`delete from notifications where id in (${surplus})`.execute(db)
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
