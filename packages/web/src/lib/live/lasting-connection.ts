import { realtimeSettings } from '@rodada/contract/rooms/settings'
import type { Socket } from 'socket.io-client'
import { currentLanguage } from '../../i18n/index.ts'
import { isAttended } from './attendance.ts'

/** 'connecting' until the first connection stands; 'offline' once the agreed attempts are used up, while quiet ones go on. */
export type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting' | 'offline'

/** The caller says what its socket hears and says. */
export type LastingConnection<Typed = Socket> = {
  socket: Typed
  /** Tries now, with fresh attempts, whatever the state. */
  retry: () => void
  /** After `close` nothing is told any more. */
  close: () => void
}

type Options = {
  /** Read again on each attempt: a login in another tab counts. */
  token: () => string | null
  /** The server closed the connection on purpose (restart, takeover): come back although nobody looks at the page. */
  whileHidden: boolean
  onStatus: (status: ConnectionStatus) => void
  /** On every connect, the first and all later ones. */
  onConnect: () => void
  /** The page was asleep or offline and believes to be connected: whether it is shows when the server is asked for something. */
  onWake: () => void
}

/** After the agreed attempts, quietly try again this often while the page is in view. */
export const quietDelay = 10_000
/** Shorter absences cannot have outlived the server's ping. */
const sleepThreshold = 5_000

/**
 * Connects to the server and stays connected: the specification's attempts and delays, and beyond them a new try whenever
 * the device wakes, comes online or shows the page again. Socket.IO itself is loaded here, on first use: rejects when it cannot be.
 */
export async function openLastingConnection({ token, whileHidden, onStatus, onConnect, onWake }: Options): Promise<LastingConnection> {
  const { openSocket } = await import('./socket-io.ts')
  let everConnected = false
  let offline = false
  let closed = false
  let hiddenAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const socket = openSocket({
    reconnection: true,
    reconnectionAttempts: realtimeSettings.reconnectionAttempts,
    reconnectionDelay: realtimeSettings.room.reconnectionDelay,
    reconnectionDelayMax: realtimeSettings.room.reconnectionDelayMax,
    forceNew: true,
    autoConnect: false,
    auth: (give) => give({ token: token(), language: currentLanguage(), unattended: !isAttended() }),
  })

  const report = (status: ConnectionStatus) => {
    // Once offline, the screen says so until a connection stands; attempts in between would only make it flicker.
    if (!closed && (!offline || status === 'connected' || status === 'offline')) onStatus(status)
  }
  const retry = () => {
    if (closed) return
    if (socket.connected) report('reconnecting')
    // Ends the wait between two attempts (up to 5 s) as well as a connection that only looks alive.
    socket.disconnect()
    socket.connect()
  }
  const retryLater = (delay: number, alsoHidden = false) => {
    clearTimeout(timer)
    // A page that is hidden then tries when it is shown.
    timer = setTimeout(() => (alsoHidden || document.visibilityState === 'visible') && retry(), delay)
  }
  const wake = (asleep: boolean) => {
    if (!socket.connected) retry()
    else if (asleep) onWake()
  }

  socket.on('connect', () => {
    clearTimeout(timer)
    everConnected = true
    offline = false
    report('connected')
    onConnect()
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return
    report('reconnecting')
    // Closed by the server: Socket.IO leaves trying again to us.
    if (reason === 'io server disconnect' && !closed) retryLater(realtimeSettings.room.reconnectionDelay, whileHidden)
  })
  socket.on('connect_error', () => {
    report(everConnected ? 'reconnecting' : 'connecting')
    // `active` false: refused by the server's middleware, so the manager does not try again.
    if (!socket.active && !closed) retryLater(quietDelay)
  })
  socket.io.on('reconnect_failed', () => {
    offline = true
    report('offline')
    retryLater(quietDelay)
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
    retry,
    close: () => {
      closed = true
      clearTimeout(timer)
      removeEventListener('online', onOnline)
      removeEventListener('pageshow', onPageShow)
      document.removeEventListener('visibilitychange', onVisibility)
      socket.disconnect()
    },
  }
}
