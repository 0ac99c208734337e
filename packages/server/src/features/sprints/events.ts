import { topic } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'

/** A sprint ended with these figures. */
export const sprintEnded = topic<{ board: BoardRow; sprint: { id: number; name: string }; done: number; total: number }>('sprint ended')

/** A sprint is under way: somebody started it, or its first day came. Told once of each. */
export const sprintStarted = topic<{ board: BoardRow; sprint: { id: number; name: string } }>('sprint started')
