import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { RoomRow } from '../queries.ts'

/** How many guests of one network a table takes, in all and away. */
export type GuestLimits = { all: number; away: number }

/** `factor` is that of the rate limits: an installation whose people all come from one address raises it. */
export const guestLimits = (factor: number): GuestLimits => ({
  all: Math.max(1, Math.min(limits.roomSeats, Math.round(limits.roomGuestsOfAddress * factor))),
  away: Math.max(1, Math.min(limits.roomSeats, Math.round(limits.roomAwayGuestsOfAddress * factor))),
})

/** Who comes to the table: from which network, and whether with an account. */
export type Newcomer = { network: string; isGuest: boolean }

/**
 * Makes place for one more person. Guests who are away give way: first those of the newcomer's own network when it holds too many, and
 * at a full table also those of networks that hold more seats. Who has a card in the open round gives way last. A dropped seat loses
 * nothing: its secret brings the person back, and its card counts. Call with the room held.
 * @throws AppError when nobody can give way
 */
export async function makePlace(trx: Db, room: RoomRow, { network, isGuest }: Newcomer, most: GuestLimits): Promise<void> {
  const { all, own, ownAway } = await countSeats(trx, room.id, network)
  let free = limits.roomSeats - all
  if (isGuest) {
    const surplus = ownAway - most.away + 1
    let left = surplus > 0 ? await dropSilentGuests(trx, room, network, surplus) : 0
    // One for one: an office that lost its connection with its cards on the table keeps them, and still takes in who is new.
    if (surplus > 0 && left === 0) left = await dropVoter(trx, room, network)
    free += left
    if (own - left >= most.all) {
      if (!(await dropGuest(trx, room, network))) throw new AppError('conflict', texts.roomFull)
      free += 1
    }
  }
  if (free > 0 || (await dropGuest(trx, room, network))) return
  const larger = await findLargerNetwork(trx, room, network)
  if (larger === undefined || !(await dropGuest(trx, room, larger))) throw new AppError('conflict', texts.roomFull)
}

/** Seats that are held: all, those of one network's guests, and how many of these are away. */
async function countSeats(db: Db, roomId: number, network: string): Promise<{ all: number; own: number; ownAway: number }> {
  return db
    .selectFrom('seats')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('user_id', 'is', null).filterWhere('network', '=', network).as('own'),
      fn
        .countAll<number>()
        .filterWhere('user_id', 'is', null)
        .filterWhere('network', '=', network)
        .filterWhere('away_since', 'is not', null)
        .as('ownAway'),
    ])
    .where('room_id', '=', roomId)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Guests whose seats may be dropped: away, and no moderators. */
const dispensable = (db: Db, { id }: RoomRow) =>
  db
    .selectFrom('seats')
    .where('room_id', '=', id)
    .where('left_at', 'is', null)
    .where('away_since', 'is not', null)
    .where('user_id', 'is', null)
    .where('role', '=', 'participant')

const ofNetwork = (db: Db, room: RoomRow, network: string) =>
  dispensable(db, room)
    .select('id')
    .where('network', network === '' ? 'is' : '=', network === '' ? null : network)

/** Drops one of a network, without a card if there is one. */
const dropGuest = async (trx: Db, room: RoomRow, network: string): Promise<boolean> =>
  (await dropSilentGuests(trx, room, network, 1)) > 0 || (await dropVoter(trx, room, network)) > 0

/** Drops those of one network who are away the longest, of those without a card in a round that is open. @returns how many */
async function dropSilentGuests(trx: Db, room: RoomRow, network: string, count: number): Promise<number> {
  const longest = await ofNetwork(trx, room, network)
    .$if(room.revealed_at === null, (seats) =>
      seats.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('votes')
              .select('seat_id')
              .where('votes.room_id', '=', room.id)
              .where('round', '=', room.round)
              .whereRef('seat_id', '=', 'seats.id'),
          ),
        ),
      ),
    )
    .orderBy('away_since')
    .orderBy('id')
    .limit(count)
    .execute()
  return dropSeats(trx, longest)
}

/** Drops the one of a network who sat down last: a crowd that comes, votes and goes pushes out its own, not who was here before it. */
const dropVoter = async (trx: Db, room: RoomRow, network: string): Promise<number> =>
  dropSeats(trx, await ofNetwork(trx, room, network).orderBy('joined_at', 'desc').orderBy('id', 'desc').limit(1).execute())

async function dropSeats(trx: Db, seats: readonly { id: number }[]): Promise<number> {
  if (seats.length === 0) return 0
  const ids = seats.map(({ id }) => id)
  await trx.updateTable('seats').set({ left_at: instant(), network: null, browser_hash: null }).where('id', 'in', ids).execute()
  return ids.length
}

/** The network with the most guests among those that have somebody to give way; only one that holds more seats than the newcomer's. */
async function findLargerNetwork(trx: Db, room: RoomRow, own: string): Promise<string | undefined> {
  const held = await trx
    .selectFrom('seats')
    .select(({ fn }) => [sql<string>`coalesce(network, '')`.as('network'), fn.countAll<number>().as('seats')])
    .where('room_id', '=', room.id)
    .where('left_at', 'is', null)
    .where('user_id', 'is', null)
    .groupBy(sql`coalesce(network, '')`)
    .orderBy('seats', 'desc')
    .execute()
  const ownSeats = held.find(({ network }) => network === own)?.seats ?? 0
  const giving = await dispensable(trx, room).select(sql<string>`coalesce(network, '')`.as('network')).distinct().execute()
  const mayGive = new Set(giving.map(({ network }) => network))
  return held.find(({ network, seats }) => seats > ownSeats && mayGive.has(network))?.network
}
