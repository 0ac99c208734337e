import type { NewModerator } from '@rodada/contract/rooms/rooms'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { followed, isModerated, type SeatRow } from '../participants/seat-queries.ts'
import { type RoomRow, updateRoom } from '../queries.ts'

/**
 * Makes somebody at the table a moderator. Call with the room held.
 * @param byRule because they followed one, or were chosen by who had: they moderate the table, and the record of others is not theirs to delete
 */
export async function makeModeratorOf(
  trx: Db,
  roomId: number,
  { id, name }: Pick<SeatRow, 'id' | 'name'>,
  byRule: boolean,
): Promise<NewModerator> {
  await trx
    .updateTable('seats')
    .set((seat) => ({
      role: 'moderator',
      // Who had the record to delete before keeps it.
      moderated: byRule ? seat.case().when('moderated', '=', 1).then(1).else(followed).end() : 1,
    }))
    .where('id', '=', id)
    .execute()
  await updateRoom(trx, roomId, { needs_heir: 0 })
  return { participantId: id, userName: name }
}

/**
 * After a moderator gave the seat up: when no other one is here, or was a moment ago, who has been present longest follows, accounts
 * before guests. With nobody present the room waits for the first person who comes back to it. Call with the room held.
 */
export async function appointHeir(trx: Db, room: RoomRow): Promise<NewModerator | undefined> {
  if (await isModerated(trx, room.id)) return undefined
  const heir = await trx
    .selectFrom('seats')
    .select(['id', 'name'])
    .where('room_id', '=', room.id)
    .where('left_at', 'is', null)
    .where('away_since', 'is', null)
    .orderBy(sql`case when user_id is null then 1 else 0 end`)
    .orderBy('joined_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (heir) return makeModeratorOf(trx, room.id, heir, true)
  await updateRoom(trx, room.id, { needs_heir: 1 })
  return undefined
}
