import type { BoardClientEvents, BoardServerEvents } from '@rodada/contract/boards/events'
import type { EstimationServerEvents } from '@rodada/contract/estimations/estimations'
import type { NotificationServerEvents } from '@rodada/contract/notifications/notifications'
import type { Socket } from 'socket.io-client'
import { endSession } from '../call/call.ts'
import { hasSession, subscribeSession } from '../call/session.ts'
import { read } from '../device/storage.ts'
import { type ConnectionStatus, type LastingConnection, openLastingConnection, quietDelay } from './lasting-connection.ts'

export type LiveEvents = BoardServerEvents & NotificationServerEvents & EstimationServerEvents
type ServerEvents = LiveEvents & { auth_error: (payload: { message: string }) => void }
export type LiveSocket = Socket<ServerEvents, BoardClientEvents>

type Listener = {
  /** On every connect, the first and all later ones: what was watched must be watched again. */
  onConnect: (socket: LiveSocket) => void
  onStatus: (status: ConnectionStatus) => void
}

/** A screen that opens right after another one closed takes over its connection. */
const idleDelay = 5_000

const listeners = new Set<Listener>()
let status: ConnectionStatus = 'connecting'
let connection: LastingConnection<LiveSocket> | null = null
let opening: Promise<LastingConnection<LiveSocket>> | null = null
let openTimer: ReturnType<typeof setTimeout> | undefined
let idleTimer: ReturnType<typeof setTimeout> | undefined

/** Takes part in the one live connection of this tab, which stands while anybody does. Call the result to leave it. */
export function joinLive(listener: Listener): () => void {
  clearTimeout(idleTimer)
  listeners.add(listener)
  listener.onStatus(status)
  if (connection?.socket.connected) listener.onConnect(connection.socket)
  // One that the server closed waits to be told.
  else if (connection?.socket.active === false) connection.retry()
  else open()
  return () => {
    // Left twice, the second time must not start a timer that nobody stops.
    if (!listeners.delete(listener) || listeners.size > 0) return
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => listeners.size === 0 && close(), idleDelay)
  }
}

/** Tries now, with fresh attempts, whatever the state. */
export function retryLive(): void {
  if (connection) connection.retry()
  else open()
}

function report(next: ConnectionStatus): void {
  if (status === next) return
  status = next
  for (const { onStatus } of [...listeners]) onStatus(next)
}

function tellConnected(): void {
  if (connection) for (const { onConnect } of [...listeners]) onConnect(connection.socket)
}

/** Makes the connection, unless it is there or on its way. */
function open(): void {
  if (connection || opening) return
  clearTimeout(openTimer)
  let usedToken: string | null = null
  const mine: Promise<LastingConnection<LiveSocket>> = openLastingConnection({
    token: () => {
      usedToken = read('authToken')
      return usedToken
    },
    whileHidden: false,
    onStatus: report,
    onConnect: tellConnected,
    onWake: () => {
      // Said to be away by the browser, the connection may have stood all along.
      report('connected')
      tellConnected()
    },
  })
  opening = mine
  mine.then(
    (made) => {
      // Everybody left, or signed out, while the library was loading.
      if (opening !== mine) return made.close()
      opening = null
      connection = made
      made.socket.on('auth_error', () => {
        // The session ended (password changed, account deactivated), or another one began meanwhile, which connects again.
        if (read('authToken') === usedToken) endSession()
      })
    },
    () => {
      if (opening !== mine) return
      opening = null
      // The library itself could not be loaded: the network went just now.
      report('reconnecting')
      openLater()
    },
  )
}

function openLater(): void {
  clearTimeout(openTimer)
  openTimer = setTimeout(() => {
    if (listeners.size === 0 || !hasSession()) return
    if (document.visibilityState === 'visible') open()
    else openLater()
  }, quietDelay)
}

function close(): void {
  clearTimeout(openTimer)
  connection?.close()
  connection?.socket.removeAllListeners()
  connection = null
  opening = null
  status = 'connecting'
}

if (typeof window !== 'undefined') {
  addEventListener('offline', () => status !== 'offline' && report('reconnecting'))
  let token = read('authToken')
  subscribeSession(() => {
    if (read('authToken') === token) return
    token = read('authToken')
    // A person who signed out hears nothing more; another account gets a connection of its own.
    if (token === null) close()
    else if (listeners.size > 0) retryLive()
  })
}
