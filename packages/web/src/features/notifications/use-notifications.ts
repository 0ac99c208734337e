import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askAnewOn } from '../../lib/ask-anew.ts'
import { joinLive, type LiveSocket } from '../../lib/live-socket.ts'
import { notificationsKey, unreadQuery } from './api.ts'

/** How many notifications wait, as it is now; 0 until the server has said so. */
export function useUnread(): number {
  const queryClient = useQueryClient()
  const { data = 0 } = useQuery(unreadQuery)
  useEffect(() => {
    let listening: LiveSocket | null = null
    const { onNews, stop } = askAnewOn(queryClient, [notificationsKey])
    const leave = joinLive({
      onConnect: (socket) => {
        if (listening !== socket) {
          listening?.off('notificationsChanged', onNews)
          listening = socket
          socket.on('notificationsChanged', onNews)
        }
        // What happened while nobody listened: also between the first answer and now.
        onNews()
      },
      onStatus: () => {},
    })
    return () => {
      stop()
      listening?.off('notificationsChanged', onNews)
      leave()
    }
  }, [queryClient])
  return data
}
