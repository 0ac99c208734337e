import { useEffect, useRef } from 'react'
import { joinLive, type LiveSocket } from './live-socket.ts'

/** Calls back whenever anything on a board changed, also after the connection was away. Null listens to nothing. */
export function useBoardNews(boardId: number | null, onNews: () => void): void {
  const latest = useRef(onNews)
  latest.current = onNews
  useEffect(() => {
    if (boardId === null) return
    let listening: LiveSocket | null = null
    let isFirst = true
    const heard = (news: { boardId: number }) => {
      if (news.boardId === boardId) latest.current()
    }
    const silence = () => {
      listening?.off('boardChanged', heard)
      listening?.off('boardAccessChanged', heard)
    }
    const leave = joinLive({
      onConnect: (socket) => {
        if (listening !== socket) {
          silence()
          listening = socket
          socket.on('boardChanged', heard)
          socket.on('boardAccessChanged', heard)
        }
        socket.emit('watchBoard', { boardId }, () => {})
        // What happened before the server was asked to tell is in the first answer; later, it may have been missed.
        if (!isFirst) latest.current()
        isFirst = false
      },
      onStatus: () => {},
    })
    return () => {
      if (listening?.connected) listening.emit('unwatchBoard', { boardId })
      silence()
      leave()
    }
  }, [boardId])
}
