import type { BoardMember } from '@rodada/contract/boards/boards'
import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValue, FieldValues } from '@rodada/contract/cards/field-values'
import { format } from '../../lib/dates/format.ts'

/** What a card has in a field; a box that is not ticked is as good as none. */
export function valueIn(values: FieldValues, field: Pick<BoardField, 'id'>): FieldValue | null {
  const value = values[field.id]
  return value === undefined || value === false ? null : value
}

/** Whether a board may have told only the beginning of a text. */
export const isCut = (value: FieldValue | null | undefined): boolean => typeof value === 'string' && value.endsWith('…')

/** A value as people read it; null for none, and for an option or a person that is not there any more. */
export function fieldText(field: BoardField, value: FieldValue | null, members: readonly BoardMember[]): string | null {
  if (value === null) return null
  switch (field.type) {
    case 'choice':
      return field.options.find(({ id }) => id === value)?.name ?? null
    case 'person':
      return members.find(({ user_id }) => user_id === value)?.user.name ?? null
    case 'number':
      return format.precise(Number(value))
    case 'date':
      return format.day(String(value))
    case 'checkbox':
      return value === true ? field.name : null
    default:
      return String(value)
  }
}
