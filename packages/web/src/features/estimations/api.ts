import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getEarly } from '../../lib/call/early-answer.ts'
import { invalidateOn } from '../../lib/call/invalidate.ts'
import { listenLive } from '../../lib/live/listen-live.ts'
import { useBoardNews } from '../../lib/live/use-board-news.ts'

const estimationsKey = ['estimations'] as const

/** An estimation as this person may see it. */
export const estimationQuery = (estimationId: number) =>
  queryOptions({
    queryKey: [...estimationsKey, estimationId],
    queryFn: ({ signal }) => getEarly(estimationsApi.get, { estimationId }, signal),
    staleTime: 0,
  })

/**
 * Asks again whenever somebody finishes, the estimation closes, or its board changed: a voter may have left, or a card been deleted.
 * @param boardId undefined until it is known
 */
export function useEstimationNews(estimationId: number, boardId: number | undefined): void {
  const client = useQueryClient()
  useBoardNews(boardId ?? null, () => void client.invalidateQueries({ queryKey: [...estimationsKey, estimationId] }))
  useEffect(() => {
    const { onNews, stop } = invalidateOn(client, [[...estimationsKey, estimationId]])
    const estimationChanged = (change: { estimationId: number }) => {
      if (change.estimationId === estimationId) onNews()
    }
    const { leave } = listenLive({ events: { estimationChanged }, onConnect: onNews })
    return () => {
      stop()
      leave()
    }
  }, [client, estimationId])
}
