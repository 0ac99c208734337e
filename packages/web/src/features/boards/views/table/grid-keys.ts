import type { KeyboardEvent } from 'react'
import type { Spot } from './table-context.ts'

type Grid = {
  /** The keys of the rows below the head. */
  rows: readonly string[]
  /** Whether a row is the head of a group, which is one cell. */
  groups: (key: string) => boolean
  first: number
  last: number
  /** How many rows one page is. */
  page: number
}
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Where a key leads from a cell, as in the grids of ARIA; undefined when it leads nowhere. */
export function moved(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Key,
  { row, column }: Spot,
  { rows, groups, first, last, page }: Grid,
): Spot | undefined {
  if (altKey || shiftKey) return undefined
  const hasCommand = ctrlKey || metaKey
  const at = row === 'head' ? -1 : rows.indexOf(row)
  const to = (index: number): Spot => ({
    row: index < 0 ? 'head' : (rows[Math.min(index, rows.length - 1)] ?? 'head'),
    column: Math.max(column, first),
  })
  if (hasCommand && key === 'Home') return { row: rows[0] ?? 'head', column: first }
  if (hasCommand && key === 'End') return { row: rows.at(-1) ?? 'head', column: last }
  if (hasCommand) return undefined
  const isWhole = groups(row)
  switch (key) {
    case 'ArrowUp':
      return to(at - 1)
    case 'ArrowDown':
      return to(at + 1)
    case 'PageUp':
      return to(Math.max(at - page, 0))
    case 'PageDown':
      return to(at + page)
    case 'ArrowLeft':
      return isWhole ? undefined : { row, column: Math.max(column - 1, first) }
    case 'ArrowRight':
      return isWhole ? undefined : { row, column: Math.min(column + 1, last) }
    case 'Home':
      return isWhole ? undefined : { row, column: first }
    case 'End':
      return isWhole ? undefined : { row, column: last }
    default:
      return undefined
  }
}
