import { realtimeSettings } from '@rodada/contract/room-settings'
import type { RoomClientEvents, RoomServerEvents } from '@rodada/contract/rooms'
import type { Socket } from 'socket.io-client'
import type { ConnectionStatus } from './room-state.ts'

export type RoomSocket = Socket<RoomServerEvents, RoomClientEvents>

export type RoomConnection = {
  socket: RoomSocket
  /** Tries now, with fresh attempts, whatever the state. */
  retry: () => void
  /** Whoever called `close` hears nothing more. */
  close: () => void
}

type Options = {
  /** Read anew on each attempt: a login in another tab counts. */
  token: () => string | null
  onStatus: (status: ConnectionStatus) => void
  /** On every connect, the first and all later ones. */
  onConnect: () => void
  /** The page was asleep or offline and believes to be connected: ask the server for something. Rejects when it does not answer. */
  probe: () => Promise<void>
}

/** After the agreed attempts, quietly try again this often while the page is in view. */
const failedRetryDelay = 10_000
/** Shorter absences cannot have outlived the server's ping. */
const sleepThreshold = 5_000

/**
 * Connects to the room's server and stays connected: the specification's attempts and delays, and beyond them a new
 * try whenever the device wakes, comes online or shows the page again. Socket.IO itself is loaded here, on first use.
 */
export async function openRoomConnection({ token, onStatus, onConnect, probe }: Options): Promise<RoomConnection> {
  const { io } = await import('socket.io-client')
  let everConnected = false
  let failed = false
  let closed = false
  let hiddenAt = 0
  let failedTimer: ReturnType<typeof setTimeout> | undefined

  const socket: RoomSocket = io({
    path: realtimeSettings.path,
    transports: [...realtimeSettings.transports],
    reconnection: true,
    reconnectionAttempts: realtimeSettings.reconnectionAttempts,
    reconnectionDelay: realtimeSettings.room.reconnectionDelay,
    reconnectionDelayMax: realtimeSettings.room.reconnectionDelayMax,
    timeout: realtimeSettings.connectTimeout,
    forceNew: true,
    autoConnect: false,
    auth: (give) => give({ token: token() }),
  })

  const report = (status: ConnectionStatus) => {
    // Once failed, the screen says so until a connection stands; attempts in between would only make it flicker.
    if (!closed && (!failed || status === 'connected' || status === 'failed')) onStatus(status)
  }
  const restart = () => {
    if (closed) return
    if (socket.connected) report('reconnecting')
    // Ends the wait between two attempts (up to 5 s) as well as a connection that only looks alive.
    socket.disconnect()
    socket.connect()
  }
  const waitAndRestart = () => {
    clearTimeout(failedTimer)
    failedTimer = setTimeout(() => (document.visibilityState === 'visible' ? restart() : undefined), failedRetryDelay)
  }
  const wake = (asleep: boolean) => {
    if (closed) return
    if (!socket.connected) restart()
    else if (asleep) void probe().catch(restart)
  }

  socket.on('connect', () => {
    clearTimeout(failedTimer)
    everConnected = true
    failed = false
    report('connected')
    onConnect()
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return
    report('reconnecting')
    // The server closed this connection on purpose (restart, takeover): Socket.IO leaves trying again to us.
    if (reason === 'io server disconnect' && !closed) setTimeout(restart, realtimeSettings.room.reconnectionDelay)
  })
  socket.on('connect_error', () => {
    report(everConnected ? 'reconnecting' : 'connecting')
    // `active` false: refused by the server's middleware, so the manager does not try again.
    if (!socket.active && !closed) waitAndRestart()
  })
  socket.io.on('reconnect_failed', () => {
    failed = true
    report('failed')
    waitAndRestart()
  })

  const onOnline = () => wake(true)
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else wake(Date.now() - hiddenAt > sleepThreshold)
  }
  // Fires on every load too; only a page that comes back from the browser's cache has slept.
  const onPageShow = (event: PageTransitionEvent) => event.persisted && wake(true)
  addEventListener('online', onOnline)
  addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', onVisibility)

  // Listeners of the caller are attached before the first packet can arrive.
  queueMicrotask(() => !closed && socket.connect())

  return {
    socket,
    retry: restart,
    close: () => {
      closed = true
      clearTimeout(failedTimer)
      removeEventListener('online', onOnline)
      removeEventListener('pageshow', onPageShow)
      document.removeEventListener('visibilitychange', onVisibility)
      socket.disconnect()
    },
  }
}
