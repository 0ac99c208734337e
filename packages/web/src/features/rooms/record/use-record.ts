import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type RecordSource, recordQuery } from './record-source.ts'
import { storiesOf } from './stories.ts'

/** The record as far as it is loaded: its rounds, by day and story. */
export function useRecord(source: RecordSource) {
  const query = useInfiniteQuery(recordQuery(source))
  const { data } = query
  const shown = useMemo(() => {
    const [first] = data?.pages ?? []
    if (!data || !first) return null
    const rounds = data.pages.flatMap((page) => page.rounds)
    return { room: first.room, rounds, days: storiesOf(rounds) }
  }, [data])
  return { query, shown }
}

export type ShownRecord = NonNullable<ReturnType<typeof useRecord>['shown']>
