import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidateOn } from '../../lib/call/invalidate.ts'
import { listenLive } from '../../lib/live/listen-live.ts'
import { notificationsKey, unreadQuery } from './api.ts'

/** How many notifications wait, as it is now; 0 until the server has said so. */
export function useUnread(): number {
  const queryClient = useQueryClient()
  const { data = 0 } = useQuery(unreadQuery)
  useEffect(() => {
    const { onNews, stop } = invalidateOn(queryClient, [notificationsKey])
    // On connect too: what happened between the first answer and now, or while nobody listened.
    const { leave } = listenLive({ events: { notificationsChanged: onNews }, onConnect: onNews })
    return () => {
      stop()
      leave()
    }
  }, [queryClient])
  return data
}
