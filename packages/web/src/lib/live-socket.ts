import type { BoardClientEvents, BoardServerEvents } from '@rodada/contract/board-events'
import { realtimeSettings } from '@rodada/contract/room-settings'
import type { Socket } from 'socket.io-client'
import { endSession } from './call.ts'
import { hasSession, subscribeSession } from './session.ts'
import { read } from './storage.ts'

type ServerEvents = BoardServerEvents & { auth_error: (payload: { message: string }) => void }
export type LiveSocket = Socket<ServerEvents, BoardClientEvents>
/** 'connecting' until the first connection stands; 'offline' once the agreed attempts are used up, while quiet ones go on. */
export type LiveStatus = 'connecting' | 'connected' | 'reconnecting' | 'offline'

type Listener = {
  /** On every connect, the first and all later ones: what was watched must be watched again. */
  onConnect: (socket: LiveSocket) => void
  onStatus: (status: LiveStatus) => void
}

/** After the agreed attempts, quietly try again this often while the page is in view. */
const quietDelay = 10_000
/** A screen that opens right after another one closed takes over its connection. */
const idleDelay = 5_000
/** Shorter absences cannot have outlived the server's ping. */
const sleepThreshold = 5_000

const listeners = new Set<Listener>()
let status: LiveStatus = 'connecting'
let opening: Promise<LiveSocket> | null = null
let socket: LiveSocket | null = null
let quietTimer: ReturnType<typeof setTimeout> | undefined
let idleTimer: ReturnType<typeof setTimeout> | undefined
let hiddenAt = 0

/** Takes part in the one live connection of this tab, which stands while anybody does. Call the result to leave it. */
export function joinLive(listener: Listener): () => void {
  clearTimeout(idleTimer)
  listeners.add(listener)
  listener.onStatus(status)
  if (socket?.connected) listener.onConnect(socket)
  // A socket that was made while nobody was here, or that the server closed, waits to be told.
  else
    open().then(
      (made) => listeners.size > 0 && made === socket && !made.active && made.connect(),
      // `open` has reported it.
      () => {},
    )
  return () => {
    // Left twice, the second time must not start a timer that nobody stops.
    if (!listeners.delete(listener) || listeners.size > 0) return
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => listeners.size === 0 && close(), idleDelay)
  }
}

/** Tries now, with fresh attempts, whatever the state. */
export function retryLive(): void {
  if (!socket) return void open()
  // Ends the wait between two attempts as well as a connection that only looks alive.
  socket.disconnect()
  socket.connect()
}

function report(next: LiveStatus): void {
  // Once offline, the screen says so until a connection stands; attempts in between would only make it flicker.
  if (status === next || (status === 'offline' && next !== 'connected')) return
  status = next
  for (const { onStatus } of [...listeners]) onStatus(next)
}

function open(): Promise<LiveSocket> {
  opening ??= connect()
  opening.catch(() => {
    // The library itself could not be loaded: the network went just now.
    opening = null
    report('reconnecting')
    tryQuietly()
  })
  return opening
}

async function connect(): Promise<LiveSocket> {
  const { io } = await import('socket.io-client')
  let usedToken: string | null = null
  const made: LiveSocket = io({
    path: realtimeSettings.path,
    transports: [...realtimeSettings.transports],
    reconnection: true,
    reconnectionAttempts: realtimeSettings.reconnectionAttempts,
    reconnectionDelay: realtimeSettings.room.reconnectionDelay,
    reconnectionDelayMax: realtimeSettings.room.reconnectionDelayMax,
    timeout: realtimeSettings.connectTimeout,
    forceNew: true,
    autoConnect: false,
    // Read anew on each attempt: another account may have signed in meanwhile.
    auth: (give) => {
      usedToken = read('authToken')
      give({ token: usedToken })
    },
  })
  socket = made
  made.on('connect', () => {
    clearTimeout(quietTimer)
    report('connected')
    for (const { onConnect } of [...listeners]) onConnect(made)
  })
  made.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return
    report('reconnecting')
    // The server closed this connection on purpose (restart, end of the session): trying again is left to us.
    if (reason === 'io server disconnect') tryQuietly(realtimeSettings.room.reconnectionDelay)
  })
  made.on('auth_error', () => {
    // The session ended (password changed, account deactivated), or another one began meanwhile, which connects anew.
    if (read('authToken') === usedToken) endSession()
  })
  made.on('connect_error', () => {
    report(status === 'connecting' ? 'connecting' : 'reconnecting')
    // `active` false: refused by the server's middleware, so the manager does not try again.
    if (!made.active) tryQuietly()
  })
  made.io.on('reconnect_failed', () => {
    report('offline')
    tryQuietly()
  })
  // Listeners are attached before the first packet can arrive. Everybody may have left while the library was loading.
  if (listeners.size > 0) made.connect()
  return made
}

function tryQuietly(delay = quietDelay): void {
  clearTimeout(quietTimer)
  quietTimer = setTimeout(() => {
    if (listeners.size === 0 || !hasSession()) return
    if (document.visibilityState === 'visible') retryLive()
    else tryQuietly()
  }, delay)
}

function close(): void {
  clearTimeout(quietTimer)
  socket?.disconnect()
  socket?.removeAllListeners()
  socket = null
  opening = null
  status = 'connecting'
}

/** After sleep or a network change: connect now, or have everybody ask again, which shows whether the connection still lives. */
function wake(asleep: boolean): void {
  if (listeners.size === 0 || !socket) return
  if (!socket.connected) {
    retryLive()
    return
  }
  // Said to be away by the browser, the connection may have stood all along.
  report('connected')
  if (asleep) for (const { onConnect } of [...listeners]) onConnect(socket)
}

if (typeof window !== 'undefined') {
  addEventListener('online', () => wake(true))
  addEventListener('offline', () => report('reconnecting'))
  // Fires on every load too; only a page that comes back from the browser's cache has slept.
  addEventListener('pageshow', (event) => event.persisted && wake(true))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else wake(Date.now() - hiddenAt > sleepThreshold)
  })
  let token = read('authToken')
  subscribeSession(() => {
    if (read('authToken') === token) return
    token = read('authToken')
    // Whoever signed out hears nothing more; another account gets a connection of its own.
    if (token === null) close()
    else if (listeners.size > 0) retryLive()
  })
}
