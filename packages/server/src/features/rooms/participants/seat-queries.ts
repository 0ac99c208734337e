import type { Participant } from '@rodada/contract/rooms/rooms'
import { moderatorsAwayMs, nudgeMs } from '@rodada/contract/rooms/settings'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { prepared } from '../../../platform/prepared-queries.ts'
import { nameKey } from './name-key.ts'

export type SeatRow = Selectable<Schema['seats']>

/** An away seat keeps its place this long. */
const awayLifeMs = 30 * 60_000

export const findAccountSeat = (db: Db, roomId: number, userId: number): Promise<SeatRow | undefined> =>
  db.selectFrom('seats').selectAll().where('room_id', '=', roomId).where('user_id', '=', userId).executeTakeFirst()

/** A guest's seat by its secret. A seat that an account took is not found: the secret alone must not open it. */
export const findGuestSeat = (db: Db, roomId: number, tokenHash: string): Promise<SeatRow | undefined> =>
  db
    .selectFrom('seats')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'is', null)
    .executeTakeFirst()

/** A seat that somebody holds at a room's table. */
export const findHeldSeat = (db: Db, roomId: number, id: number): Promise<SeatRow | undefined> =>
  db.selectFrom('seats').selectAll().where('id', '=', id).where('room_id', '=', roomId).where('left_at', 'is', null).executeTakeFirst()

/** Whether anybody ever sat at a room's table. */
export const wasSatAt = async (db: Db, roomId: number): Promise<boolean> =>
  (await db.selectFrom('seats').select('id').where('room_id', '=', roomId).limit(1).executeTakeFirst()) !== undefined

/** The seats that an account holds in open rooms. */
export const listSeatsOf = (db: Db, userId: number): Promise<{ roomId: number; seatId: number }[]> =>
  db
    .selectFrom('seats')
    .innerJoin('rooms', 'rooms.id', 'seats.room_id')
    .select(['rooms.id as roomId', 'seats.id as seatId'])
    .where('seats.user_id', '=', userId)
    .where('left_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()

/** The name, or 'name (2)', 'name (3)' … when others at the table have it. Call with the room locked. */
export async function freeName(db: Db, roomId: number, wanted: string, exceptSeat: number | undefined): Promise<string> {
  for (let first = 1; ; first += 50) {
    const candidates = Array.from({ length: 50 }, (_, i) => (first + i === 1 ? wanted : `${wanted} (${first + i})`))
    const rows = await db
      .selectFrom('seats')
      .select('name_key')
      .where('room_id', '=', roomId)
      .where('left_at', 'is', null)
      .where('name_key', 'in', candidates.map(nameKey))
      .$if(exceptSeat !== undefined, (seats) => seats.where('id', '!=', exceptSeat ?? 0))
      .execute()
    const taken = new Set(rows.map((row) => row.name_key))
    const free = candidates.find((candidate) => !taken.has(nameKey(candidate)))
    if (free !== undefined) return free
  }
}

type Origin = Pick<SeatRow, 'network' | 'browser_hash'>

export type NewSeat = Pick<SeatRow, 'room_id' | 'user_id' | 'name' | 'avatar' | 'role' | 'observer'> & Origin

/** Adds a seat; undefined when its secret opens another one, of whatever room. An account's seat has none. */
export const addSeat = (db: Db, seat: NewSeat & Pick<SeatRow, 'token_hash'>): Promise<SeatRow | undefined> =>
  db
    .insertInto('seats')
    .values({ ...seat, name_key: nameKey(seat.name), joined_at: instant(), away_since: instant() })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateSeat = (
  db: Db,
  id: number,
  change: Pick<SeatRow, 'name' | 'avatar' | 'role' | 'moderated' | 'observer'> &
    Origin &
    Partial<Pick<SeatRow, 'user_id' | 'token_hash' | 'joined_at'>>,
): Promise<SeatRow> =>
  db
    .updateTable('seats')
    .set({ ...change, name_key: nameKey(change.name), left_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Shows an account's new picture at the tables where it shows the one before. @returns their rooms */
export async function updateAvatarOf(db: Db, userId: number, before: string | null, avatar: string | null): Promise<number[]> {
  const rows = await db
    .updateTable('seats')
    .set({ avatar })
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .where((seat) => (before === null ? seat('avatar', 'is', null) : seat.or([seat('avatar', 'is', null), seat('avatar', '=', before)])))
    .returning('room_id')
    .execute()
  return rows.map(({ room_id }) => room_id)
}

/** Where a person came from is kept for as long as they hold the seat. */
const nowhere = { network: null, browser_hash: null }

/** Gives the seat up for good: a guest's secret opens it no more. Only of such a seat are both instants one. */
export async function leaveSeat(db: Db, id: number): Promise<void> {
  const now = instant()
  await db
    .updateTable('seats')
    .set((seat) => ({
      ...{ left_at: now, away_since: now, role: 'participant', observer: 0, token_hash: null, ...nowhere },
      moderated: seat
        .case()
        .when('moderated', '=', followed)
        .then(0)
        .when('role', '=', 'moderator')
        .then(1)
        .else(seat.ref('moderated'))
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}

const hasVoted = (seat: ExpressionBuilder<Schema, 'seats' | 'rooms'>) =>
  seat
    .exists(
      seat
        .selectFrom('votes')
        .select('votes.seat_id')
        .whereRef('votes.room_id', '=', 'rooms.id')
        .whereRef('votes.round', '=', 'rooms.round')
        .whereRef('votes.seat_id', '=', 'seats.id'),
    )
    .as('voted')

const seatedPeople = prepared((db, { roomId }: { roomId: number }) =>
  db
    .selectFrom('seats')
    .innerJoin('rooms', 'rooms.id', 'seats.room_id')
    .select((seat) => ['seats.id', 'seats.name', 'seats.avatar', 'seats.role', 'seats.away_since', 'seats.observer', hasVoted(seat)])
    .where('seats.room_id', '=', roomId)
    .where('seats.left_at', 'is', null)
    .orderBy('seats.id'),
)

/** Everybody with a seat, in the order they sat down. Who voted, never what. */
export async function listParticipants(db: Db, roomId: number): Promise<Participant[]> {
  const rows = await seatedPeople(db, { roomId })
  return rows.map(({ id, name, avatar, role, away_since, observer, voted }) => ({
    id,
    name,
    avatar,
    role: role === 'moderator' ? 'moderator' : 'participant',
    hasVoted: Boolean(voted) && observer === 0,
    connected: away_since === null,
    observer: observer === 1,
  }))
}

/** Makes somebody at the table an observer, or a voter again. */
export async function setObserver(trx: Db, id: number, observer: boolean): Promise<void> {
  await trx
    .updateTable('seats')
    .set({ observer: Number(observer) })
    .where('id', '=', id)
    .execute()
}

/** How many only observe, of those who are present. */
export async function countObservers(db: Db, roomId: number): Promise<number> {
  const { observers } = await db
    .selectFrom('seats')
    .select((count) => count.fn.countAll<number>().as('observers'))
    .where('room_id', '=', roomId)
    .where('left_at', 'is', null)
    .where('away_since', 'is', null)
    .where('observer', '=', 1)
    .executeTakeFirstOrThrow()
  return observers
}

/** `moderated` of who moderates only because nobody else was left. */
export const followed = 2

/** Whether a room's record is this person's to delete: they opened the room, or were made moderator by who may. */
export const mayDeleteRecord = ({ role, moderated }: Pick<SeatRow, 'role' | 'moderated'>): boolean =>
  moderated === 1 || (role === 'moderator' && moderated !== followed)

/** Takes from a seat that was given up what having moderated lets somebody do. */
export async function forgetModerated(trx: Db, id: number): Promise<void> {
  await trx.updateTable('seats').set({ moderated: 0 }).where('id', '=', id).execute()
}

/** Shows another tile for somebody at the table. */
export async function setAvatar(trx: Db, id: number, avatar: string | null): Promise<void> {
  await trx.updateTable('seats').set({ avatar }).where('id', '=', id).execute()
}

/** Those who are present and vote, and have no card on the table yet; only one of them where `only` says so. */
export async function listMissingVoters(db: Db, room: { id: number; round: number }, only: number | undefined): Promise<number[]> {
  const rows = await db
    .selectFrom('seats')
    .select('id')
    .where('room_id', '=', room.id)
    .where('left_at', 'is', null)
    .where('away_since', 'is', null)
    .where('observer', '=', 0)
    .$if(only !== undefined, (seats) => seats.where('id', '=', only ?? 0))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('votes')
            .select('seat_id')
            .where('votes.room_id', '=', room.id)
            .where('votes.round', '=', room.round)
            .whereRef('seat_id', '=', 'seats.id'),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Notes that these people are reminded now. @returns those of them who were not within the last minute */
export async function markNudged(trx: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await trx
    .updateTable('seats')
    .set({ nudged_at: instant() })
    .where('id', 'in', ids)
    .where((seat) => seat.or([seat('nudged_at', 'is', null), seat('nudged_at', '<', instant(-nudgeMs))]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether some moderator is here, or was a moment ago. */
export async function isModerated(db: Db, roomId: number): Promise<boolean> {
  const moderator = await db
    .selectFrom('seats')
    .select('id')
    .where('room_id', '=', roomId)
    .where('role', '=', 'moderator')
    .where('left_at', 'is', null)
    .where((seat) => seat.or([seat('away_since', 'is', null), seat('away_since', '>', instant(-moderatorsAwayMs))]))
    .limit(1)
    .executeTakeFirst()
  return moderator !== undefined
}

/** Job: drops the participants that were away for too long; their secret still brings the person back. Returns their rooms. */
export async function dropAwaySeats(db: Db): Promise<number[]> {
  const dropped = await dropAway(db, 'participant').returning('room_id').execute()
  return [...new Set(dropped.map((seat) => seat.room_id))]
}

/** The same for a room's moderators. Call with the room held, since somebody has to follow them. */
export const dropAwayModerators = async (trx: Db, roomId: number): Promise<boolean> =>
  (await dropAway(trx, 'moderator').where('room_id', '=', roomId).returning('id').execute()).length > 0

/** Rooms with a moderator who was away for too long. */
export async function listRoomsOfAwayModerators(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('seats')
    .select('room_id')
    .distinct()
    .where('role', '=', 'moderator')
    .where('left_at', 'is', null)
    .where('away_since', '<', instant(-awayLifeMs))
    .execute()
  return rows.map(({ room_id }) => room_id)
}

const dropAway = (db: Db, role: SeatRow['role']) =>
  db
    .updateTable('seats')
    .set({ left_at: instant(), ...nowhere })
    .where('role', '=', role)
    .where('left_at', 'is', null)
    .where('away_since', '<', instant(-awayLifeMs))

export const getSeat = (db: Db, id: number): Promise<SeatRow> =>
  db.selectFrom('seats').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
