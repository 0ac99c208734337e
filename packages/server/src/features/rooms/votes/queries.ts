import { limits } from '@rodada/contract/limits'
import { agreedEstimate, averageOf } from '@rodada/contract/results'
import type { PastRound, RevealedVote } from '@rodada/contract/rooms'
import { sql } from 'kysely'
import type { Db } from '../../../migrations/schema.ts'
import type { Engine } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { prepared } from '../../../platform/prepared-queries.ts'
import type { RoomRow } from '../queries.ts'

/** `round` 0 means the round in course. */
export type CastVote = { seatId: number; round: number; value: string }
export type SavedVote = { seatId: number; round: number }

/** `votes`: a JSON list, one parameter for all of them, so that the text is the same whatever the batch. */
type Batch = { votes: string; now: string }

const insertVotes = (engine: Engine) =>
  prepared((db, { votes, now }: Batch) => {
    const castVotes =
      engine === 'postgres'
        ? sql`select * from json_to_recordset(cast(${votes} as json)) as cast_vote (seat_id integer, round integer, value text)`
        : sql`select value ->> 'seat_id' as seat_id, value ->> 'round' as round, value ->> 'value' as value from json_each(${votes})`
    const insert = sql<{ seat_id: number; round: number }>`
      with cast_votes as (${castVotes})
      insert into votes (room_id, round, seat_id, value, voted_at)
      select rooms.id, rooms.round, seats.id, cast_votes.value, cast(${now} as text)
      from cast_votes
      join seats on seats.id = cast_votes.seat_id
      join rooms on rooms.id = seats.room_id
      where coalesce(seats.left_at, rooms.revealed_at, rooms.ended_at) is null and cast_votes.round in (0, rooms.round)
      ${engine === 'postgres' ? sql`for share of rooms` : sql``}
      on conflict (room_id, round, seat_id) do update set value = excluded.value, voted_at = excluded.voted_at
      returning seat_id, round`
    return { compile: () => insert.compile(db) }
  })
const insertVotesOn: Record<Engine, ReturnType<typeof insertVotes>> = { sqlite: insertVotes('sqlite'), postgres: insertVotes('postgres') }

/**
 * Saves the votes of many rooms in one statement, so that one disk flush serves all of them. A vote whose round is over,
 * whose room was revealed or ended, or whose seat was given up is left out. On PostgreSQL the room's row is share-locked:
 * a reveal that runs at the same moment sees either the vote or refuses it, never half. One `is null` over all three, because
 * PostgreSQL takes `left_at is null` alone, before it has statistics, for one row in 200, and then reads all seats for each vote.
 */
export async function saveVotes(db: Db, engine: Engine, cast: readonly CastVote[]): Promise<SavedVote[]> {
  const votes = JSON.stringify(cast.map(({ seatId, round, value }) => ({ seat_id: seatId, round, value })))
  const saved = await insertVotesOn[engine](db, { votes, now: instant() })
  return saved.map((row) => ({ seatId: row.seat_id, round: row.round }))
}

/** A person's own card in the round in course, or in the one just revealed. */
export async function findOwnVote(db: Db, room: RoomRow, seatId: number): Promise<string | null> {
  const row = await db
    .selectFrom('votes')
    .select('value')
    .where('room_id', '=', room.id)
    .where('round', '=', room.round)
    .where('seat_id', '=', seatId)
    .executeTakeFirst()
  return row?.value ?? null
}

/**
 * The votes of the room's round, only when it is revealed: the condition is part of the query, so no caller can show them
 * before. Empty otherwise.
 */
export const listRevealedVotes = (db: Db, roomId: number): Promise<RevealedVote[]> =>
  db
    .selectFrom('votes')
    .innerJoin('rooms', (join) => join.onRef('rooms.id', '=', 'votes.room_id').onRef('rooms.round', '=', 'votes.round'))
    .innerJoin('seats', 'seats.id', 'votes.seat_id')
    .select(['seats.name as userName', 'seats.id as participantId', 'votes.value as vote'])
    .where('votes.room_id', '=', roomId)
    .where('rooms.revealed_at', 'is not', null)
    .orderBy('seats.id')
    .execute()

/** Takes back the card of somebody who leaves before the reveal. */
export async function deleteOpenVote(trx: Db, room: RoomRow, seatId: number): Promise<void> {
  if (room.revealed_at !== null) return
  await trx.deleteFrom('votes').where('room_id', '=', room.id).where('round', '=', room.round).where('seat_id', '=', seatId).execute()
}

/**
 * Takes back the cards of the round in course whose seats were given up. On PostgreSQL one that another tab cast in the same moment may
 * have come after `deleteOpenVote`: its statement began with the seat as it was before.
 */
export async function deleteVotesOfGivenUp(trx: Db, room: RoomRow): Promise<void> {
  await trx
    .deleteFrom('votes')
    .where('room_id', '=', room.id)
    .where('round', '=', room.round)
    .where('seat_id', 'in', (eb) =>
      eb.selectFrom('seats').select('id').where('room_id', '=', room.id).whereRef('left_at', '=', 'away_since'),
    )
    .execute()
}

/** Before a round ends without a reveal: its cards were shown to nobody, no history counts them, and so nothing would ever delete them. */
export async function deleteUnrevealedVotes(trx: Db, room: RoomRow): Promise<void> {
  if (room.revealed_at !== null) return
  await trx.deleteFrom('votes').where('room_id', '=', room.id).where('round', '=', room.round).execute()
}

/** Writes the revealed round into the room's history. */
export async function addRound(trx: Db, room: RoomRow, votes: readonly RevealedVote[]): Promise<void> {
  await trx
    .insertInto('rounds')
    .values({
      room_id: room.id,
      number: room.round,
      task_title: room.task_title,
      task_id: room.task_id,
      average: averageOf(votes.map((vote) => vote.vote)),
      agreed: agreedEstimate(votes.map((vote) => vote.vote)),
      vote_count: votes.length,
      revealed_at: room.revealed_at ?? instant(),
    })
    .execute()
}

/** What was saved to a card of what a round agreed on. */
export async function setRoundSaved(trx: Db, roomId: number, round: number, saved: number): Promise<void> {
  await trx.updateTable('rounds').set({ saved }).where('room_id', '=', roomId).where('number', '=', round).execute()
}

/** What a round saved; null when nothing, and for a round that is not in the history. */
export async function findRoundSaved(db: Db, roomId: number, round: number): Promise<number | null> {
  const row = await db.selectFrom('rounds').select('saved').where('room_id', '=', roomId).where('number', '=', round).executeTakeFirst()
  return row?.saved ?? null
}

/** The latest finished rounds, newest first. */
export async function listPastRounds(db: Db, roomId: number): Promise<PastRound[]> {
  const rows = await db
    .selectFrom('rounds')
    .selectAll()
    .where('room_id', '=', roomId)
    .orderBy('number', 'desc')
    .limit(limits.pastRounds)
    .execute()
  return rows.map((row) => ({
    round: row.number,
    title: row.task_title,
    task_id: row.task_id,
    average: row.average,
    agreed: row.agreed,
    saved: row.saved,
    votes: row.vote_count,
    revealedAt: row.revealed_at,
  }))
}
