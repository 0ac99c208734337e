import type { RecordPage } from '@rodada/contract/rooms/record'
import type { PastRound } from '@rodada/contract/rooms/rooms'
import { RoomCode } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { AppError, allow } from '../../../platform/http/errors.ts'
import { partsInTurns } from '../../../platform/slices.ts'
import { type Actor as AuditActor, addAudit } from '../../audit/queries.ts'
import type { Actor } from '../../auth/queries.ts'
import { atSeat, type Context, type Seat } from '../commands.ts'
import { mayDeleteRecord } from '../participants/seat-queries.ts'
import { roomPolicy } from '../policy.ts'
import { lockRoom, type RoomRow } from '../queries.ts'
import { listTaskCards } from '../tasks/queries.ts'
import { listPastRounds } from '../votes/queries.ts'
import { countRounds, deleteOldestRounds, findRecordedRoom, listRecord } from './queries.ts'
import { recordView } from './view.ts'

/** The room in which this account sat. @throws AppError 404 when there is none, as for a room that never was */
export async function getRecordedRoom(db: Db, { userId }: Actor, roomId: string): Promise<{ room: RoomRow; mayDelete: boolean }> {
  const code = RoomCode.safeParse(roomId)
  const found = code.success ? await findRecordedRoom(db, userId, code.data) : undefined
  if (!found) throw new AppError('not_found', texts.recordGone)
  return found
}

/** A page of the record of a room in which this account sat. */
export async function readRecord(db: Db, viewer: Actor, roomId: string, before: number | undefined): Promise<RecordPage> {
  const { room, mayDelete } = await getRecordedRoom(db, viewer, roomId)
  const cards = await listTaskCards(db, viewer, room.id)
  return recordView(room, await listRecord(db, room, before), { canDelete: mayDelete, cards })
}

/** A page of the record of the room at whose table somebody moderates, also a guest. */
export const readAtTable = (context: Context, at: Seat, before: number | undefined): Promise<RecordPage> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.moderate(seat), texts.moderatorsOnly)
    return recordView(room, await listRecord(trx, room, before), { canDelete: mayDeleteRecord(seat), cards: [] })
  })

/** What is left of the record: the rounds that the table lists. */
export type Deleted = { roomId: number; past: PastRound[] }

/** Runs work when it is its turn among what rooms work on, so that a long deletion holds no place between its parts. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A room whose rounds below a number go. */
type Begun = { room: RoomRow; below: number }

/**
 * The first part of a deletion, for who may: it notes in the audit log what goes. The round that lies revealed on an open room's table stays, and what
 * is revealed from here on. Call with the room held.
 */
async function beginDeletion(trx: Db, room: RoomRow, actor: AuditActor): Promise<Begun> {
  const below = room.ended_at === null ? room.round : room.round + 1
  const rounds = await countRounds(trx, room.id, below)
  const details = { room: room.code ?? room.record_code ?? '', rounds }
  if (rounds > 0) await addAudit(trx, actor, { kind: 'room.record_deleted', subject: room.name, details })
  await deleteOldestRounds(trx, room.id, below)
  return { room, below }
}

/** The other parts, because a record may have a year of rounds of a thousand people, and others write meanwhile. They ask nobody: it is decided. */
async function finishDeletion({ db, engine }: Context, { room, below }: Begun, inTurn: InTurn = (work) => work()): Promise<Deleted> {
  // An open room is held, so that no reveal writes a round meanwhile; an ended one changes no more.
  const held = <T>(part: (trx: Db) => Promise<T>) =>
    inTurn(() =>
      db.transaction().execute(async (trx) => {
        await lockRoom(trx, engine, room.id)
        return part(trx)
      }),
    )
  await partsInTurns(() => held((trx) => deleteOldestRounds(trx, room.id, below)))
  return held(async (trx) => ({ roomId: room.id, past: await listPastRounds(trx, room.id) }))
}

/**
 * Deletes a room's record for everybody; the round that lies revealed on its table stays, and what was saved to cards.
 * @throws AppError 404 for who did not sit there, 403 for who did not moderate
 */
export async function deleteOf(context: Context, viewer: Actor, roomId: string, actor: AuditActor): Promise<Deleted> {
  const begun = await context.db.transaction().execute(async (trx) => {
    const { room, mayDelete } = await getRecordedRoom(trx, viewer, roomId)
    allow(mayDelete, texts.recordOfModerators)
    return beginDeletion(trx, (await lockRoom(trx, context.engine, room.id)) ?? room, actor)
  })
  return finishDeletion(context, begun)
}

/** The same at the table. Who moderates there only because everybody else went does not delete what others left. */
export async function deleteAtTable(context: Context, at: Seat, actor: AuditActor, inTurn: InTurn): Promise<Deleted> {
  const begun = await inTurn(() =>
    atSeat(context, at, (trx, room, seat) => {
      allow(roomPolicy.moderate(seat), texts.moderatorsOnly)
      allow(mayDeleteRecord(seat), texts.recordOfModerators)
      return beginDeletion(trx, room, actor)
    }),
  )
  return finishDeletion(context, begun, inTurn)
}
