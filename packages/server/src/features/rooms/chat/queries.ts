import { limits } from '@rodada/contract/core/limits'
import type { ChatMessage } from '@rodada/contract/rooms/rooms'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'

/** Adds a message; the room keeps its latest ones only. Undefined when this seat said it before, under the same key. */
export async function addChatMessage(
  trx: Db,
  message: { roomId: number; seatId: number; userName: string; avatar: string | null; text: string; key: string | undefined },
): Promise<ChatMessage | undefined> {
  const added = await trx
    .insertInto('chat_messages')
    .values({
      room_id: message.roomId,
      seat_id: message.seatId,
      user_name: message.userName,
      avatar: message.avatar,
      message: message.text,
      created_at: instant(),
      send_key: message.key ?? null,
    })
    .onConflict((conflict) => conflict.columns(['room_id', 'seat_id', 'send_key']).doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst()
  if (!added) return undefined
  await trx
    .deleteFrom('chat_messages')
    .where('room_id', '=', message.roomId)
    .where('id', '<=', (older) =>
      older
        .selectFrom('chat_messages')
        .select('id')
        .where('room_id', '=', message.roomId)
        .orderBy('id', 'desc')
        .offset(limits.chatHistory)
        .limit(1),
    )
    .execute()
  return { id: added.id, userName: message.userName, message: message.text, avatar: message.avatar, timestamp: added.created_at }
}

/** The kept messages, oldest first. */
export async function listChat(db: Db, roomId: number): Promise<ChatMessage[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('room_id', '=', roomId)
    .orderBy('id', 'desc')
    .limit(limits.chatHistory)
    .execute()
  return rows
    .reverse()
    .map((row) => ({ id: row.id, userName: row.user_name, message: row.message, avatar: row.avatar, timestamp: row.created_at }))
}

/** The newest message's id; undefined while nobody wrote. */
export async function findLastMessageId(db: Db, roomId: number): Promise<number | undefined> {
  const last = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('room_id', '=', roomId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id
}
