import { limits } from '@rodada/contract/core/limits'
import { middleOf } from '@rodada/contract/rooms/middle'
import type { RecordedRoom, RecordReason, RecordRound, RecordVote } from '@rodada/contract/rooms/record'
import { removalMs } from '@rodada/contract/rooms/settings'
import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { firstWithin } from '../../../platform/first-within.ts'
import { mayDeleteRecord } from '../participants/seat-queries.ts'
import type { RoomRow } from '../queries.ts'
import { confidenceOf } from '../votes/queries.ts'

/** Whom a moderator removed is kept from the record for as long as from the room. */
const isNotRemoved = (row: ExpressionBuilder<Schema, 'rooms' | 'seats'>) =>
  row.not(
    row.exists(
      row
        .selectFrom('room_removals')
        .select('room_removals.id')
        .whereRef('room_removals.room_id', '=', 'seats.room_id')
        .whereRef('room_removals.user_id', '=', 'seats.user_id')
        .where('room_removals.created_at', '>', instant(-removalMs)),
    ),
  )

/** The rooms in which an account sat. */
const satIn = (db: Db, userId: number) =>
  db.selectFrom('rooms').innerJoin('seats', 'seats.room_id', 'rooms.id').where('seats.user_id', '=', userId).where(isNotRemoved)

/** The room of a code, open or ended, in which this account sat, and whether its record is theirs to delete. Of two that had one code, the newer. */
export async function findRecordedRoom(db: Db, userId: number, code: string): Promise<{ room: RoomRow; mayDelete: boolean } | undefined> {
  const found = await satIn(db, userId)
    .selectAll('rooms')
    .select(['seats.role', 'seats.moderated'])
    .where((room) => room.or([room('rooms.record_code', '=', code), room('rooms.code', '=', code)]))
    .orderBy('rooms.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const { role, moderated, ...room } = found
  return { room, mayDelete: mayDeleteRecord({ role, moderated }) }
}

/** Rooms in which an account sat and that have a record, those with the latest round first. */
export async function listRecordedRooms(db: Db, userId: number, before: string | undefined): Promise<RecordedRoom[]> {
  const last = sql<string>`max(rounds.revealed_at)`
  const rows = await satIn(db, userId)
    .innerJoin('rounds', 'rounds.room_id', 'rooms.id')
    .select(['rooms.code', 'rooms.record_code', 'rooms.name', 'rooms.ended_at'])
    .select(({ fn }) => [fn.countAll<number>().as('rounds'), last.as('last_at')])
    .groupBy('rooms.id')
    .$if(before !== undefined, (rooms) => rooms.having(last, '<', before ?? ''))
    .orderBy(last, 'desc')
    .orderBy('rooms.id', 'desc')
    .limit(limits.recordRooms + 1)
    .execute()
  return rows.map(({ code, record_code, name, ended_at, rounds, last_at }) => ({
    roomId: record_code ?? code ?? '',
    roomName: name,
    rounds,
    lastAt: last_at,
    open: ended_at === null,
  }))
}

type RoundRow = Selectable<Schema['rounds']>
const votesOf = ({ vote_count }: Pick<RoundRow, 'vote_count'>): number => vote_count

/** Revealed rounds below a number, newest first, as many as a page has room for with their votes; one more says that there are others. */
async function listPage(db: Db, roomId: number, before: number | undefined): Promise<{ rows: readonly RoundRow[]; next: number | null }> {
  const rows = await db
    .selectFrom('rounds')
    .selectAll()
    .where('room_id', '=', roomId)
    .$if(before !== undefined, (rounds) => rounds.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limits.recordRounds + 1)
    .execute()
  const shown = firstWithin(rows.slice(0, limits.recordRounds), limits.recordVotes, votesOf)
  return { rows: shown, next: shown.length < rows.length ? (shown.at(-1)?.number ?? null) : null }
}

type Told = { votes: RecordVote[]; reasons: (RecordReason & { at: string })[] }

/** The votes of revealed rounds, and what people saw. The rounds are joined, so that no vote of another one is ever among them. */
async function listTold(db: Db, roomId: number, from: number, to: number): Promise<Map<number, Told>> {
  const rows = await db
    .selectFrom('votes')
    .innerJoin('rounds', (join) => join.onRef('rounds.room_id', '=', 'votes.room_id').onRef('rounds.number', '=', 'votes.round'))
    .innerJoin('seats', 'seats.id', 'votes.seat_id')
    .select(['votes.round', 'votes.seat_id', 'seats.name', 'seats.avatar', 'votes.value', 'votes.confidence', 'votes.reason'])
    .select('votes.reasoned_at')
    .where('votes.room_id', '=', roomId)
    .where('votes.round', '>=', from)
    .where('votes.round', '<=', to)
    .orderBy('votes.seat_id')
    .execute()
  const told = new Map<number, Told>()
  for (const { round, seat_id: participantId, name: userName, avatar, value: vote, confidence, reason, reasoned_at } of rows) {
    const of = told.get(round) ?? { votes: [], reasons: [] }
    of.votes.push({ participantId, userName, vote, ...confidenceOf(confidence) })
    if (reason !== null) of.reasons.push({ participantId, userName, avatar, text: reason, at: reasoned_at ?? '' })
    told.set(round, of)
  }
  return told
}

export type RecordedRounds = { rounds: RecordRound[]; next: number | null }

/** The revealed rounds of a room, newest first, page by page. Their cards are not told here: who sees one is another matter. */
export async function listRecord(db: Db, room: Pick<RoomRow, 'id' | 'deck'>, before?: number): Promise<RecordedRounds> {
  const { rows, next } = await listPage(db, room.id, before)
  const [newest, oldest] = [rows[0]?.number ?? 0, rows.at(-1)?.number ?? 0]
  const told = await listTold(db, room.id, oldest, newest)
  const rounds = rows.map((row): RecordRound => {
    const { votes, reasons } = told.get(row.number) ?? { votes: [], reasons: [] }
    const deck = JSON.parse(row.deck ?? room.deck) as string[]
    return {
      round: row.number,
      task: row.task_title === null ? null : { title: row.task_title, task_id: row.task_id, card: null },
      votes,
      deck,
      average: row.average,
      median: middleOf(
        votes.map(({ vote }) => vote),
        deck,
      ),
      reasons: reasons.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ at: _, ...reason }) => reason),
      estimate: row.saved,
      savedBy: row.saved_by,
      savedAt: row.saved_at,
      observers: row.observers,
      startedAt: row.started_at,
      revealedAt: row.revealed_at,
    }
  })
  return { rounds, next }
}

/** Votes of one transaction that deletes: a table of a thousand leaves as many with each round. */
const votesAtOnce = 5000
const roundsAtOnce = 500

/** How many rounds a room has below a number. */
export async function countRounds(db: Db, roomId: number, below: number): Promise<number> {
  const { rounds } = await db
    .selectFrom('rounds')
    .select(({ fn }) => fn.countAll<number>().as('rounds'))
    .where('room_id', '=', roomId)
    .where('number', '<', below)
    .executeTakeFirstOrThrow()
  return Number(rounds)
}

/** Deletes the oldest of a room's rounds, below a number if one is given, with their votes: as many as one transaction has room for. @returns how many */
export const deleteOldestRounds = (trx: Db, roomId: number, below?: number): Promise<number> =>
  deleteFirstRounds(trx, (rounds) =>
    rounds
      .where('room_id', '=', roomId)
      .$if(below !== undefined, (older) => older.where('number', '<', below ?? 0))
      .orderBy('number'),
  )

/** The same for rounds of all rooms that were revealed before an instant. */
export const deleteRoundsBefore = (trx: Db, before: string): Promise<number> =>
  deleteFirstRounds(trx, (rounds) => rounds.where('revealed_at', '<', before).orderBy('revealed_at').orderBy('room_id').orderBy('number'))

type Rounds = SelectQueryBuilder<Schema, 'rounds', Pick<RoundRow, 'room_id' | 'number' | 'vote_count'>>

async function deleteFirstRounds(trx: Db, first: (rounds: Rounds) => Rounds): Promise<number> {
  const rows = await first(trx.selectFrom('rounds').select(['room_id', 'number', 'vote_count']))
    .limit(roundsAtOnce)
    .execute()
  const gone = firstWithin(rows, votesAtOnce, votesOf)
  for (const [roomId, of] of Map.groupBy(gone, ({ room_id }) => room_id)) {
    const numbers = of.map(({ number }) => number)
    await trx.deleteFrom('votes').where('room_id', '=', roomId).where('round', 'in', numbers).execute()
    await trx.deleteFrom('rounds').where('room_id', '=', roomId).where('number', 'in', numbers).execute()
  }
  return gone.length
}
