import type { FieldCondition } from '@rodada/contract/boards/field-conditions'
import type { DayFilter } from '@rodada/contract/boards/settings'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { holdsAnywhere } from '../../../platform/text-queries.ts'
import { inSevenDays } from '../../../platform/time.ts'
import { filterInPieces } from '../search/pieces.ts'

/** What a card is asked to have in a field: the id of an option or a person, whatever it is, nothing, or what meets a condition. */
export type WantedInField = number | 'any' | 'none' | FieldCondition

type Asked = { db: Db; engine: Engine; boardId: number; today: string }
type Condition = RawBuilder<boolean>

/** The conditions that cards of a board have in each of some fields any of what is asked there. What is not ticked is as good as empty. */
export async function conditionsOfFields(fields: ReadonlyMap<number, readonly WantedInField[]>, asked: Asked): Promise<Condition[]> {
  const conditions: Condition[] = []
  for (const [fieldId, wanted] of fields) {
    const any: Condition[] = []
    for (const value of wanted) any.push(typeof value === 'object' ? await meets(fieldId, value, asked) : hasIn(fieldId, value))
    conditions.push(sql<boolean>`(${sql.join(any, sql` or `)})`)
  }
  return conditions
}

const valuesOf = (fieldId: number) => sql`select card_id from card_field_values where field_id = ${fieldId}`

function hasIn(fieldId: number, value: number | 'any' | 'none'): Condition {
  const filled = sql`${valuesOf(fieldId)} and (checked is null or checked = 1)`
  if (value === 'none') return sql<boolean>`cards.id not in (${filled})`
  return value === 'any' ? sql`cards.id in (${filled})` : sql`cards.id in (${filled} and (option_id = ${value} or person_id = ${value}))`
}

async function meets(fieldId: number, { has, min, max, from, to, when = [] }: FieldCondition, asked: Asked): Promise<Condition> {
  const any = [
    ...(has === undefined ? [] : [await holds(fieldId, has, asked)]),
    ...isBetween(sql`number_value`, min, max),
    ...isBetween(sql`date_value`, from, to),
    ...when.map((way) => standsSo(way, asked.today)),
  ]
  return sql<boolean>`cards.id in (${valuesOf(fieldId)} and (${sql.join(any, sql` or `)}))`
}

function isBetween(column: RawBuilder<unknown>, first: string | number | undefined, last: string | number | undefined): Condition[] {
  const ends = [...(first === undefined ? [] : [sql`${column} >= ${first}`]), ...(last === undefined ? [] : [sql`${column} <= ${last}`])]
  return ends.length > 0 ? [sql<boolean>`(${sql.join(ends, sql` and `)})`] : []
}

function standsSo(way: DayFilter, today: string): Condition {
  if (way === 'late') return sql`date_value < ${today}`
  return way === 'today' ? sql`date_value = ${today}` : sql`(date_value >= ${today} and date_value <= ${inSevenDays(today)})`
}

/** SQLite looks through the texts beforehand, a few at a time, because it answers in one piece. */
async function holds(fieldId: number, text: string, { db, engine, boardId }: Asked): Promise<Condition> {
  const condition = holdsAnywhere(engine, sql`search_text`, text)
  if (engine === 'postgres') return condition
  const values = db
    .selectFrom('card_field_values')
    .innerJoin('board_fields', 'board_fields.id', 'field_id')
    .select('card_field_values.id')
    .where('field_id', '=', fieldId)
    .where('board_id', '=', boardId)
    .where('text_value', 'is not', null)
  const isAmong = (ids: readonly number[]) => sql<boolean>`id in (select value from json_each(${JSON.stringify(ids)}))`
  const held = async (some: readonly number[]) => {
    const rows = await db.selectFrom('card_field_values').select('id').where(isAmong(some)).where(condition).execute()
    return rows.map(({ id }) => id)
  }
  const ids = (await values.execute()).map(({ id }) => id)
  return isAmong(await filterInPieces(ids, held))
}
