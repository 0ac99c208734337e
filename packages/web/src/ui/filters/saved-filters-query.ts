import { conditionSize } from '@rodada/contract/boards/field-conditions'
import { type SavedFilter, savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'
import type { CardFilter } from './card-filter.ts'
import { filterQuery } from './filter-address.ts'

export const savedFiltersKey = (boardId: number) => ['boards', 'filters', boardId] as const

/** The filters that a board and this person keep. `revision` is the board's: others may have saved one since. */
export const savedFiltersQuery = (boardId: number, revision: number) =>
  queryOptions({
    queryKey: [...savedFiltersKey(boardId), revision],
    queryFn: ({ signal }): Promise<SavedFilter[]> => call(savedFiltersApi.list, { params: { boardId }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  })

/** A filter as it is sent. */
export const contentOf = ({ people, labels, priorities, due, start, fields, conditions, ...rest }: CardFilter) => ({
  ...rest,
  people: [...people],
  labels: [...labels],
  priorities: [...priorities],
  due: [...due],
  start: [...start],
  fields: Object.fromEntries(Object.entries(fields).flatMap(([id, wanted]) => (wanted.length > 0 ? [[id, [...wanted]]] : []))),
  conditions: Object.fromEntries(Object.entries(conditions).filter(([, condition]) => conditionSize(condition) > 0)),
})

/** Whether two filters ask for the same, in whatever order it was chosen. */
export function isSameFilter(one: CardFilter, other: CardFilter): boolean {
  const sorted = (filter: CardFilter) =>
    [...new URLSearchParams(filterQuery(filter))]
      .map(([name, value]) => `${name}=${name === 'q' ? value : value.split(',').sort().join()}`)
      .join('&')
  return sorted(one) === sorted(other)
}
