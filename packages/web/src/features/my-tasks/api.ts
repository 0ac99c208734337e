import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { CardHit } from '@rodada/contract/cards/cards'
import type { DueGroup } from '@rodada/contract/cards/own-cards'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'
import { callSprints } from '../../lib/call/sprint-call.ts'
import { isMonth, type Past } from './period.ts'

/** Tasks of one group that come at once. */
export const groupPage = 100

/** What is open with this person, by when it is due: of each group the first page. */
export const openTasksQuery = queryOptions({
  queryKey: ['cards', 'mine'],
  queryFn: ({ signal }) => call(cardsApi.mine, { query: { limit: groupPage }, signal }),
  // What others do shows here, too.
  staleTime: 0,
})

/** The further pages of a group. */
export const restQuery = (due: DueGroup) =>
  infiniteQueryOptions({
    queryKey: ['cards', 'mine', 'rest', due],
    queryFn: async ({ pageParam, signal }): Promise<CardHit[]> =>
      (await call(cardsApi.mine, { query: { due, limit: groupPage, offset: pageParam }, signal })).groups[0]?.cards ?? [],
    initialPageParam: groupPage,
    getNextPageParam: (last, pages) => (last.length < groupPage ? undefined : groupPage * (pages.length + 1)),
    staleTime: 0,
  })

/** A month of the history, or what no month has. */
export const historyQuery = (past: Past) => {
  const query = isMonth(past) ? { year: past.year, month: past.month } : { scope: past }
  return queryOptions({
    queryKey: ['my-tasks', query],
    queryFn: async ({ signal }) => (await callSprints(sprintReportsApi.myTasks, { query, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
