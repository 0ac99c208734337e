import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callSprints, getEarlySprints } from '../../lib/call/sprint-call.ts'
import type { Sprint } from '../../lib/call/sprint-words.ts'
import { readUserData } from '../../lib/device/storage.ts'
import { type CardFilter, noFilter } from '../../ui/filters/card-filter.ts'
import { queryOf } from './backlog/backlog-search.ts'
import type { SprintFilter } from './sprints-search.ts'

const sprintsPage = 24
const backlogPage = 50

// What others do shows here too, so what is kept is only shown until the fresh answer is there.
const alwaysFresh = { staleTime: 0 }

/** Sprints by status and name, a page at a time. */
export const sprintsQuery = (status: SprintFilter, q: string) =>
  infiniteQueryOptions({
    queryKey: ['sprints', 'list', status, q],
    queryFn: async ({ pageParam, signal }): Promise<Sprint[]> => {
      const query = { status, ...(q ? { q } : {}), limit: sprintsPage, offset: pageParam }
      return (await callSprints(sprintsApi.list, { query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < sprintsPage ? undefined : pages.length * sprintsPage),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  })

export const summaryQuery = queryOptions({
  queryKey: ['sprints', 'summary'],
  queryFn: async ({ signal }) => (await callSprints(sprintsApi.summary, { signal })).data,
  ...alwaysFresh,
})

/** A whole sprint: itself, its columns and its tasks. */
export const sprintBoardQuery = (sprintId: number) =>
  queryOptions({
    queryKey: ['sprints', 'board', sprintId],
    queryFn: async ({ signal }) => (await getEarlySprints(sprintTasksApi.board, { sprintId }, signal)).data,
    ...alwaysFresh,
  })

export const sprintsOfBoardQuery = (boardId: number) =>
  queryOptions({
    queryKey: ['sprints', 'ofBoard', boardId],
    queryFn: async ({ signal }) => (await callSprints(sprintsApi.ofBoard, { params: { boardId }, signal })).data,
    ...alwaysFresh,
  })

/** How much a sprint of a board holds, how much the open ones do, and what the next would be. */
export const planningQuery = (boardId: number) =>
  queryOptions({
    queryKey: ['sprints', 'planning', boardId],
    queryFn: async ({ signal }) => (await callSprints(sprintReportsApi.planning, { params: { boardId }, signal })).data,
    ...alwaysFresh,
  })

export const backlogQuery = (boardId: number, filter: CardFilter = noFilter) =>
  infiniteQueryOptions({
    queryKey: ['sprints', 'backlog', boardId, queryOf(filter, readUserData()?.id)],
    queryFn: async ({ pageParam, signal }) =>
      (
        await callSprints(sprintTasksApi.backlog, {
          params: { boardId },
          query: { ...queryOf(filter, readUserData()?.id), limit: backlogPage, offset: pageParam },
          signal,
        })
      ).data,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { tasks }) => sum + tasks.length, 0)
      return last.tasks.length === 0 || loaded >= last.total ? undefined : loaded
    },
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  })

export const reportQuery = (sprintId: number) =>
  queryOptions({
    queryKey: ['sprints', 'report', sprintId],
    queryFn: async ({ signal }) => {
      const params = { sprintId }
      const [report, burndown] = await Promise.all([
        getEarlySprints(sprintReportsApi.report, params, signal),
        getEarlySprints(sprintReportsApi.burndown, params, signal),
      ])
      const velocity = await callSprints(sprintReportsApi.velocity, { params: { boardId: report.data.sprint.board_id }, signal })
      return { report: report.data, burndown: burndown.data, velocity: velocity.data }
    },
    ...alwaysFresh,
  })

/** After a write: everything that counts or lists sprints and cards asks again. */
export const refreshSprints = async (client: QueryClient): Promise<void> => {
  await Promise.all(['sprints', 'cards', 'dashboard', 'my-tasks'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}
