import { limits } from '@rodada/contract/core/limits'
import { agreedCardOf, agreedEstimate, averageOf } from '@rodada/contract/rooms/results'
import type { PastRound, Reason, RevealedVote } from '@rodada/contract/rooms/rooms'
import { Confidence, type TaskEstimate } from '@rodada/contract/rooms/tasks'
import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { prepared } from '../../../platform/prepared-queries.ts'
import type { RoomRow } from '../queries.ts'

/** `round` 0 means the round in course. */
export type CastVote = { seatId: number; round: number; value: string; confidence?: Confidence | undefined }
export type SavedVote = { seatId: number; round: number }

/** `votes`: a JSON list, one parameter for all of them, so that the text is the same whatever the batch. */
type Batch = { votes: string; now: string }

const insertVotes = (engine: Engine) =>
  prepared((db, { votes, now }: Batch) => {
    const castVotes =
      engine === 'postgres'
        ? sql`select * from json_to_recordset(cast(${votes} as json)) as cast_vote (seat_id integer, round integer, value text, confidence text)`
        : sql`select value ->> 'seat_id' as seat_id, value ->> 'round' as round, value ->> 'value' as value, value ->> 'confidence' as confidence from json_each(${votes})`
    const insert = sql<{ seat_id: number; round: number }>`
      with cast_votes as (${castVotes})
      insert into votes (room_id, round, seat_id, value, confidence, voted_at)
      select rooms.id, rooms.round, seats.id, cast_votes.value, cast_votes.confidence, cast(${now} as text)
      from cast_votes
      join seats on seats.id = cast_votes.seat_id
      join rooms on rooms.id = seats.room_id
      where coalesce(seats.left_at, case when seats.observer = 1 then '' end, rooms.revealed_at, rooms.ended_at) is null and cast_votes.round in (0, rooms.round)
      ${engine === 'postgres' ? sql`order by rooms.id, seats.id for share of rooms` : sql``}
      on conflict (room_id, round, seat_id) do update set value = excluded.value, confidence = excluded.confidence, voted_at = excluded.voted_at
      returning seat_id, round`
    return { compile: () => insert.compile(db) }
  })
const insertVotesOn: Record<Engine, ReturnType<typeof insertVotes>> = { sqlite: insertVotes('sqlite'), postgres: insertVotes('postgres') }

/**
 * Saves the votes of many rooms in one statement, so that one disk flush serves all of them. A vote whose round is over,
 * whose room was revealed or ended, or whose seat was given up or only observes is left out. On PostgreSQL the room's row is share-locked:
 * a reveal that runs at the same moment sees either the vote or refuses it, never half. The rooms are locked in the order of their ids, as by
 * everybody who holds several: otherwise each could wait for the other. One `is null` over all of them, because
 * PostgreSQL takes `left_at is null` alone, before it has statistics, for one row in 200, and then reads all seats for each vote.
 */
export async function saveVotes(db: Db, engine: Engine, cast: readonly CastVote[]): Promise<SavedVote[]> {
  const votes = JSON.stringify(cast.map(({ seatId, round, value, confidence }) => ({ seat_id: seatId, round, value, confidence })))
  const saved = await insertVotesOn[engine](db, { votes, now: instant() })
  return saved.map((row) => ({ seatId: row.seat_id, round: row.round }))
}

/** As a vote is told: the confidence is left out where it was not given. */
export const confidenceOf = (stored: string | null): { confidence?: Confidence } => {
  const confidence = Confidence.safeParse(stored).data
  return confidence === undefined ? {} : { confidence }
}

export type OwnVote = { vote: string | null; confidence?: Confidence }

/** A person's own card in the round in course, or in the one just revealed. */
export async function findOwnVote(db: Db, room: RoomRow, seatId: number): Promise<OwnVote> {
  const row = await db
    .selectFrom('votes')
    .select(['value', 'confidence'])
    .where('room_id', '=', room.id)
    .where('round', '=', room.round)
    .where('seat_id', '=', seatId)
    .executeTakeFirst()
  return row ? { vote: row.value, ...confidenceOf(row.confidence) } : { vote: null }
}

/**
 * The votes of the room's round, only when it is revealed: the condition is part of the query, so no caller can show them
 * before. Empty otherwise.
 */
export async function listRevealedVotes(db: Db, roomId: number): Promise<RevealedVote[]> {
  const rows = await revealedVotes(db, roomId)
    .select(['seats.name as userName', 'seats.id as participantId', 'votes.value as vote', 'votes.confidence'])
    .orderBy('seats.id')
    .execute()
  return rows.map(({ confidence, ...vote }) => ({ ...vote, ...confidenceOf(confidence) }))
}

/** What people saw in the task of the revealed round, in the order in which they first said it. Empty before the reveal. */
export async function listReasons(db: Db, roomId: number): Promise<Reason[]> {
  const rows = await revealedVotes(db, roomId)
    .select(['seats.id as participantId', 'votes.reason as text'])
    .where('votes.reason', 'is not', null)
    .orderBy('votes.reasoned_at')
    .orderBy('seats.id')
    .execute()
  return rows.map(({ participantId, text }) => ({ participantId, text: text ?? '' }))
}

/** The revealed votes as a card keeps them: by name, each with what the person saw. */
export async function listTold(db: Db, roomId: number): Promise<TaskEstimate['votes']> {
  const rows = await revealedVotes(db, roomId)
    .select(['seats.id as participant_id', 'seats.name', 'votes.value as vote', 'votes.confidence', 'votes.reason'])
    .orderBy('seats.id')
    .execute()
  return rows.map(({ confidence, reason, ...vote }) => ({ ...vote, ...confidenceOf(confidence), ...(reason !== null && { reason }) }))
}

const revealedVotes = (db: Db, roomId: number) =>
  db
    .selectFrom('votes')
    .innerJoin('rooms', (join) => join.onRef('rooms.id', '=', 'votes.room_id').onRef('rooms.round', '=', 'votes.round'))
    .innerJoin('seats', 'seats.id', 'votes.seat_id')
    .where('votes.room_id', '=', roomId)
    .where('rooms.revealed_at', 'is not', null)

/** Keeps what somebody saw with their vote of the round. @returns false for who did not vote in it */
export async function setReason(trx: Db, room: RoomRow, seatId: number, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('votes')
    .set((vote) => ({ reason, reasoned_at: vote.fn.coalesce('reasoned_at', vote.val(instant())) }))
    .where('room_id', '=', room.id)
    .where('round', '=', room.round)
    .where('seat_id', '=', seatId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Takes back the card of somebody who leaves before the reveal. */
export async function deleteOpenVote(trx: Db, room: RoomRow, seatId: number): Promise<void> {
  if (room.revealed_at !== null) return
  await trx.deleteFrom('votes').where('room_id', '=', room.id).where('round', '=', room.round).where('seat_id', '=', seatId).execute()
}

/**
 * Takes back the cards of the round in course whose seats were given up or only observe. On PostgreSQL one that another tab cast in the
 * same moment may have come after `deleteOpenVote`: its statement began with the seat as it was before.
 */
export async function deleteStrayVotes(trx: Db, room: RoomRow): Promise<void> {
  await trx
    .deleteFrom('votes')
    .where('room_id', '=', room.id)
    .where('round', '=', room.round)
    .where('seat_id', 'in', (eb) =>
      eb
        .selectFrom('seats')
        .select('id')
        .where('room_id', '=', room.id)
        .where((seat) => seat.or([seat('left_at', '=', seat.ref('away_since')), seat('observer', '=', 1)])),
    )
    .execute()
}

/** Before a round ends without a reveal: its cards were shown to nobody, no history counts them, and so nothing would ever delete them. */
export async function deleteUnrevealedVotes(trx: Db, room: RoomRow): Promise<void> {
  if (room.revealed_at !== null) return
  await trx.deleteFrom('votes').where('room_id', '=', room.id).where('round', '=', room.round).execute()
}

/** Writes the revealed round into the room's history. */
export async function addRound(trx: Db, room: RoomRow, votes: readonly RevealedVote[], observers: number): Promise<void> {
  await trx
    .insertInto('rounds')
    .values({
      room_id: room.id,
      number: room.round,
      task_title: room.task_title,
      task_id: room.task_id,
      average: averageOf(votes.map((vote) => vote.vote)),
      agreed: agreedEstimate(votes.map((vote) => vote.vote)),
      agreed_card: agreedCardOf(votes.map((vote) => vote.vote)),
      started_at: room.round_started_at,
      deck: room.deck,
      observers,
      vote_count: votes.length,
      revealed_at: room.revealed_at ?? instant(),
    })
    .execute()
}

/** How many votes a round of the history has. */
export async function countRoundVotes(db: Db, roomId: number, round: number): Promise<number> {
  const row = await db
    .selectFrom('rounds')
    .select('vote_count')
    .where('room_id', '=', roomId)
    .where('number', '=', round)
    .executeTakeFirst()
  return row?.vote_count ?? 0
}

/** What was saved to a card of what a round agreed on, and the name of who did. */
export async function setRoundSaved(trx: Db, roomId: number, round: number, saved: number, by: string): Promise<void> {
  const change = { saved, saved_at: instant(), saved_by: by }
  await trx.updateTable('rounds').set(change).where('room_id', '=', roomId).where('number', '=', round).execute()
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
    agreedCard: row.agreed_card ?? (row.agreed === null ? null : String(row.agreed)),
    saved: row.saved,
    votes: row.vote_count,
    revealedAt: row.revealed_at,
  }))
}
