import { z } from 'zod'
import { fewEntries } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { texts } from '../texts/texts.ts'

/**
 * What a card has in a field of its board: a text, a number, a date 'YYYY-MM-DD', true or false, the id of an option, or the id of a
 * member of the board.
 */
export const FieldValue = z.union([z.string(), z.number(), z.boolean()])
export type FieldValue = z.infer<typeof FieldValue>

/** Values by the ids of their fields; an empty field has none. */
export const FieldValues = z.record(z.string(), FieldValue)
export type FieldValues = z.infer<typeof FieldValues>

/**
 * The same of a card among thousands, whose texts have a bound together: one that goes beyond ends with '…'. The server reads them as it stored them, and looking at each once more would take longer than reading
 * the whole board.
 */
export const StoredFieldValues = z
  .custom<FieldValues>((values) => typeof values === 'object' && values !== null)
  .meta({ type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } })

/** New values by the ids of their fields; null empties one. What fits a field depends on its type. */
export const FieldChanges = fewEntries(
  z.record(z.string(), z.union([z.string().overwrite(oneLineText), z.number(), z.boolean(), z.null()], { error: texts.fieldValueInvalid })),
  limits.boardFields,
  texts.tooManyFields,
)

/** What a search asks of a field: `field.12=…`. */
const filterPrefix = 'field.'

/** The fields that a query filters by: what stands behind `field.`, and behind `=`. */
export const fieldFilters = (query: Readonly<Record<string, unknown>>): { fieldId: string; value: unknown }[] =>
  Object.entries(query).flatMap(([name, value]) =>
    name.startsWith(filterPrefix) ? [{ fieldId: name.slice(filterPrefix.length), value }] : [],
  )
