import { useSyncExternalStore } from 'react'
import { read, readUserData, write } from '../../../lib/device/storage.ts'
import { createStorageListeners } from '../../../lib/listeners.ts'
import type { BoardViewName } from '../../../ui/board/view-address.ts'

/** What the cards of a board are grouped by, besides their lists. */
export const laneKinds = ['person', 'priority', 'label', 'parent'] as const
export type LaneKind = (typeof laneKinds)[number]
/** What the rows of the table are grouped by. */
export const tableGroups = ['none', 'list', 'sprint', 'person'] as const
export type TableGroup = (typeof tableGroups)[number]

/** How somebody looks at a board: nobody else sees it so. */
export type BoardLook = {
  /** One line a card; the same on every board. */
  dense: boolean
  lanes: LaneKind | null
  /** Lists and lanes that are folded. */
  lists: readonly number[]
  folded: readonly string[]
  /** The view that was chosen last. */
  view: BoardViewName
  /** Columns of the table that are not shown. */
  hidden: readonly string[]
  /** Columns of the table for fields that cards do not show. */
  added: readonly string[]
  group: TableGroup
}
type OfBoard = Omit<BoardLook, 'dense'>
type Stored = { of: number; dense: boolean; boards: readonly (readonly [id: number, look: Partial<OfBoard>])[] }

const key = 'rodada.boardLooks'
/** Boards whose look is remembered, the latest changed last. */
const remembered = 50
const plain: OfBoard = { lanes: null, lists: [], folded: [], view: 'kanban', hidden: ['start'], added: [], group: 'none' }
const { subscribe, tell } = createStorageListeners()

/** The look of the person who is signed in; another one of this browser has their own. */
function parse(text: string | null): Stored {
  const of = readUserData()?.id ?? 0
  try {
    const stored = JSON.parse(text ?? '') as Stored
    if (stored.of === of && Array.isArray(stored.boards)) return stored
  } catch {
    // Absent, or written by something else.
  }
  return { of, dense: false, boards: [] }
}

const known = new Map<number, { text: string | null; look: BoardLook }>()
function lookOf(boardId: number): BoardLook {
  const text = read(key)
  const before = known.get(boardId)
  if (before?.text === text) return before.look
  const { dense, boards } = parse(text)
  const look = { ...plain, ...boards.find(([id]) => id === boardId)?.[1], dense }
  known.set(boardId, { text, look })
  return look
}

/** How the person at this browser looks at a board. */
export const useBoardLook = (boardId: number): BoardLook => useSyncExternalStore(subscribe, () => lookOf(boardId))

/** Changes how one looks at a board, now and on the next visits. */
export function changeBoardLook(boardId: number, change: Partial<BoardLook>): void {
  const stored = parse(read(key))
  const { dense, ...own } = { ...lookOf(boardId), ...change }
  const others = stored.boards.filter(([id]) => id !== boardId)
  write(key, JSON.stringify({ ...stored, dense, boards: [...others, [boardId, own]].slice(-remembered) }))
  tell()
}

/** The same list with something put in, or taken out when it is there. */
export const toggled = <Id>(ids: readonly Id[], id: Id): Id[] => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
