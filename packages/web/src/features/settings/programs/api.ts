import { adminTokensApi, tokensApi } from '@rodada/contract/auth/tokens'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call(tokensApi.list, { signal }),
  staleTime: 0,
})

/** The boards that a token can be confined to: those that the person is on, the latest changed first. */
export const ownBoardsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['tokens', 'boards', userId],
    queryFn: async ({ signal }) =>
      (await call(boardsApi.ofUser, { params: { userId }, signal })).map(({ id, title, color }) => ({ id, title, color })),
    staleTime: 0,
  })

const pageSize = 30

/** The tokens of all accounts, for who administers the installation. */
export const anybodysTokensQuery = infiniteQueryOptions({
  queryKey: ['system', 'tokens'],
  queryFn: ({ pageParam, signal }) =>
    call(adminTokensApi.list, { query: { limit: pageSize, ...(pageParam && { before: pageParam }) }, signal }),
  initialPageParam: 0,
  getNextPageParam: (page) => page.next,
  staleTime: 0,
})
