import type { ConnectionStatus } from './lasting-connection.ts'
import { joinLive, type LiveEvents, type LiveSocket } from './live-socket.ts'

type Listening = {
  /** What is heard, on the connection that stands at the time. */
  events: Partial<LiveEvents>
  /** On every connect, the first and all later ones: what happened while nobody listened was not heard. */
  onConnect: (socket: LiveSocket) => void
  onStatus?: (status: ConnectionStatus) => void
}

/** Hears events on the tab's live connection, also on the one that follows it. */
export function listenLive({ events, onConnect, onStatus = () => {} }: Listening): {
  /** The connection that is listened to; null before the first one. */
  socket: () => LiveSocket | null
  leave: () => void
} {
  let listening: LiveSocket | null = null
  // Each name has the listener of its own event.
  const entries = Object.entries(events) as [keyof LiveEvents, never][]
  const silence = () => {
    for (const [name, listener] of entries) listening?.off(name, listener)
  }
  const leaveLive = joinLive({
    onConnect: (socket) => {
      if (listening !== socket) {
        silence()
        listening = socket
        for (const [name, listener] of entries) socket.on(name, listener)
      }
      onConnect(socket)
    },
    onStatus,
  })
  return {
    socket: () => listening,
    leave: () => {
      silence()
      leaveLive()
    },
  }
}
