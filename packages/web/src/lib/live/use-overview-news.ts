import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidateOn } from '../call/invalidate.ts'
import { listenLive } from './listen-live.ts'
import type { LiveSocket } from './live-socket.ts'

/** How long the server may take to confirm that it tells us. */
const watchTimeout = 10_000
/** Refusals that pass (too many at once, a server that starts) are followed by another try. */
const retryDelay = 2_500

/** How many of a page's parts watch over the one connection: the frame and the screen in it. The last to leave ends it. */
let watching = 0

/**
 * Asks these queries again whenever something changed on any of the boards that this person sees, or may have been missed. What
 * comes while they are being asked is one further time of asking.
 * @param keys the same array at every render: others begin again
 */
export function useOverviewNews(keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    watching += 1
    const { onNews, stop } = invalidateOn(client, keys)
    const watch = async (socket: LiveSocket): Promise<void> => {
      clearTimeout(timer)
      const reply = await socket
        .timeout(watchTimeout)
        .emitWithAck('watchOverview', {})
        .catch(() => null)
      if (left) return
      if (!reply || 'error' in reply) timer = setTimeout(() => void watch(socket), retryDelay)
      // What happened between the page's own first answers and this one, or while there was no connection, nobody told.
      else onNews()
    }
    const { socket, leave } = listenLive({ events: { overviewChanged: onNews }, onConnect: (connected) => void watch(connected) })
    return () => {
      left = true
      stop()
      clearTimeout(timer)
      watching -= 1
      if (watching === 0 && socket()?.connected) socket()?.emit('unwatchOverview', {})
      leave()
    }
  }, [client, keys])
}
