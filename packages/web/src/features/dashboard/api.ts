import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { BoardSummary } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { CardHit } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { recordApi } from '@rodada/contract/rooms/record'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** Boards of the side, and how many of the newest are looked at to know whether there are more. */
export const sideBoards = 8
const boardsPage = 24
const cardsPage = 20

// What others do shows here too, so what is kept is only shown until the fresh answer is there.
const alwaysFresh = { staleTime: 0 }

export const statsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: ({ signal }) => call(dashboardApi.stats, { signal }),
  ...alwaysFresh,
})

export const boardCountsQuery = queryOptions({
  queryKey: ['boards', 'counts'],
  queryFn: ({ signal }) => call(boardsApi.counts, { signal }),
  ...alwaysFresh,
})

/** The boards that changed last. */
export const recentBoardsQuery = queryOptions({
  queryKey: ['boards', 'recent'],
  queryFn: ({ signal }) => call(boardsApi.list, { query: { templates: 'none', limit: sideBoards + 1 }, signal }),
  ...alwaysFresh,
})

export type Visibility = 'all' | 'public' | 'private'

/** The next offset, or none after a page that is not full. */
const nextOffset =
  (size: number) =>
  (last: unknown[], pages: unknown[]): number | undefined =>
    last.length < size ? undefined : pages.length * size

/** Boards by title and visibility, a page at a time. */
export const boardsQuery = (q: string, visibility: Visibility) =>
  infiniteQueryOptions({
    queryKey: ['boards', 'list', q, visibility],
    queryFn: ({ pageParam, signal }): Promise<BoardSummary[]> =>
      call(boardsApi.list, { query: { ...(q ? { q } : {}), visibility, templates: 'none', limit: boardsPage, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(boardsPage),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  })

/** Boards that others are made from. */
export const templatesQuery = queryOptions({
  queryKey: ['boards', 'templates'],
  queryFn: ({ signal }) => call(boardsApi.list, { query: { templates: 'only', limit: limits.page }, signal }),
  ...alwaysFresh,
})

/** Cards of every board that this person sees, by their title. */
export const cardSearchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['cards', 'search', q],
    queryFn: ({ pageParam, signal }): Promise<CardHit[]> =>
      call(cardsApi.search, { query: { q, limit: cardsPage, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(cardsPage),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  })

export const taskStatuses = ['all', 'pending', 'in_progress', 'completed', 'overdue'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** The own cards, by progress, and by a text in their title when one is given. */
export const ownTasksQuery = (status: TaskStatus, q: string) =>
  infiniteQueryOptions({
    queryKey: ['cards', 'own', status, q],
    queryFn: ({ pageParam, signal }): Promise<CardHit[]> =>
      call(cardsApi.filter, {
        query: { ...(status === 'all' ? {} : { status }), ...(q ? { q } : {}), limit: cardsPage, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(cardsPage),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  })

/** The own cards that are not done, those with the nearest date first. */
export const openTasksQuery = queryOptions({
  queryKey: ['cards', 'open'],
  queryFn: async ({ signal }): Promise<CardHit[]> => {
    const pages = await Promise.all(
      (['pending', 'in_progress'] as const).map((status) => call(cardsApi.filter, { query: { status, limit: cardsPage }, signal })),
    )
    return pages.flat()
  },
  ...alwaysFresh,
})

/** The rooms in which one sat last. */
export const recordedRoomsQuery = queryOptions({
  queryKey: ['recorded-rooms', 'recent'],
  queryFn: ({ signal }) => call(recordApi.rooms, { query: {}, signal }),
  ...alwaysFresh,
})
