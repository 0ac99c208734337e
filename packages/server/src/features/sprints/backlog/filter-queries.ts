import type { DueFilter } from '@rodada/contract/boards/settings'
import type { Priority } from '@rodada/contract/core/fields'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Schema } from '../../../platform/database.ts'
import { inSevenDays } from '../../../platform/time.ts'
import { isIdle } from '../../cards/count-queries.ts'
import { isOfPerson } from '../../cards/participants/queries.ts'
import { hasPriority } from '../../cards/queries.ts'
import { isBlocked } from '../../cards/relations/mark-queries.ts'

/** What a card of the backlog must be to be listed: all that is given, and of several of one kind any. Person 0 is nobody. */
export type BacklogFilter = {
  /** That its texts hold what is searched for. */
  holds?: Expression<SqlBool> | undefined
  labels?: readonly number[] | undefined
  people?: readonly number[] | undefined
  priorities?: readonly Priority[] | undefined
  estimated?: boolean | undefined
  due?: readonly DueFilter[] | undefined
  start?: readonly DueFilter[] | undefined
  /** 'YYYY-MM-DD', where the person is. */
  today: string
  timeZone: string
  blocked?: 'true' | undefined
  recurs?: 'true' | undefined
  files?: 'true' | undefined
  idle?: 'true' | undefined
  /** What it must have in fields of the board. */
  inFields?: readonly Expression<SqlBool>[] | undefined
}

type Condition = (eb: ExpressionBuilder<Schema, 'cards'>) => Expression<SqlBool>

/** The conditions of a filter, as a board's own filter has them in `card-matcher.ts`. What is over is in no backlog. */
export function conditionsOf({ holds, today, timeZone, ...filter }: BacklogFilter): Condition[] {
  const { labels, people, priorities, estimated, due, start, blocked, recurs, files, idle, inFields = [] } = filter
  const given = (condition: Condition, when: unknown): Condition[] => (when ? [condition] : [])
  return [
    ...(holds ? [() => holds] : []),
    ...given(
      (eb) =>
        eb(
          'cards.id',
          'in',
          eb
            .selectFrom('card_labels')
            .select('card_id')
            .where('label_id', 'in', labels ?? []),
        ),
      labels,
    ),
    ...given((eb) => eb.or((people ?? []).map((id) => (id === 0 ? eb('cards.assignee_id', 'is', null) : isOfPerson(id)))), people),
    ...given((eb) => eb.or((priorities ?? []).map((priority) => hasPriority(priority)(eb))), priorities),
    ...given((eb) => eb('cards.estimate', estimated ? 'is not' : 'is', null), estimated !== undefined),
    ...given((eb) => eb.or((due ?? []).map((wanted) => isDue(eb, wanted, today))), due),
    ...given((eb) => eb.or((start ?? []).map((wanted) => isStart(eb, wanted, today))), start),
    ...given(() => isBlocked, blocked),
    ...given((eb) => eb('cards.id', 'in', eb.selectFrom('card_recurrences').select('card_id')), recurs),
    ...given((eb) => eb('cards.file_count', '>', 0), files),
    ...given(() => isIdle(today, timeZone), idle),
    ...inFields.map((condition) => () => condition),
  ]
}

type Dated = 'cards.due_date' | 'cards.start_date'

function stands(eb: ExpressionBuilder<Schema, 'cards'>, column: Dated, wanted: DueFilter, today: string) {
  if (wanted === 'none') return eb(column, 'is', null)
  if (wanted === 'late') return eb(column, '<', today)
  if (wanted === 'today') return eb(column, '=', today)
  return eb.and([eb(column, '>=', today), eb(column, '<=', inSevenDays(today))])
}

const isDue = (eb: ExpressionBuilder<Schema, 'cards'>, wanted: DueFilter, today: string) => stands(eb, 'cards.due_date', wanted, today)

/** What is under way or stuck has begun, and is not late to begin. */
const isStart = (eb: ExpressionBuilder<Schema, 'cards'>, wanted: DueFilter, today: string) => {
  const dated = stands(eb, 'cards.start_date', wanted, today)
  return wanted === 'late' ? eb.and([dated, eb('cards.status', '=', 'pendente')]) : dated
}
