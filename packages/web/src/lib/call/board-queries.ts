import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { BoardSummary } from '@rodada/contract/boards/boards'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The boards on which this person may write, those that changed last first. */
export const writableBoardsQuery = queryOptions({
  queryKey: ['boards', 'writable'],
  queryFn: async ({ signal }): Promise<BoardSummary[]> =>
    (await call(boardsApi.list, { query: { limit: 200 }, signal })).filter(({ can }) => can.write),
  staleTime: 0,
})

/** Later than any revision: the answer has what stands around the cards, and none of them. */
const noCards = 2_147_483_647

/** A board without its cards: its people, lists and what this person may do there. */
export const boardFrameQuery = (boardId: number) =>
  queryOptions({
    queryKey: ['boards', 'frame', boardId],
    queryFn: ({ signal }) => call(boardsApi.changes, { params: { boardId }, query: { since: noCards }, signal }),
  })
