import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { joinLive, type LiveSocket } from './live-socket.ts'

/** How long the server may take to confirm that it tells us. */
const watchTimeout = 10_000
/** Refusals that pass (too many at once, a server that starts) are followed by another try. */
const retryDelay = 2_500

/**
 * Asks these queries anew whenever something changed on any of the boards that this person sees, or may have been missed. What
 * comes while they are being asked is one further time of asking.
 * @param keys the same array at every render: others begin anew
 */
export function useOverviewNews(keys: readonly QueryKey[]): void {
  const client = useQueryClient()
  useEffect(() => {
    let listening: LiveSocket | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    let asking = false
    let again = false

    const onNews = () => {
      again = true
      if (asking || left) return
      asking = true
      again = false
      void askAnew(client, keys)
        .catch(() => {
          // The screen shows what its questions came to.
        })
        .finally(() => {
          asking = false
          if (again) onNews()
        })
    }
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
    const silence = () => listening?.off('overviewChanged', onNews)
    const leave = joinLive({
      onConnect: (socket) => {
        if (listening !== socket) {
          silence()
          listening = socket
          socket.on('overviewChanged', onNews)
        }
        void watch(socket)
      },
      onStatus: () => {},
    })
    return () => {
      left = true
      clearTimeout(timer)
      if (listening?.connected) listening.emit('unwatchOverview', {})
      silence()
      leave()
    }
  }, [client, keys])
}

async function askAnew(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const isFirst = ({ state }: { state: { data: unknown } }) => state.data === undefined
  const first = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirst }))
  // A first answer that is on its way may have been read before what changed, and whoever asks meanwhile only joins it.
  await Promise.allSettled(first.map(({ promise }) => promise))
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
