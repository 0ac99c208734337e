import { type Import, importsApi } from '@rodada/contract/boards/imports'
import { peopleApi } from '@rodada/contract/boards/people'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** While something is under way it is asked again. Milliseconds. */
const soonMs = 1000

const isUnderWay = ({ status }: Pick<Import, 'status'>): boolean => status === 'reading' || status === 'running'

export const importQuery = (importId: number) =>
  queryOptions({
    queryKey: ['imports', importId],
    queryFn: ({ signal }) => call(importsApi.get, { params: { importId }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? soonMs : false),
    staleTime: 0,
  })

export const importsQuery = queryOptions({
  queryKey: ['imports', 'own'],
  queryFn: ({ signal }) => call(importsApi.list, { signal }),
  staleTime: 0,
})

/** Whom somebody of the file may be taken for. */
export const peopleQuery = queryOptions({
  queryKey: ['imports', 'people'],
  queryFn: ({ signal }) => call(peopleApi.find, { query: {}, signal }),
})
