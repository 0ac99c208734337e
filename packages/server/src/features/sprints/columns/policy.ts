import type { CardRow } from '../../cards/queries.ts'
import type { ColumnRow } from './queries.ts'

/** A card goes to the first column with its status, so that planning does not begin its work again, else to the first of all. */
export function columnFor(columns: readonly ColumnRow[], card: Pick<CardRow, 'status'>): ColumnRow {
  const column = columns.find(({ status }) => status === card.status) ?? columns[0]
  if (!column) throw new Error('a sprint has no columns')
  return column
}
