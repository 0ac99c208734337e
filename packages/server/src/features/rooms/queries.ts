import { randomInt } from 'node:crypto'
import { limits } from '@rodada/contract/limits'
import { roomCodeAlphabet } from '@rodada/contract/room-settings'
import type { ActiveRoom } from '@rodada/contract/rooms'
import type { Selectable, Updateable } from 'kysely'
import type { Db, Schema } from '../../migrations/schema.ts'
import type { Engine } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'

export type RoomRow = Selectable<Schema['rooms']>

/** A room that nobody entered stays in the public list this long. */
const freshMs = 10 * 60_000
const roomLifeMs = 24 * 60 * 60_000

/** Opens a room under a code that no open room has. */
export async function addRoom(
  db: Db,
  room: { name: string; deck: readonly string[]; hostTokenHash: string; listed: boolean },
): Promise<RoomRow> {
  for (;;) {
    const code = Array.from({ length: limits.roomCode }, () => roomCodeAlphabet[randomInt(roomCodeAlphabet.length)]).join('')
    const added = await db
      .insertInto('rooms')
      .values({
        code,
        name: room.name,
        deck: JSON.stringify(room.deck),
        listed: Number(room.listed),
        moderators_only: 0,
        host_token_hash: room.hostTokenHash,
        round: 1,
        created_at: instant(),
        empty_since: instant(),
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (added) return added
  }
}

/** The open room of a code; an ended one has none. */
export const findRoom = (db: Db, code: string): Promise<RoomRow | undefined> =>
  db.selectFrom('rooms').selectAll().where('code', '=', code).where('ended_at', 'is', null).executeTakeFirst()

export const getRoom = (db: Db, id: number): Promise<RoomRow> =>
  db.selectFrom('rooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The open room, held until the transaction ends so that joins, reveals and resets of one room take turns. */
export async function lockRoom(trx: Db, engine: Engine, id: number): Promise<RoomRow | undefined> {
  const room = trx.selectFrom('rooms').selectAll().where('id', '=', id).where('ended_at', 'is', null)
  return (engine === 'postgres' ? room.forUpdate() : room).executeTakeFirst()
}

export const updateRoom = (db: Db, id: number, change: Updateable<Schema['rooms']>): Promise<RoomRow> =>
  db.updateTable('rooms').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** People at the table: seats with a connection. */
export async function countPresent(db: Db, roomId: number): Promise<number> {
  const { present } = await db
    .selectFrom('seats')
    .select((count) => count.fn.countAll<number>().as('present'))
    .where('room_id', '=', roomId)
    .where('left_at', 'is', null)
    .where('away_since', 'is', null)
    .executeTakeFirstOrThrow()
  return present
}

/** Listed rooms with somebody at the table, or opened a moment ago; newest first. */
export async function listActiveRooms(db: Db): Promise<ActiveRoom[]> {
  const rows = await db
    .selectFrom('rooms')
    .select((room) => [
      'code',
      'name',
      room
        .selectFrom('seats')
        .whereRef('seats.room_id', '=', 'rooms.id')
        .where('left_at', 'is', null)
        .where('away_since', 'is', null)
        .select((count) => count.fn.countAll<number>().as('present'))
        .as('present'),
    ])
    .where('ended_at', 'is', null)
    .where('listed', '=', 1)
    .where((room) => room.or([room('empty_since', 'is', null), room('created_at', '>', instant(-freshMs))]))
    .orderBy('id', 'desc')
    .limit(limits.activeRooms)
    .execute()
  return rows.flatMap(({ code, name, present }) => (code ? [{ id: code, roomId: code, roomName: name, participants: present ?? 0 }] : []))
}

/** Ends the rooms that had no connection for a day: their codes become free, their history stays. */
export async function endDesertedRooms(db: Db): Promise<void> {
  await db
    .updateTable('rooms')
    .set({ code: null, ended_at: instant() })
    .where('ended_at', 'is', null)
    .where('empty_since', '<', instant(-roomLifeMs))
    .execute()
}
