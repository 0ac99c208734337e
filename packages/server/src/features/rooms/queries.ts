import { randomInt } from 'node:crypto'
import { limits } from '@rodada/contract/core/limits'
import type { ActiveRoom } from '@rodada/contract/rooms/rooms'
import { roomCodeAlphabet } from '@rodada/contract/rooms/settings'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Engine, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'

export type RoomRow = Selectable<Schema['rooms']>

/** A room that everybody left stays in the public list this long. */
const leftMs = 10 * 60_000
const roomLifeMs = 24 * 60 * 60_000

/** Opens a room under a code that no open room has. */
export async function addRoom(
  db: Db,
  room: { name: string; deck: readonly string[]; hostTokenHash: string; listed: boolean; network: string },
): Promise<RoomRow> {
  for (;;) {
    const code = Array.from({ length: limits.roomCode }, () => roomCodeAlphabet[randomInt(roomCodeAlphabet.length)]).join('')
    const added = await db
      .insertInto('rooms')
      .values({
        code,
        record_code: code,
        name: room.name,
        deck: JSON.stringify(room.deck),
        listed: Number(room.listed),
        moderators_only: 0,
        host_token_hash: room.hostTokenHash,
        network: room.network,
        round: 1,
        created_at: instant(),
        round_started_at: instant(),
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

/** Whether a room was opened from a network, or somebody from there sits at its table. */
export async function isOfNetwork(db: Db, room: Pick<RoomRow, 'id' | 'network'>, network: string): Promise<boolean> {
  if (room.network === network) return true
  const seat = await db
    .selectFrom('seats')
    .select('id')
    .where('room_id', '=', room.id)
    .where('network', '=', network)
    .where('left_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return seat !== undefined
}

export const getRoom = (db: Db, id: number): Promise<RoomRow> =>
  db.selectFrom('rooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The open room, held until the transaction ends so that joins, reveals and resets of one room take turns. */
export async function lockRoom(trx: Db, engine: Engine, id: number): Promise<RoomRow | undefined> {
  const room = trx.selectFrom('rooms').selectAll().where('id', '=', id).where('ended_at', 'is', null)
  return (engine === 'postgres' ? room.forUpdate() : room).executeTakeFirst()
}

export const updateRoom = (db: Db, id: number, change: Updateable<Schema['rooms']>): Promise<RoomRow> =>
  db.updateTable('rooms').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** What a round begins with: cards that are covered, no timer and no countdown. */
export const freshRound = () =>
  ({
    revealed_at: null,
    round_started_at: instant(),
    ...{ timer_ends_at: null, timer_seconds: 0, timer_paused_ms: null, timer_reveals: 0 },
    ...{ reveal_at: null, reveal_stopped: 0 },
  }) satisfies Updateable<Schema['rooms']>

/** People at the table: seats with a connection. Who only observes is in no count. */
export async function countPresent(db: Db, roomId: number): Promise<number> {
  const { present } = await db
    .selectFrom('seats')
    .select((count) => count.fn.countAll<number>().as('present'))
    .where('room_id', '=', roomId)
    .where('left_at', 'is', null)
    .where('away_since', 'is', null)
    .where('observer', '=', 0)
    .executeTakeFirstOrThrow()
  return present
}

/**
 * Listed rooms: those with somebody at the table first, then those that were left a moment ago; where nobody ever sat is not listed. The
 * networks that opened them take turns, so that none fills the list alone; within one the fullest come first, then the newest.
 */
export async function listActiveRooms(db: Db): Promise<ActiveRoom[]> {
  const open = db
    .selectFrom('rooms')
    .select((room) => [
      'id',
      'code',
      'name',
      room.fn.coalesce('network', 'code').as('opener'),
      'created_at',
      room
        .selectFrom('seats')
        .whereRef('seats.room_id', '=', 'rooms.id')
        .where('left_at', 'is', null)
        .where('away_since', 'is', null)
        .where('observer', '=', 0)
        .select((count) => count.fn.countAll<number>().as('present'))
        .as('present'),
      room
        .selectFrom('seats')
        .select('seats.name')
        .whereRef('seats.room_id', '=', 'rooms.id')
        .where('left_at', 'is', null)
        .where('role', '=', 'moderator')
        .orderBy(sql`case when away_since is null then 0 else 1 end`)
        .orderBy('seats.id')
        .limit(1)
        .as('moderator'),
    ])
    .where('ended_at', 'is', null)
    .where('listed', '=', 1)
    .where((room) =>
      room.or([
        room('empty_since', 'is', null),
        room.and([
          room('empty_since', '>', instant(-leftMs)),
          room.exists(room.selectFrom('seats').select('seats.id').whereRef('seats.room_id', '=', 'rooms.id')),
        ]),
      ]),
    )
  const ranked = db.selectFrom(open.as('open')).select(({ fn }) => [
    ...(['id', 'code', 'name', 'created_at', 'present', 'moderator'] as const),
    fn
      .agg<number>('row_number')
      .over((over) => over.partitionBy('opener').orderBy('present', 'desc').orderBy('id', 'desc'))
      .as('turn'),
  ])
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .orderBy(sql`case when present > 0 then 0 else 1 end`)
    .orderBy('turn')
    .orderBy('id', 'desc')
    .limit(limits.activeRooms)
    .execute()
  return rows.flatMap(({ code, name, present, moderator, created_at }) =>
    code ? [{ id: code, roomId: code, roomName: name, participants: present ?? 0, moderator, createdAt: created_at }] : [],
  )
}

const endedRoom = () => ({ code: null, network: null, ended_at: instant() })

/** Ends the rooms that had no connection for a day: their codes become free, their history stays. */
export async function endDesertedRooms(db: Db): Promise<void> {
  await db
    .updateTable('rooms')
    .set((room) => ({ ...endedRoom(), record_code: room.fn.coalesce('record_code', 'code') }))
    .where('ended_at', 'is', null)
    .where('empty_since', '<', instant(-roomLifeMs))
    .execute()
}
