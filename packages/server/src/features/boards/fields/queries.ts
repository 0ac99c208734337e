import type { BoardField, FieldType } from '@rodada/contract/boards/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts'
import { prepared } from '../../../platform/prepared-queries.ts'

export type NewOption = { name: string; color: string }
export type OptionChange = NewOption & { id?: number | undefined }

/** One row for each option of a field, or one without an option. The board's page asks for them at every notice. */
const fieldRows = prepared((db, { boardId }: { boardId: number }) =>
  db
    .selectFrom('board_fields')
    .leftJoin('board_field_options as option', 'option.field_id', 'board_fields.id')
    .select([
      'board_fields.id',
      'board_fields.name',
      'type',
      'board_fields.position',
      'on_card',
      'version',
      'option.id as option_id',
      'option.name as option_name',
      'option.color as option_color',
    ])
    .where('board_id', '=', boardId)
    .orderBy('board_fields.position')
    .orderBy('board_fields.id')
    .orderBy('option.position'),
)

/** The fields of a board with their options, in their order. */
export async function listFields(db: Db, boardId: number): Promise<BoardField[]> {
  const fields = new Map<number, BoardField>()
  for (const { option_id, option_name, option_color, on_card, ...row } of await fieldRows(db, { boardId })) {
    const field = fields.get(row.id) ?? { ...row, position: fields.size, on_card: on_card === 1, options: [] }
    fields.set(row.id, field)
    if (option_id !== null) field.options.push({ id: option_id, name: option_name ?? '', color: option_color ?? '' })
  }
  return [...fields.values()]
}

/** A field by its whole path. @throws AppError 404 */
export async function getField(db: Db, boardId: number, fieldId: number): Promise<BoardField> {
  const field = (await listFields(db, boardId)).find(({ id }) => id === fieldId)
  if (!field) throw notFound()
  return field
}

type NewField = { name: string; type: FieldType; on_card: boolean; options: readonly NewOption[] }

/** Adds fields behind the others, in their order. @throws AppError 409 when the board would have too many */
export async function addFields(trx: Db, boardId: number, fields: readonly NewField[]): Promise<BoardField[]> {
  if (fields.length === 0) return []
  const { length } = await listFields(trx, boardId)
  if (length + fields.length > limits.boardFields) throw conflict(texts.tooManyFields)
  const created_at = instant()
  for (const [index, { name, type, on_card, options }] of fields.entries()) {
    const { id } = await trx
      .insertInto('board_fields')
      .values({ board_id: boardId, name, type, position: length + index, on_card: on_card ? 1 : 0, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addOptions(
      trx,
      id,
      options.map((option, position) => ({ ...option, position })),
    )
  }
  return (await listFields(trx, boardId)).slice(length)
}

/** As `addFields`, one. */
export async function addField(trx: Db, boardId: number, field: NewField): Promise<BoardField> {
  const [added] = await addFields(trx, boardId, [field])
  if (!added) throw new Error('a field was not returned')
  return added
}

async function addOptions(trx: Db, fieldId: number, options: readonly (NewOption & { position: number })[]): Promise<void> {
  if (options.length === 0) return
  await trx
    .insertInto('board_field_options')
    .values(options.map(({ name, color, position }) => ({ field_id: fieldId, name, color, position })))
    .execute()
}

/** Writes a field's own values; a new name, or new options beside it, count its version. */
export async function updateField(
  trx: Db,
  field: BoardField,
  { name = field.name, on_card = field.on_card, newOptions }: { name?: string; on_card?: boolean; newOptions: boolean },
): Promise<void> {
  const version = name === field.name && !newOptions ? field.version : field.version + 1
  await trx
    .updateTable('board_fields')
    .set({ name, on_card: on_card ? 1 : 0, version })
    .where('id', '=', field.id)
    .execute()
}

/** Makes these the options of a field. Those that are left out have been taken off the cards. @throws AppError 400 for a foreign one */
export async function replaceOptions(trx: Db, field: BoardField, options: readonly OptionChange[]): Promise<void> {
  const gone = optionsWithout(field, options)
  if (gone.length > 0) await trx.deleteFrom('board_field_options').where('id', 'in', gone).execute()
  for (const [position, { id, name, color }] of options.entries()) {
    if (id !== undefined) await trx.updateTable('board_field_options').set({ name, color, position }).where('id', '=', id).execute()
  }
  await addOptions(
    trx,
    field.id,
    options.map((option, position) => ({ ...option, position })).filter(({ id }) => id === undefined),
  )
}

/** The options of a field that are not among new ones. @throws AppError 400 when one of those is foreign, or there twice */
export function optionsWithout(field: BoardField, options: readonly OptionChange[]): number[] {
  const own = new Set(field.options.map(({ id }) => id))
  for (const { id } of options) if (id !== undefined && !own.delete(id)) throw invalid({ options: texts.fieldOptionUnknown })
  return [...own]
}

/** Puts a field at an index among those of its board. Beyond the end means at the end. */
export async function placeField(trx: Db, boardId: number, fieldId: number, position: number): Promise<void> {
  const ids = (await listFields(trx, boardId)).map(({ id }) => id).filter((id) => id !== fieldId)
  ids.splice(position, 0, fieldId)
  for (const [index, id] of ids.entries()) {
    await trx.updateTable('board_fields').set({ position: index }).where('id', '=', id).where('position', '!=', index).execute()
  }
}

export async function deleteField(trx: Db, fieldId: number): Promise<void> {
  await trx.deleteFrom('board_fields').where('id', '=', fieldId).execute()
}

/** In how many cards of the board a field has a value, archived ones too. */
export async function countCardsWith(db: Db, fieldId: number): Promise<number> {
  const { n } = await db
    .selectFrom('card_field_values')
    .innerJoin('cards', 'cards.id', 'card_field_values.card_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('field_id', '=', fieldId)
    .where('cards.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}
