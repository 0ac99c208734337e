import type { FieldType } from '@rodada/contract/boards/fields'
import type { FieldValue, FieldValues } from '@rodada/contract/cards/field-values'
import { limits } from '@rodada/contract/core/limits'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { excerptOf } from '../../../platform/excerpt.ts'
import { expectRows } from '../../../platform/limits/costly-turns.ts'
import { normalize } from '../../../platform/normalize.ts'
import { prepared } from '../../../platform/prepared-queries.ts'
import { partsInTurns } from '../../../platform/slices.ts'
import { isShown } from '../count-queries.ts'
import type { ValueChange } from '../events.ts'

/** Where a value of each type is stored. */
const columnOf = {
  text: 'text_value',
  number: 'number_value',
  date: 'date_value',
  checkbox: 'checked',
  choice: 'option_id',
  person: 'person_id',
} as const satisfies Record<FieldType, keyof Schema['card_field_values']>
const columns = Object.values(columnOf)
/** Values of one statement that deletes. */
const valuesAtOnce = 5000

type Row = Pick<Insertable<Schema['card_field_values']>, (typeof columns)[number]>

/** The value of a row, which has one column. */
const storedIn = (row: Row): FieldValue =>
  row.checked === null ? (row.text_value ?? row.number_value ?? row.date_value ?? row.option_id ?? row.person_id ?? '') : row.checked === 1

/** The columns of a value of a type. */
export const rowOf = (type: FieldType, value: FieldValue): Row & { search_text: string | null } => ({
  text_value: null,
  number_value: null,
  date_value: null,
  checked: null,
  option_id: null,
  person_id: null,
  [columnOf[type]]: typeof value === 'boolean' ? Number(value) : value,
  search_text: type === 'text' ? normalize(String(value)) : null,
})

const valuesOfCard = prepared((db, { cardId }: { cardId: number }) =>
  db
    .selectFrom('card_field_values')
    .select(['field_id', ...columns])
    .where('card_id', '=', cardId),
)

/** What a card has in the fields of its board. */
export async function listValuesOfCard(db: Db, cardId: number): Promise<FieldValues> {
  const rows = await valuesOfCard(db, { cardId })
  return Object.fromEntries(rows.map((row) => [row.field_id, storedIn(row)]))
}

/** What cards have in the fields of their board, by the ids of the cards; one with nothing is absent. */
export async function listValuesOfCards(db: Db, cardIds: readonly number[]): Promise<ReadonlyMap<number, FieldValues>> {
  if (cardIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('card_field_values')
    .select(['card_id', 'field_id', ...columns])
    .where('card_id', 'in', cardIds)
    .execute()
  const byCard = Map.groupBy(rows, ({ card_id }) => card_id)
  return new Map([...byCard].map(([id, own]) => [id, Object.fromEntries(own.map((row) => [row.field_id, storedIn(row)]))]))
}

/** Writes new values of a card, all of them in a statement or two. */
export async function storeValues(trx: Db, cardId: number, changes: readonly ValueChange[]): Promise<void> {
  const gone = changes.flatMap(({ field, value }) => (value === null ? [field.id] : []))
  const rows = changes.flatMap(({ field, value }) =>
    value === null ? [] : [{ card_id: cardId, field_id: field.id, ...rowOf(field.type, value) }],
  )
  if (gone.length > 0) await trx.deleteFrom('card_field_values').where('card_id', '=', cardId).where('field_id', 'in', gone).execute()
  if (rows.length === 0) return
  await trx
    .insertInto('card_field_values')
    .values(rows)
    .onConflict((oc) =>
      oc
        .columns(['card_id', 'field_id'])
        .doUpdateSet((eb) => Object.fromEntries([...columns, 'search_text' as const].map((name) => [name, eb.ref(`excluded.${name}`)]))),
    )
    .execute()
}

/**
 * What the board shows of the fields of some cards, as JSON; null for nothing. Texts have a bound together: of 20,000 cards with 30 of them the
 * whole ones are 300 MB, and one look at the board would stop the process.
 */
export async function readShownFields(db: Db, cardIds: readonly number[]): Promise<{ id: number; shown_fields: string | null }[]> {
  const rows = await db
    .selectFrom('card_field_values')
    .innerJoin('board_fields', 'board_fields.id', 'card_field_values.field_id')
    .select(['card_id', 'field_id', ...columns])
    .where('card_id', 'in', cardIds)
    .where('on_card', '=', 1)
    .execute()
  const byCard = Map.groupBy(rows, ({ card_id }) => card_id)
  return cardIds.map((id) => {
    const shown = byCard.get(id)
    return { id, shown_fields: shown ? JSON.stringify(withCutTexts(shown.map((row) => [row.field_id, storedIn(row)] as const))) : null }
  })
}

function withCutTexts(values: readonly (readonly [fieldId: number, value: FieldValue])[]): FieldValues {
  const most = shareOf(
    values.flatMap(([, value]) => (typeof value === 'string' ? value.length : [])),
    limits.shownTexts,
  )
  return Object.fromEntries(values.map(([id, value]) => [id, typeof value === 'string' ? excerptOf(value, most) : value]))
}

/** How long each of some texts may be, so that all together are no longer than `most`: short ones stay whole, and long ones share the rest. */
function shareOf(lengths: readonly number[], most: number): number {
  let left = most
  for (const [index, length] of [...lengths].sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - index))
    if (length > share) return share
    left -= length
  }
  return most
}

/** What the cards that a board shows have in one of its fields. The caller has made sure that the viewer sees the board, and that it has the field. */
export async function listValuesOfField(db: Db, fieldId: number): Promise<{ card_id: number; value: FieldValue }[]> {
  const { n } = await db
    .selectFrom('card_field_values')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('field_id', '=', fieldId)
    .executeTakeFirstOrThrow()
  await expectRows(n)
  const rows = await db
    .selectFrom('card_field_values')
    .innerJoin('cards', 'cards.id', 'card_field_values.card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select(['card_id', ...columns])
    .where('field_id', '=', fieldId)
    .where(isShown)
    .orderBy('card_id')
    .execute()
  return rows.map((row) => ({ card_id: row.card_id, value: storedIn(row) }))
}

/** The cards that have something in a field, or one of some options of it. */
export async function listCardIdsWith(db: Db, fieldId: number, optionIds?: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('card_field_values')
    .select('card_id')
    .where('field_id', '=', fieldId)
    .$if(optionIds !== undefined, (query) => query.where('option_id', 'in', optionIds ?? [0]))
    .orderBy('card_id')
    .execute()
  return rows.map(({ card_id }) => card_id)
}

/** Empties a field on all cards, or takes some options of it off them. */
export async function deleteValues(trx: Db, fieldId: number, optionIds?: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('card_field_values')
    .where('field_id', '=', fieldId)
    .$if(optionIds !== undefined, (query) => query.where('option_id', 'in', optionIds ?? [0]))
    .execute()
}

/** Takes a person out of the fields of a board, in parts between which the event loop goes on. @returns the cards that had the person in one */
export async function deleteValuesOfPerson(trx: Db, boardId: number, userId: number): Promise<number[]> {
  const cardIds = new Set<number>()
  await partsInTurns(async () => {
    const rows = await trx
      .deleteFrom('card_field_values')
      .where('id', 'in', (values) =>
        values
          .selectFrom('card_field_values')
          .select('id')
          .where('person_id', '=', userId)
          .where('field_id', 'in', (fields) => fields.selectFrom('board_fields').select('id').where('board_id', '=', boardId))
          .limit(valuesAtOnce),
      )
      .returning('card_id')
      .execute()
    for (const { card_id } of rows) cardIds.add(card_id)
    return rows.length
  })
  return [...cardIds].sort((a, b) => a - b)
}

/** Gives copies of cards what these have in the fields. @param pairs a table of cards and their copies */
export async function copyValues(trx: Db, pairs: RawBuilder<unknown>): Promise<void> {
  const names = sql.join([...columns, 'search_text'].map((column) => sql.ref(column)))
  await sql`
    insert into card_field_values (card_id, field_id, ${names})
    select pair.column2, field_id, ${names} from ${pairs} as pair
    join card_field_values on card_field_values.card_id = pair.column1`.execute(trx)
}

/**
 * As `copyValues`, where the copies are on another board. Who is not on it is left out. SQLite takes crossed tables in their order; by itself it
 * begins with the fields, and reads the values of the whole board for a hundred of its cards.
 * @param known tables of the fields and of the options of both boards
 */
export async function copyValuesElsewhere(
  trx: Db,
  pairs: RawBuilder<unknown>,
  { boardId, fields, options }: { boardId: number; fields: RawBuilder<unknown>; options: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    insert into card_field_values (card_id, field_id, text_value, search_text, number_value, date_value, checked, option_id, person_id)
    select pair.column2, field.column2, text_value, search_text, number_value, date_value, checked, choice.column2, person_id
    from ${pairs} as pair
    cross join card_field_values as old
    cross join ${fields} as field
    left join ${options} as choice on choice.column1 = old.option_id
    where old.card_id = pair.column1 and field.column1 = old.field_id and (old.option_id is null or choice.column2 is not null)
      and (person_id is null or person_id in (select user_id from board_members where board_id = ${boardId}))`.execute(trx)
}

/** The condition that a card has a value in a field; null: that the field is empty. What is not ticked is as good as empty. */
export function hasValue({ id, type }: { id: number; type: FieldType }, value: FieldValue | null) {
  const cards = sql`select card_id from card_field_values where field_id = ${id}`
  if (type === 'checkbox') return sql<boolean>`cards.id ${value === true ? sql`in` : sql`not in`} (${cards} and checked = 1)`
  if (value === null) return sql<boolean>`cards.id not in (${cards})`
  return sql<boolean>`cards.id in (${cards} and ${sql.ref(columnOf[type])} = ${value})`
}

/** Empties all fields of a card. */
export async function clearValues(trx: Db, cardId: number): Promise<void> {
  await trx.deleteFrom('card_field_values').where('card_id', '=', cardId).execute()
}
