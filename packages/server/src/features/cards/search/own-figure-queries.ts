import { type DueGroup, dueGroups } from '@rodada/contract/cards/own-cards'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { readPage } from '../../../platform/limits/page-turns.ts'
import { countedAs } from '../../../platform/limits/person-limit.ts'
import { only, prepared } from '../../../platform/prepared-queries.ts'
import { addDays, mondayOf } from '../../../platform/time.ts'
import type { Actor } from '../../auth/queries.ts'
import { countWhere, isDone, isInProgress, isOpen, isOwnTask } from '../count-queries.ts'

/** So many cards are counted and put in order in a few milliseconds. Most people have a few hundred, those that are archived included. */
const fewCards = 2000

/** How many cards a person has; of many more than a few it counts no further. */
const countFew = prepared((db, { userId }: { userId: number }) =>
  db
    .selectFrom(
      db
        .selectFrom('cards')
        .select('cards.id')
        .where('cards.assignee_id', '=', userId)
        .unionAll(db.selectFrom('card_participants').select('card_participants.card_id as id').where('user_id', '=', userId))
        .limit(fewCards + 1)
        .as('few'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n')),
)

/**
 * Reads over all the cards of a person. Who brought whole boards, or is given work by programs, has so many that nobody should wait meanwhile: over
 * those it reads beside the event loop, when it is the turn of their network.
 */
export async function readOwn<T>({ db, reads }: Pick<Deps, 'db' | 'reads'>, viewer: Viewer, read: (from: Db) => Promise<T>): Promise<T> {
  const { n } = only(await countFew(db, { userId: viewer.userId }))
  return n > fewCards ? readPage({ address: viewer.address, whose: `account ${countedAs(viewer)}` }, () => read(reads)) : read(db)
}

/** A person's tasks, on the boards that they see now. */
export const ownTasks = (db: Db, viewer: Actor) =>
  db.selectFrom('cards').innerJoin('lists', 'lists.id', 'cards.list_id').where(isOwnTask(db, viewer))

/**
 * When a task is due. The dashboard and 'Minhas Tarefas' both count and list by these, so that they agree. `today` is 'YYYY-MM-DD' where the person is.
 */
function isDue(today: string): Record<DueGroup, RawBuilder<boolean>> {
  const sunday = addDays(mondayOf(today), 6)
  return {
    late: sql`(cards.due_date < ${today})`,
    today: sql`(cards.due_date = ${today})`,
    week: sql`(cards.due_date > ${today} and cards.due_date <= ${sunday})`,
    later: sql`(cards.due_date > ${sunday})`,
    undated: sql`(cards.due_date is null)`,
  }
}

/** The group of a task, by when it is due. */
export function dueGroupOf(today: string): RawBuilder<DueGroup> {
  const conditions = isDue(today)
  return sql`case ${sql.join(
    dueGroups.map((due) => sql`when ${conditions[due]} then ${sql.lit(due)}`),
    sql` `,
  )} end`
}

/** A calendar day, 'YYYY-MM-DD', and the instants between which it is where somebody is. */
export type Day = { day: string; from: string; until: string }

/** How much a person has, by how far it is. `days`: what was due or done on each, and what was done. */
export type OwnFigures = {
  done: number
  open: number
  inProgress: number
  /** Of what is open, as `dueToday`. */
  late: number
  dueToday: number
  days: { day: string; tasks: number; completed: number }[]
}

/** Counts a person's tasks. `today` is 'YYYY-MM-DD' where the person is. */
export async function countOwn(db: Db, viewer: Actor, today: string, days: readonly Day[]): Promise<OwnFigures> {
  const due = isDue(today)
  const row: Record<string, number | null> = await ownTasks(db, viewer)
    .select([
      countWhere(isDone).as('done'),
      countWhere(isOpen).as('open'),
      countWhere(isInProgress).as('in progress'),
      countWhere(sql<boolean>`(${isOpen} and ${due.late})`).as('late'),
      countWhere(sql<boolean>`(${isOpen} and ${due.today})`).as('due today'),
      ...days.flatMap(({ day, from, until }) => [
        countWhere(sql<boolean>`(cards.completed_at >= ${from} and cards.completed_at < ${until})`).as(`done ${day}`),
        countWhere(sql<boolean>`(cards.completed_at is null and cards.due_date = ${day})`).as(`due ${day}`),
      ]),
    ])
    .executeTakeFirstOrThrow()
  const count = (name: string): number => row[name] ?? 0
  return {
    done: count('done'),
    open: count('open'),
    inProgress: count('in progress'),
    late: count('late'),
    dueToday: count('due today'),
    days: days.map(({ day }) => ({ day, tasks: count(`done ${day}`) + count(`due ${day}`), completed: count(`done ${day}`) })),
  }
}
