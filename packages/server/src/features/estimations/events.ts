import { topic } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'

/** People are asked for sealed votes on so many cards. */
export const estimationOpened = topic<{
  board: Pick<BoardRow, 'id' | 'title'>
  estimationId: number
  voterIds: readonly number[]
  cards: number
}>('estimation opened')

/** The close is near, and these people miss votes. */
export const votesMissing = topic<{ board: { id: number; title: string }; estimationId: number; userIds: readonly number[] }>(
  'votes missing',
)

/** A person has voted on everything, or (`userId` null) the estimation has closed: nothing is asked of them any more. */
export const votesDone = topic<{ estimationId: number; userId: number | null }>('votes done')
