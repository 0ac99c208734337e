import type { CreateRoomAck, RoomClientEvents } from '@rodada/contract/rooms/room-events'
import type { ActiveRoom, RoomServerEvents } from '@rodada/contract/rooms/rooms'
import { defaultHostName, realtimeSettings } from '@rodada/contract/rooms/settings'
import type { Socket } from 'socket.io-client'
import { currentLanguage, t } from '../../i18n/index.ts'
import { lastDeck } from '../../lib/device/last-deck.ts'
import { openSocket } from '../../lib/live/socket-io.ts'

export type LandingSocket = Socket<RoomServerEvents, RoomClientEvents>

/** How long the server may take to answer one event, in milliseconds. */
const replyTimeout = 8000
/** Name under which the join check sits down and stands up again; nobody sees it. */
const checker = 'Verificação'

let shared: LandingSocket | null = null
/** The last list heard: a dialog that opens on a live connection must not wait for the next change. */
let heardRooms: ActiveRoom[] | null = null

/** The landing page's connection: opened by hand, without credentials, and only when a dialog needs it. */
export function landingSocket(): LandingSocket {
  if (shared) return shared
  shared = openSocket({
    autoConnect: false,
    auth: (give) => give({ language: currentLanguage() }),
    reconnectionAttempts: realtimeSettings.reconnectionAttempts,
    ...realtimeSettings.landing,
  })
  shared.on('activeRooms', (rooms) => {
    heardRooms = rooms
  })
  return shared
}

export function closeLandingSocket(): void {
  shared?.disconnect()
  shared = null
  heardRooms = null
}

/**
 * Opens the connection. `onTrouble` is told when the first attempt fails and others follow.
 * @throws Error 'Timeout ao conectar ao servidor' after 10 s, for the console; people read the catalogue's text.
 */
function connected(socket: LandingSocket, onTrouble?: () => void): Promise<void> {
  if (socket.connected) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      clearTimeout(timer)
      socket.off('connect', ready)
      socket.off('connect_error', trouble)
      done()
    }
    const ready = settle(resolve)
    const trouble = () => onTrouble?.()
    const late = settle(() => {
      // Without this the attempts would go on behind a dialog that has already given up.
      socket.disconnect()
      reject(new Error(t('landing:errors.timeout')))
    })
    const timer = setTimeout(late, realtimeSettings.connectTimeout)
    socket.on('connect', ready)
    socket.on('connect_error', trouble)
    socket.connect()
  })
}

export type Created = { roomId: string; hostToken: string | null } | { error: string }

/** Creates a room with the defaults; `error` is the catalogue's text, or the server's as received. */
export async function createRoom(onTrouble: () => void): Promise<Created> {
  const socket = landingSocket()
  try {
    await connected(socket, onTrouble)
  } catch (reason) {
    console.error(reason)
    return { error: t('landing:errors.connect') }
  }
  let reply: CreateRoomAck | null | undefined
  try {
    reply = await socket
      .timeout(replyTimeout)
      .emitWithAck('createRoom', { roomName: t('newRoom'), userName: defaultHostName, lastDeck: lastDeck() })
  } catch {
    return { error: t('landing:errors.create') }
  }
  if (reply && 'error' in reply) return { error: reply.error || t('landing:errors.create') }
  if (!reply?.roomId) return { error: t('landing:errors.createInvalid') }
  return { roomId: reply.roomId, hostToken: reply.hostToken ?? null }
}

/** Ends the room that was just created and is not wanted. That it fails is no loss: nobody sees a room where nobody sat. */
export function cancelRoom(roomId: string, hostToken: string): void {
  shared?.emit('cancelRoom', { roomId, hostToken }, () => undefined)
}

/** Whether a room can be entered: joins it as a check and leaves it. Returns the problem's text, or null when it can. */
export async function checkRoom(roomId: string): Promise<string | null> {
  const socket = landingSocket()
  const who = { roomId, userName: checker }
  try {
    await connected(socket)
    const reply = await socket.timeout(replyTimeout).emitWithAck('joinRoom', who)
    // What a room asks for, its door does: the room is there.
    if ('error' in reply && (reply.needsPassword || reply.id === 'unauthorized')) return null
    if ('error' in reply) return reply.error || t('texts:roomInactive')
    // The acknowledgement is asked for so that a refusal does not come back as an `error` event.
    socket.emit('leaveRoom', who, () => undefined)
    return null
  } catch (reason) {
    const silent = reason instanceof Error && reason.message === 'operation has timed out'
    return t('texts:roomCheckFailed') + (silent || !(reason instanceof Error) ? t('landing:errors.noReply') : reason.message)
  }
}

/** Tells the listed rooms, now and on every change. Returns how to stop listening. */
export function watchActiveRooms(onRooms: (rooms: ActiveRoom[]) => void, onTrouble: (up: boolean) => void): () => void {
  const socket = landingSocket()
  const up = () => onTrouble(false)
  const down = () => onTrouble(true)
  socket.on('activeRooms', onRooms)
  socket.on('connect', up)
  socket.on('connect_error', down)
  if (heardRooms) onRooms(heardRooms)
  socket.connect()
  return () => {
    socket.off('activeRooms', onRooms)
    socket.off('connect', up)
    socket.off('connect_error', down)
  }
}

/** Errors the server sends by itself, shown as received. */
export function watchServerErrors(onError: (message: string) => void): () => void {
  const socket = landingSocket()
  const tell = ({ message }: { message: string }) => onError(message)
  socket.on('error', tell)
  return () => socket.off('error', tell)
}
