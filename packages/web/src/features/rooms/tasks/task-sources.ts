import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import { sprintTimeText } from '../../../lib/dates/sprint-time.ts'
import { useBoardNews } from '../../../lib/live/use-board-news.ts'
import { normalize } from '../../../lib/text/normalize.ts'
import { useMore } from '../../../lib/use-more.ts'

/** Where tasks come from: a sprint that has not ended, or a board. */
export type Source = { key: string; kind: 'sprint' | 'board'; id: number; boardId: number; name: string }
/** A card that may be brought to the table. */
export type Offer = { id: number; title: string; estimate: number | null }

const finished: readonly string[] = ['concluida', 'cancelada']

/** The next page's offset, or none after a page that is not full. */
const nextOffset = (last: unknown[], pages: unknown[]): number | undefined =>
  last.length < limits.page ? undefined : pages.length * limits.page
const paged = { initialPageParam: 0, getNextPageParam: nextOffset, placeholderData: keepPreviousData, staleTime: 0 }

/** The open sprints and the boards that this person sees, by name, the ones of now first, a page at a time. */
export function useSources(q: string) {
  const sprints = useInfiniteQuery({
    queryKey: ['room-sources', 'sprints', q],
    queryFn: async ({ pageParam, signal }): Promise<Source[]> => {
      const query = { status: 'ativas' as const, ...(q ? { q } : {}), limit: limits.page, offset: pageParam }
      const { data } = await callSprints(sprintsApi.list, { query, signal })
      return data.map((sprint) => ({
        key: `sprint-${sprint.id}`,
        kind: 'sprint',
        id: sprint.id,
        boardId: sprint.board_id,
        name: [sprint.name, sprint.board_name, ...(sprint.status === 'planned' ? [sprintTimeText(sprint)] : [])].join(' · '),
      }))
    },
    ...paged,
  })
  const boards = useInfiniteQuery({
    queryKey: ['room-sources', 'boards', q],
    queryFn: async ({ pageParam, signal }): Promise<Source[]> => {
      const found = await call(boardsApi.list, { query: { ...(q ? { q } : {}), limit: limits.page, offset: pageParam }, signal })
      return found.map(({ id, title }) => ({ key: `board-${id}`, kind: 'board', id, boardId: id, name: title }))
    },
    ...paged,
  })
  const both = [sprints, boards]
  const next = [useMore(sprints), useMore(boards)]
  return {
    sprints: sprints.data?.pages.flat() ?? [],
    boards: boards.data?.pages.flat() ?? [],
    isPending: both.some(({ isPending }) => isPending),
    isError: both.some(({ isError }) => isError),
    refetch: () => void Promise.all(both.map(({ refetch }) => refetch())),
    /** Whether there are more than are listed, and how to list them. */
    hasMore: both.some(({ hasNextPage }) => hasNextPage),
    isFetchingMore: next.some(({ isLoading }) => isLoading),
    more: () => {
      for (const { more } of next) more()
    },
  }
}

/** Unfinished cards of a source by text, a page at a time, live while the dialog is open. */
export function useOffers(source: Source, q: string, onlyOpen: boolean) {
  const client = useQueryClient()
  // A sprint is filtered here, since it arrives whole.
  const asked = source.kind === 'board' ? { q, onlyOpen } : null
  useBoardNews(source.boardId, () => void client.invalidateQueries({ queryKey: ['room-offers', source.key] }))
  const query = useInfiniteQuery({
    queryKey: ['room-offers', source.key, asked],
    queryFn: ({ pageParam, signal }) => (asked ? boardOffers(source.id, asked, pageParam, signal) : sprintOffers(source.id, signal)),
    ...paged,
    getNextPageParam: (last: Offer[], pages: Offer[][]) => (asked ? nextOffset(last, pages) : undefined),
  })
  const needle = normalize(q)
  // A card that changes between two pages moves, and may come twice.
  const found = new Map(query.data?.pages.flat().map((offer) => [offer.id, offer]))
  const offers = [...found.values()].filter(
    ({ title, estimate }) => asked !== null || ((!onlyOpen || estimate === null) && normalize(title).includes(needle)),
  )
  return { offers, query }
}

async function boardOffers(
  board_id: number,
  { q, onlyOpen }: { q: string; onlyOpen: boolean },
  offset: number,
  signal: AbortSignal,
): Promise<Offer[]> {
  const filters = { open: 'true' as const, ...(q ? { q } : {}), ...(onlyOpen ? { estimated: 'false' as const } : {}) }
  return call(cardsApi.search, { query: { board_id, ...filters, limit: limits.page, offset }, signal })
}

async function sprintOffers(sprintId: number, signal: AbortSignal): Promise<Offer[]> {
  const { data } = await callSprints(sprintTasksApi.list, { params: { sprintId }, signal })
  return data
    .filter(({ status }) => !finished.includes(status))
    .map(({ id, title, estimate }) => ({ id, title: title, estimate: estimate }))
}
