import type { BoardField } from '@rodada/contract/boards/fields'
import type { CardChange } from '@rodada/contract/cards/cards'
import { t } from '../../../../i18n/index.ts'
import { isCut, valueIn } from '../../../../ui/cards/field-text.ts'
import { type BoardLook, toggled } from '../../session/board-look.ts'

const facts = ['key', 'title', 'list', 'person', 'labels', 'priority', 'start', 'due', 'points', 'sprint'] as const
type Fact = (typeof facts)[number]

/** A column of the table: a fact that every card has, or a field of the board. `id` is its word in the address and in what is remembered. */
export type TableColumn = { id: string; name: string; width: number; isNumber: boolean } & (
  | { kind: Fact; field?: undefined }
  | { kind: 'field'; field: BoardField }
)

/** In rem. */
const widths: Record<Fact, number> = {
  key: 5.25,
  title: 18,
  list: 9.5,
  person: 8.5,
  labels: 11,
  priority: 5.5,
  start: 5.5,
  due: 5.5,
  points: 5,
  sprint: 9,
}
const fieldWidths: Record<BoardField['type'], number> = { text: 10, number: 7, date: 6.5, checkbox: 6, choice: 8.5, person: 8.5 }

/** All columns that a board's table can have, in their order. */
export const allColumns = (fields: readonly BoardField[]): TableColumn[] => [
  ...facts.map((kind) => ({ id: kind, kind, name: t(`views:columns.${kind}`), width: widths[kind], isNumber: kind === 'points' })),
  ...fields.map((field) => ({
    id: `f${field.id}`,
    kind: 'field' as const,
    name: field.name,
    width: fieldWidths[field.type],
    isNumber: field.type === 'number',
    field,
  })),
]

/** The two that say which card a row is. */
export const isFixed = ({ kind }: TableColumn): boolean => kind === 'key' || kind === 'title'

/** Whether it is a field that cards do not show: nor does the table, until it is asked to. */
export const isOffCard = ({ field }: TableColumn): boolean => field?.on_card === false

/** Whether it is a field of which the board tells of some card only the beginning. */
export const hasCutText = ({ field }: TableColumn, cards: ReadonlyMap<number, CardChange> | undefined): boolean =>
  field?.type === 'text' && field.on_card && cards !== undefined && [...cards.values()].some(({ fields }) => isCut(valueIn(fields, field)))

type Look = Pick<BoardLook, 'hidden' | 'added'>
export const isColumnShown = (column: TableColumn, { hidden, added }: Look): boolean =>
  isFixed(column) || (isOffCard(column) ? added.includes(column.id) : !hidden.includes(column.id))
/** The look in which a column is there when it was not, or the other way around. */
export const toggledColumn = (column: TableColumn, { hidden, added }: Look): Partial<Look> =>
  isOffCard(column) ? { added: toggled(added, column.id) } : { hidden: toggled(hidden, column.id) }

/** By what the rows are sorted, as the address says it: 'due', or '-due' for the other way around. */
export type TableSort = { column: TableColumn; descending: boolean }

/** Reads the sort of an address; null for the order of the lists. */
export function readSort(word: string | undefined, columns: readonly TableColumn[]): TableSort | null {
  const column = columns.find(({ id }) => id === word?.replace(/^-/, ''))
  return column ? { column, descending: word?.startsWith('-') ?? false } : null
}

/** What one more press on the head of a column makes of the sort: up, down, and the order of the lists again. */
export function nextSort(sort: TableSort | null, { id }: TableColumn): string | undefined {
  if (sort?.column.id !== id) return id
  return sort.descending ? undefined : `-${id}`
}
