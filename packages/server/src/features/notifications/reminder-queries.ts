import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { workBoardIds } from '../boards/queries.ts'
import { isOfPerson } from '../cards/participants/queries.ts'
import { overStatuses } from '../sprints/queries.ts'
import { wants } from './notice-queries.ts'

/** Rows of one run of the job; the rest comes in the next. */
const rowsAtOnce = 200

/** Open cards that are shown. */
const openCards = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.archived_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .where('boards.is_template', '=', 0)
    .where('cards.status', 'not in', overStatuses)

/** The mark of a sent reminder. */
const markOf = (day: string, when: string) => sql<string>`'due.' || due.id || '.' || ${day} || '.' || ${when}`

export type DueCard = { id: number; title: string; board_id: number; user_id: number; mark: string }

/**
 * Cards due on a day and whose they are, assignees and participants, where those live in a time zone, want reminders and had none yet: one of each person, then a second of each, so
 * that thousands of one person do not delay the others until noon.
 */
export const listDueCards = (
  db: Db,
  { timezone, day, when }: { timezone: string; day: string; when: 'today' | 'tomorrow' },
): Promise<DueCard[]> =>
  db
    .with('due', (db) =>
      openCards(db).select(['cards.id', 'cards.title', 'cards.board_id', 'cards.assignee_id']).where('cards.due_date', '=', day),
    )
    .with('own', (db) =>
      db
        .selectFrom('due')
        .select(['due.id as card_id', 'due.assignee_id as user_id'])
        .union(
          db
            .selectFrom('due')
            .innerJoin('card_participants', 'card_participants.card_id', 'due.id')
            .select(['card_participants.card_id', 'card_participants.user_id']),
        ),
    )
    .selectFrom('own')
    .innerJoin('due', 'due.id', 'own.card_id')
    .innerJoin('users', 'users.id', 'own.user_id')
    .select(['due.id', 'due.title', 'due.board_id', 'users.id as user_id', markOf(day, when).as('mark')])
    .where('users.timezone', '=', timezone)
    .where('users.deactivated_at', 'is', null)
    .where(wants('card_due'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notification_marks as made')
            .select('made.name')
            .whereRef('made.user_id', '=', 'users.id')
            .where('made.name', '=', markOf(day, when)),
        ),
      ),
    )
    .orderBy(sql`row_number() over (partition by users.id order by due.id)`)
    .orderBy('users.id')
    .limit(rowsAtOnce)
    .execute()

/** Marks a reminder as sent. @returns whether this process is to send it; of several, one is */
export async function addMark(trx: Db, userId: number, name: string, now: Date): Promise<boolean> {
  const made = await trx
    .insertInto('notification_marks')
    .values({ user_id: userId, name, made_at: now.toISOString() })
    .onConflict((oc) => oc.columns(['user_id', 'name']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return made !== undefined
}

/** People of a time zone who chose the weekly digest and did not get the one of this mark. */
export async function listDigestReaders(db: Db, timezone: string, mark: string): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('settings', 'settings.user_id', 'users.id')
    .leftJoin('notification_marks as made', (join) => join.onRef('made.user_id', '=', 'users.id').on('made.name', '=', mark))
    .select('users.id')
    // As in the index, which values that are bound would hide from the planner.
    .where('settings.name', '=', sql.lit('weekly_digest'))
    .where('settings.value', '=', sql.lit('true'))
    .where('users.timezone', '=', timezone)
    .where('users.deactivated_at', 'is', null)
    .where('made.name', 'is', null)
    .orderBy('users.id')
    .limit(rowsAtOnce)
    .execute()
  return rows.map(({ id }) => id)
}

export type DigestCard = { id: number; board_id: number; title: string; due_date: string | null }
export type Digest = { completed: number; late: DigestCard[]; due: DigestCard[]; counts: { late: number; due: number } }

/** A person's week on the boards that they see: cards completed from `since` to `before`, late ones, and those due until a day. */
export async function readDigest(
  db: Db,
  viewer: Actor,
  { since, before, today, until, most }: { since: string; before: string; today: string; until: string; most: number },
): Promise<Digest> {
  const mine = openCards(db).where(isOfPerson(viewer.userId)).where('cards.board_id', 'in', workBoardIds(db, viewer))
  const late = mine.where('cards.due_date', '<', today)
  const due = mine.where('cards.due_date', '>=', today).where('cards.due_date', '<=', until)
  const listed = (query: typeof mine) =>
    query
      .select(['cards.id', 'cards.board_id', 'cards.title', 'cards.due_date'])
      .orderBy('cards.due_date')
      .orderBy('cards.id')
      .limit(most)
      .execute()
  const counted = async (query: typeof mine) => (await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
  const { n: completed } = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(isOfPerson(viewer.userId))
    .where('cards.status', '=', 'concluida')
    .where('cards.completed_at', '>=', since)
    .where('cards.completed_at', '<', before)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('cards.board_id', 'in', workBoardIds(db, viewer))
    .executeTakeFirstOrThrow()
  return { completed, late: await listed(late), due: await listed(due), counts: { late: await counted(late), due: await counted(due) } }
}
