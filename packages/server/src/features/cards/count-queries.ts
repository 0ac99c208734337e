import { calmWeekdays } from '@rodada/contract/cards/settings'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { startOfDay, weekdayBack } from '../../platform/time.ts'
import type { Actor } from '../auth/queries.ts'
import { workBoardIds } from '../boards/queries.ts'
import { isOfPerson } from './participants/queries.ts'

type OnCards = ExpressionBuilder<Schema, 'cards' | 'lists'>

/** Neither the card nor its list is archived or deleted. */
export const isShown = (eb: OnCards) =>
  eb.and([
    eb('cards.archived_at', 'is', null),
    eb('cards.deleted_at', 'is', null),
    eb('lists.archived_at', 'is', null),
    eb('lists.deleted_at', 'is', null),
  ])

/** A shown card that is not cancelled: it counts as a task wherever tasks are counted. */
export const isTask = (eb: OnCards) => eb.and([isShown(eb), eb('cards.status', '!=', 'cancelada')])

/** A task of this person, who answers for it or takes part, on a board that they see now. Their dashboard, the badge and 'Minhas Tarefas' all count these. */
export const isOwnTask = (db: Db, viewer: Actor) => (eb: OnCards) =>
  eb.and([isTask(eb), isOfPerson(viewer.userId), eb('cards.board_id', 'in', workBoardIds(db, viewer))])

/** Neither done nor cancelled. */
export const isOpen = sql<boolean>`(cards.status not in ('concluida', 'cancelada'))`
export const isDone = sql<boolean>`(cards.status = 'concluida')`
export const isInProgress = sql<boolean>`(cards.status = 'em_andamento')`
/** Open, and due before `today`, 'YYYY-MM-DD'. */
export const isOverdue = (today: string) => sql<boolean>`(${isOpen} and cards.due_date < ${today})`

const isUnderWay = sql<boolean>`(${isInProgress} or cards.status = 'impedimento')`

/** Work under way that nobody moved for some weekdays. `today` is 'YYYY-MM-DD' in the time zone. */
export const isIdle = (today: string, timeZone: string) =>
  sql<boolean>`(${isUnderWay} and cards.moved_at < ${startOfDay(weekdayBack(today, calmWeekdays), timeZone)})`

/** How many rows satisfy a condition; null when there are no rows. */
export const countWhere = (condition: Expression<SqlBool>): RawBuilder<number | null> =>
  sql<number | null>`sum(case when ${condition} then 1 else 0 end)`
