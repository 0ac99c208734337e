import { limits } from '@rodada/contract/core/limits'
import type { RoomClientEvents } from '@rodada/contract/rooms/room-events'
import type { RoomServerEvents } from '@rodada/contract/rooms/rooms'
import type { Socket } from 'socket.io-client'
import { currentLanguage, t } from '../i18n/index.ts'
import { lastDeck } from './device/last-deck.ts'
import { read, writeRoomToken } from './device/storage.ts'

/** How long the server may take to answer, in milliseconds. */
const replyTimeout = 8000

/**
 * Opens a voting room whose table has these cards, at most as many as a table holds, and keeps its host's secret, so that
 * this person moderates it. Its deck is that of the board, of the account, or the last one of this browser. Returns the room's id.
 * @param boardId the board that it is opened from, where there are no cards
 * @throws Error with the text to show.
 */
export async function openRoomWith(cardIds: readonly number[], name: string, boardId?: number): Promise<string> {
  const { openSocket } = await import('./live/socket-io.ts').catch(() => {
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
      .emitWithAck('createRoom', {
        roomName,
        lastDeck: lastDeck(),
        ...(cardIds.length > 0 ? { card_ids: cardIds.slice(0, limits.roomTasks) } : { board_id: boardId }),
      })
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
