import { isFieldNumber } from '@rodada/contract/boards/field-conditions'
import type { BoardField, FieldType } from '@rodada/contract/boards/fields'
import type { FieldChanges, FieldValue, FieldValues } from '@rodada/contract/cards/field-values'
import { DateOnly, largestInteger } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { oneLineText } from '@rodada/contract/core/plain-text'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db } from '../../../platform/database.ts'
import { invalid } from '../../../platform/http/errors.ts'
import type { Actor } from '../../auth/queries.ts'
import { listFields } from '../../boards/fields/queries.ts'
import { requireAssignee } from '../../boards/members/queries.ts'
import { findBoardAccess } from '../../boards/queries.ts'
import type { ValueChange } from '../events.ts'
import { findPerson } from '../queries.ts'
import { listValuesOfCard } from './queries.ts'

type Changes = z.output<typeof FieldChanges>

/** What is wrong with a value for a field; undefined when nothing is. Whether a person is on the board is asked elsewhere. */
const faults: Record<FieldType, (value: FieldValue, field: BoardField) => string | undefined> = {
  text: (value) => {
    if (typeof value !== 'string') return texts.fieldValueInvalid
    return value.length > limits.fieldText ? texts.fieldTextTooLong : undefined
  },
  number: (value) => (typeof value === 'number' && isFieldNumber(value) ? undefined : texts.fieldNumberInvalid),
  date: (value) => DateOnly.safeParse(value).error?.issues[0]?.message,
  checkbox: (value) => (typeof value === 'boolean' ? undefined : texts.fieldValueInvalid),
  choice: (value, { options }) => (options.some(({ id }) => id === value) ? undefined : texts.fieldOptionUnknown),
  person: (value) =>
    Number.isInteger(value) && Number(value) > 0 && Number(value) <= largestInteger ? undefined : texts.fieldValueInvalid,
}

/**
 * What new values change on a card of a held board. The others of its fields stay as they are: two people who fill in different ones both
 * keep theirs. @throws AppError 400 with the field that the board does not have, or that the value does not fit
 */
export async function readValueChanges(trx: Db, card: { id: number; board_id: number }, changes: Changes): Promise<ValueChange[]> {
  const fields = new Map((await listFields(trx, card.board_id)).map((field) => [String(field.id), field]))
  const before = await listValuesOfCard(trx, card.id)
  const read: ValueChange[] = []
  for (const [id, given] of Object.entries(changes)) {
    const [field, name] = [fields.get(id), `fields.${id}`]
    if (!field) throw invalid({ [name]: texts.fieldUnknown })
    const value = given === '' ? null : given
    const fault = value === null ? undefined : faults[field.type](value, field)
    if (fault !== undefined) throw invalid({ [name]: fault })
    const old = before[id] ?? null
    if (value === old) continue
    if (field.type === 'person' && value !== null) await requireAssignee(trx, card.board_id, Number(value), name)
    read.push({ field, value, from: await asText(trx, field, old), to: await asText(trx, field, value) })
  }
  return read
}

/** Of some values those that fit a field; `people` are those who may be in one. */
export const fittingValues = (fields: readonly BoardField[], values: FieldValues, people: ReadonlySet<number>): FieldValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.id]
      if (value === undefined || faults[field.type](value, field) !== undefined) return []
      return field.type === 'person' && !people.has(Number(value)) ? [] : [[field.id, value]]
    }),
  )

/** A value with the names of then, for the activity. */
async function asText(db: Db, { type, options }: BoardField, value: FieldValue | null): Promise<string> {
  if (value === null) return ''
  if (type === 'choice') return options.find(({ id }) => id === value)?.name ?? ''
  if (type === 'person') return (await findPerson(db, Number(value)))?.name ?? ''
  return String(value)
}

export type FieldFilter = { field: BoardField; value: FieldValue | null }

/**
 * The fields that a search asks for, with their values. @throws AppError 400 without a board, for a field that the board does not have, as
 * far as the person sees it, for a value that no card can have there, and for more fields than one search looks up
 */
export async function readFilters(
  db: Db,
  viewer: Actor,
  boardId: number | undefined,
  filters: readonly { fieldId: string; value: unknown }[],
): Promise<FieldFilter[]> {
  if (filters.length === 0) return []
  if (filters.length > limits.fieldFilters) throw invalid({ field: texts.tooManyFieldFilters })
  if (boardId === undefined) throw invalid({ board_id: texts.fieldNeedsBoard })
  const fields = (await findBoardAccess(db, viewer, boardId)) ? await listFields(db, boardId) : []
  return filters.map(({ fieldId, value: text }) => {
    // An id has one spelling: with zeros before it, one field would be asked for many times.
    const [field, name] = [fields.find(({ id }) => String(id) === fieldId), `field.${fieldId}`]
    if (!field) throw invalid({ [name]: texts.fieldUnknown })
    if (typeof text !== 'string') throw invalid({ [name]: texts.fieldValueInvalid })
    // As what is stored: PostgreSQL refuses some of the signs that a text of a card is freed of.
    const plain = oneLineText(text)
    if (plain === '') return { field, value: null }
    const value = fromText(field.type, plain)
    const fault = faults[field.type](value, field)
    if (fault !== undefined) throw invalid({ [name]: fault })
    return { field, value }
  })
}

/** A value as it is written in an address. */
function fromText(type: FieldType, text: string): FieldValue {
  if (type === 'text' || type === 'date') return text
  if (type === 'checkbox') return text === 'true' || (text === 'false' ? false : text)
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
