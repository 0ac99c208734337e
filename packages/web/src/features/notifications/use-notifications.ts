import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { joinLive, type LiveSocket } from '../../lib/live-socket.ts'
import { notificationsKey, unreadQuery } from './api.ts'

/** How many notifications wait, as it is now; 0 until the server has said so. */
export function useUnread(): number {
  const queryClient = useQueryClient()
  const { data = 0 } = useQuery(unreadQuery)
  useEffect(() => {
    let listening: LiveSocket | null = null
    const refresh = () => void queryClient.invalidateQueries({ queryKey: notificationsKey })
    let connectedBefore = false
    const leave = joinLive({
      onConnect: (socket) => {
        if (listening !== socket) {
          listening?.off('notificationsChanged', refresh)
          listening = socket
          socket.on('notificationsChanged', refresh)
        }
        // What happened while nobody listened.
        if (connectedBefore) refresh()
        connectedBefore = true
      },
      onStatus: () => {},
    })
    return () => {
      listening?.off('notificationsChanged', refresh)
      leave()
    }
  }, [queryClient])
  return data
}
