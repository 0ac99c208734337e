import { limits } from '@rodada/contract/limits'
import type { RoomClientEvents, RoomServerEvents } from '@rodada/contract/rooms'
import type { Socket } from 'socket.io-client'
import { currentLanguage, t } from '../i18n/index.ts'
import { read, writeRoomToken } from './storage.ts'

/** How long the server may take to answer, in milliseconds. */
const replyTimeout = 8000

/**
 * Opens a voting room whose table has these cards, at most as many as a table holds, and keeps its host's secret, so that
 * whoever opened it moderates it. Returns the room's id.
 * @throws Error with the text to show.
 */
export async function openRoomWith(cardIds: readonly number[], name: string): Promise<string> {
  const { openSocket } = await import('./socket-io.ts').catch(() => {
    throw new Error(t('errors.network'))
  })
  const socket: Socket<RoomServerEvents, RoomClientEvents> = openSocket({
    auth: { token: read('authToken'), language: currentLanguage() },
    forceNew: true,
    reconnection: false,
  })
  try {
    const roomName = name.slice(0, limits.roomName).trim() || t('newRoom')
    const reply = await socket
      .timeout(replyTimeout)
      .emitWithAck('createRoom', { roomName, card_ids: cardIds.slice(0, limits.roomTasks) })
      .catch(() => {
        throw new Error(t('errors.network'))
      })
    if ('error' in reply) throw new Error(reply.error)
    writeRoomToken('rodada.hostTokens', reply.roomId, reply.hostToken)
    return reply.roomId
  } finally {
    socket.disconnect()
  }
}
