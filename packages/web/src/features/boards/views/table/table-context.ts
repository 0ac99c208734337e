import type { Label, List } from '@rodada/contract/boards/boards'
import { createContext, use } from 'react'
import type { BoardFrame } from '../../session/board-state.ts'
import type { Schedule } from '../use-schedule.ts'
import type { TableColumn } from './columns.ts'
import type { OffCardValues } from './use-off-card-values.ts'

/** What every row is drawn with. */
export type TableContextValue = OffCardValues & {
  columns: readonly TableColumn[]
  canWrite: boolean
  lists: ReadonlyMap<number, List>
  labels: readonly Label[]
  members: BoardFrame['members']
  schedule: Schedule
  itemHref: (cardId: number) => string
  onOpen: (cardId: number) => void
}
export const TableContext = createContext<TableContextValue | null>(null)

/** @throws outside of the table. */
export function useTable(): TableContextValue {
  const table = use(TableContext)
  if (!table) throw new Error('used outside of a table')
  return table
}

/** A cell: of the head (row 'head'), of a group or of a card. Column 0 is the one that chooses. */
export type Spot = { row: string; column: number }
export const spotName = ({ row, column }: Spot): string => `${row} ${column}`
/** Whether a column is written within its cell; the others open a choice beside it. A tick needs neither. */
export const isWritten = ({ kind, field }: TableColumn): boolean =>
  kind === 'title' || kind === 'points' || field?.type === 'text' || field?.type === 'number'

/** Where one goes on after writing: in the same cell, in the next one, or wherever the focus went by itself. */
export type Move = 'stay' | 'next' | 'leave'
