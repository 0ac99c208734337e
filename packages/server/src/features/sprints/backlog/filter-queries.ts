import type { DueFilter } from '@rodada/contract/boards/settings'
import type { Priority } from '@rodada/contract/core/fields'
import type { WantedValue } from '@rodada/contract/sprints/tasks'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Schema } from '../../../platform/database.ts'
import { addDays } from '../../../platform/time.ts'
import { isIdle } from '../../cards/count-queries.ts'
import { hasAnyOf } from '../../cards/fields/queries.ts'
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
  /** 'YYYY-MM-DD', where the person is. */
  today: string
  timeZone: string
  blocked?: 'true' | undefined
  recurs?: 'true' | undefined
  files?: 'true' | undefined
  idle?: 'true' | undefined
  /** By the ids of the board's fields: any of these values. */
  fields?: ReadonlyMap<number, readonly WantedValue[]> | undefined
}

/** The last day that is 'within seven days'. */
const weekDays = 7
type Condition = (eb: ExpressionBuilder<Schema, 'cards'>) => Expression<SqlBool>

/** The conditions of a filter, as a board's own filter has them in `card-matcher.ts`. What is over is in no backlog. */
export function conditionsOf({ holds, today, timeZone, ...filter }: BacklogFilter): Condition[] {
  const { labels, people, priorities, estimated, due, blocked, recurs, files, idle, fields = [] } = filter
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
    ...given(() => isBlocked, blocked),
    ...given((eb) => eb('cards.id', 'in', eb.selectFrom('card_recurrences').select('card_id')), recurs),
    ...given((eb) => eb('cards.file_count', '>', 0), files),
    ...given(() => isIdle(today, timeZone), idle),
    ...[...fields].map(
      ([fieldId, wanted]) =>
        () =>
          hasAnyOf(fieldId, wanted),
    ),
  ]
}

function isDue(eb: ExpressionBuilder<Schema, 'cards'>, wanted: DueFilter, today: string) {
  if (wanted === 'none') return eb('cards.due_date', 'is', null)
  if (wanted === 'late') return eb('cards.due_date', '<', today)
  if (wanted === 'today') return eb('cards.due_date', '=', today)
  return eb.and([eb('cards.due_date', '>=', today), eb('cards.due_date', '<=', addDays(today, weekDays))])
}
