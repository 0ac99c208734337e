import { useEffect, useRef } from 'react'
import { listenLive } from './listen-live.ts'
import { type LiveSocket, retryLive } from './live-socket.ts'

/** How long the server may take to confirm that it tells us about the board. */
const watchTimeout = 10_000
/** Refusals that pass (too many at once, a server that starts) are followed by another try. */
const retryDelay = 2_500

/**
 * Calls back whenever anything on a board changed, what this person may do there, or when something may have been missed.
 * Null listens to nothing. `revision` is the board's that what is shown was loaded at, when the answer said so.
 */
export function useBoardNews(boardId: number | null, onNews: () => void, revision = -1): void {
  const latest = useRef({ onNews, revision })
  latest.current = { onNews, revision }
  useEffect(() => {
    if (boardId === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false

    const watch = async (socket: LiveSocket, accessChanged = false): Promise<void> => {
      clearTimeout(timer)
      const reply = await socket
        .timeout(watchTimeout)
        .emitWithAck('watchBoard', { boardId })
        .catch(() => null)
      if (left) return
      if (!reply) {
        // It looks connected and does not answer.
        if (socket.connected) retryLive()
        return
      }
      // What happened after the last answer and before the server was asked to tell is known to nobody here. And whether a
      // refusal means that the board is gone, the REST answer says.
      if (accessChanged || 'error' in reply || reply.revision > latest.current.revision) latest.current.onNews()
      // A person who gets back onto the board hears so without watching it.
      if ('error' in reply && reply.id !== 'not_found') timer = setTimeout(() => void watch(socket), retryDelay)
    }
    const { socket, leave } = listenLive({
      events: {
        boardChanged: (news) => {
          if (news.boardId === boardId) latest.current.onNews()
        },
        // Sent away from the board's news by the same change, one has to ask for them again.
        boardAccessChanged: (news) => {
          const connected = socket()
          if (news.boardId === boardId && connected) void watch(connected, true)
        },
      },
      onConnect: (connected) => void watch(connected),
    })
    return () => {
      left = true
      clearTimeout(timer)
      if (socket()?.connected) socket()?.emit('unwatchBoard', { boardId })
      leave()
    }
  }, [boardId])
}
