import { boardFieldsApi } from '@rodada/contract/boards/fields'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../lib/call/call.ts'
import { useOnRevision } from '../../lib/use-on-revision.ts'

/** What cards have in fields that they do not show, by field and card. A field that was not loaded yet is not there. */
export type ValuesByField = ReadonlyMap<number, ReadonlyMap<number, FieldValue>>

/** As the call answers. */
export type Loaded = readonly { card_id: number; value: FieldValue }[]

/** Where the values of a field are kept; without a field, those of all of them. */
export const valuesKey = (boardId: number, ...fieldId: [] | [number]) => ['boards', 'values', boardId, ...fieldId]

/**
 * What cards have in fields that they do not show, which the board does not tell of them. Each field is a question of its own.
 * @param revision of what is on screen: when it is another one, all is asked again, and what was loaded stays meanwhile
 */
export function useValuesByField(boardId: number, fieldIds: readonly number[], revision: number): ValuesByField {
  const client = useQueryClient()
  useOnRevision(
    revision,
    useCallback(() => client.refetchQueries({ queryKey: valuesKey(boardId), type: 'active' }), [client, boardId]),
  )
  return useQueries({
    queries: fieldIds.map((fieldId) => ({
      queryKey: valuesKey(boardId, fieldId),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(boardFieldsApi.values, { params: { boardId, fieldId }, signal }),
    })),
    combine: useCallback((answers: { data: Loaded | undefined }[]) => byField(fieldIds, answers), [fieldIds]),
  })
}

const byField = (fieldIds: readonly number[], answers: readonly { data: Loaded | undefined }[]): ValuesByField =>
  new Map(
    fieldIds.flatMap((fieldId, at) => {
      const data = answers[at]?.data
      return data ? [[fieldId, new Map(data.map(({ card_id, value }) => [card_id, value]))] as const] : []
    }),
  )
