import type { ExpressionBuilder } from 'kysely'
import type { Db, Engine, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { slicesOf } from '../../../platform/slices.ts'

/** A process that said nothing for this long is dead, and so are its connections. With the next beat of another, 15 s at most. */
const processLifeMs = 10_000

/** A socket took the seat: the seat is present, and so the room is not empty. */
export async function addConnection(trx: Db, connection: { id: string; seatId: number; roomId: number; processId: string }): Promise<void> {
  await trx
    .insertInto('connections')
    .values({ id: connection.id, seat_id: connection.seatId, process_id: connection.processId })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seat_id: connection.seatId }))
    .execute()
  await trx.updateTable('seats').set({ away_since: null }).where('id', '=', connection.seatId).execute()
  await trx
    .updateTable('rooms')
    .set({ empty_since: null })
    .where('id', '=', connection.roomId)
    .where('empty_since', 'is not', null)
    .execute()
}

/** A socket is gone. Call with the room held. */
export async function removeConnection(trx: Db, id: string): Promise<void> {
  await markAway(trx, await trx.deleteFrom('connections').where('id', '=', id).returning('seat_id').execute())
}

/** Sockets of any rooms are gone. Call inside a transaction. Returns the rooms where somebody became away. */
export async function removeConnections(trx: Db, engine: Engine, ids: readonly string[]): Promise<number[]> {
  await lockRooms(trx, engine, ids)
  const removed: { seat_id: number }[] = []
  for (const some of slicesOf(ids, chunk)) {
    removed.push(...(await trx.deleteFrom('connections').where('id', 'in', some).returning('seat_id').execute()))
  }
  return markAway(trx, removed)
}

/** Whether any socket, of whatever process, sits on a seat. */
export const isConnected = async (db: Db, seatId: number): Promise<boolean> =>
  (await db.selectFrom('connections').select('id').where('seat_id', '=', seatId).limit(1).executeTakeFirst()) !== undefined

/** The sockets that this process said it has. */
export async function listConnections(db: Db, processId: string): Promise<string[]> {
  const rows = await db.selectFrom('connections').select('id').where('process_id', '=', processId).execute()
  return rows.map((row) => row.id)
}

/** Removes all sockets of a seat that is given up. */
export async function removeSeatConnections(trx: Db, seatId: number): Promise<void> {
  await trx.deleteFrom('connections').where('seat_id', '=', seatId).execute()
  await markAway(trx, [{ seat_id: seatId }])
}

/** A process says goodbye: its people are away from now on. */
export async function removeProcess(trx: Db, engine: Engine, processId: string): Promise<void> {
  await removeConnections(trx, engine, await listConnections(trx, processId))
  await trx.deleteFrom('processes').where('id', '=', processId).execute()
}

/** A process as it tells the others of itself. */
export type LivingProcess = { id: string; name: string; version: string; sockets: number; started_at: string }

/** This process says that it lives. False when the others did not know: it is new, or was taken for dead. */
export async function beat(db: Db, { id, sockets, ...facts }: LivingProcess): Promise<boolean> {
  const seen_at = instant()
  const { numUpdatedRows } = await db.updateTable('processes').set({ seen_at, sockets }).where('id', '=', id).executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return true
  await db
    .insertInto('processes')
    .values({ id, seen_at, sockets, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at }))
    .execute()
  return false
}

const isOrphaned = (connection: ExpressionBuilder<Schema, 'connections'>) =>
  connection('process_id', 'not in', connection.selectFrom('processes').select('id'))

/**
 * Removes the connections of dead processes. Call inside a transaction. On SQLite there is one process: every other one is dead, however
 * lately it spoke.
 * @returns the rooms where somebody became away.
 */
export async function removeDeadProcesses(trx: Db, engine: Engine, processId: string): Promise<number[]> {
  const others = trx.deleteFrom('processes').where('id', '!=', processId)
  await (engine === 'sqlite' ? others : others.where('seen_at', '<', instant(-processLifeMs))).execute()
  const orphans = await trx.selectFrom('connections').select('id').where(isOrphaned).execute()
  if (orphans.length === 0) return []
  await lockRooms(
    trx,
    engine,
    orphans.map(({ id }) => id),
  )
  // Asked again with the rooms held: a process that spoke meanwhile keeps its people.
  return markAway(trx, await trx.deleteFrom('connections').where(isOrphaned).returning('seat_id').execute())
}

/**
 * Holds the rooms in which these sockets sit, in the order of their ids. Every command holds its room before it touches a connection or a
 * seat; who did it the other way round would wait for such a command while the command waits for them.
 */
async function lockRooms(trx: Db, engine: Engine, connections: readonly string[]): Promise<void> {
  if (engine === 'sqlite') return
  const rooms = new Set<number>()
  for (const some of slicesOf(connections, chunk)) {
    const seats = await trx
      .selectFrom('connections')
      .innerJoin('seats', 'seats.id', 'connections.seat_id')
      .select('seats.room_id')
      .distinct()
      .where('connections.id', 'in', some)
      .execute()
    for (const { room_id } of seats) rooms.add(room_id)
  }
  const ordered = [...rooms].sort((a, b) => a - b)
  for (const some of slicesOf(ordered, chunk))
    await trx.selectFrom('rooms').select('id').where('id', 'in', some).orderBy('id').forUpdate().execute()
}

/** More parameters than this do not fit into one statement of either database. */
const chunk = 10_000

/** Of these seats, sets away those without a connection, and empty the rooms that lost their last person. */
async function markAway(trx: Db, seats: readonly { seat_id: number }[]): Promise<number[]> {
  const ids = [...new Set(seats.map((seat) => seat.seat_id))]
  const rooms = new Set<number>()
  for (const some of slicesOf(ids, chunk)) {
    const away = await trx
      .updateTable('seats')
      .set({ away_since: instant() })
      .where('id', 'in', some)
      .where('away_since', 'is', null)
      .where((seat) => seat.not(seat.exists(seat.selectFrom('connections').select('id').whereRef('connections.seat_id', '=', 'seats.id'))))
      .returning('room_id')
      .execute()
    for (const seat of away) rooms.add(seat.room_id)
  }
  const touched = [...rooms]
  for (const some of slicesOf(touched, chunk)) {
    await trx
      .updateTable('rooms')
      .set({ empty_since: instant() })
      .where('id', 'in', some)
      .where('empty_since', 'is', null)
      .where((room) =>
        room.not(
          room.exists(
            room
              .selectFrom('seats')
              .select('id')
              .whereRef('seats.room_id', '=', 'rooms.id')
              .where('left_at', 'is', null)
              .where('away_since', 'is', null),
          ),
        ),
      )
      .execute()
  }
  return touched
}
