import { systemApi } from '@rodada/contract/instance/system'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** What this installation offers; it does not change while a page is open. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(systemApi.info, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
