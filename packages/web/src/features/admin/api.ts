import { adminApi } from '@rodada/contract/admin'
import { boardsApi } from '@rodada/contract/boards'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { type MembersSearch, membersPage } from './members-search.ts'

export const adminQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: ({ signal }) => call(adminApi.dashboard, { signal }),
  staleTime: 0,
})

export const usersQuery = ({ q, papel, situacao, pagina }: MembersSearch) =>
  queryOptions({
    queryKey: ['admin', 'users', q, papel, situacao, pagina],
    queryFn: ({ signal }) =>
      call(adminApi.users, {
        query: {
          ...(q ? { q } : {}),
          ...(papel ? { role: papel } : {}),
          ...(situacao ? { active: situacao === 'ativas' ? 'true' : 'false' } : {}),
          limit: membersPage,
          offset: (Number(pagina ?? 1) - 1) * membersPage,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The boards that a bug can be reported on. */
export const boardsQuery = queryOptions({
  queryKey: ['boards', 'all'],
  queryFn: async ({ signal }) => (await call(boardsApi.list, { query: { limit: 200 }, signal })).filter(({ can }) => can.write),
  staleTime: 0,
})
