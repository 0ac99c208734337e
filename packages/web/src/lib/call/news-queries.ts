import { type BoardNews, newsApi } from '@rodada/contract/boards/news'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Everything about what changed since the last visit, for when any of it changed. */
export const newsKey = ['news'] as const

const pageSize = 20

/** What others changed, by card: on all boards of the person, or on one. */
export const newsQuery = (boardId?: number) =>
  infiniteQueryOptions({
    queryKey: [...newsKey, 'list', boardId ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...(boardId !== undefined && { board_id: boardId }), ...(pageParam && { before: pageParam }) }
      return call(newsApi.list, { query, signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })

export const marksKey = (boardId: number) => [...newsKey, 'marks', boardId] as const

/** The cards of a board that changed since the last visit. */
export const marksQuery = (boardId: number) =>
  queryOptions({
    queryKey: marksKey(boardId),
    queryFn: ({ signal }) => call(newsApi.ofBoard, { params: { boardId }, signal }),
  })

/** Notes that all of some boards was seen, as far as it is shown. @throws CallError */
export async function seeBoards(client: QueryClient, boards: readonly Pick<BoardNews, 'id' | 'until'>[]): Promise<void> {
  await call(newsApi.see, { body: { boards: boards.map(({ id, until }) => ({ board_id: id, until })) } })
  await client.invalidateQueries({ queryKey: newsKey })
}

/** Notes that one card was seen. @throws CallError */
export async function seeCard(client: QueryClient, boardId: number, cardId: number, until: number): Promise<void> {
  await call(newsApi.see, { body: { boards: [{ board_id: boardId, until, card_id: cardId }] } })
  await client.invalidateQueries({ queryKey: newsKey })
}
