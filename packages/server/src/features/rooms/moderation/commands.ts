import type { NewModerator } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import { instant } from '../../../platform/deps.ts'
import { AppError, allow } from '../../../platform/http/errors.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { atSeat, type Context, inRoom, type Seat } from '../commands.ts'
import { getHeldSeat } from '../participants/commands.ts'
import { removeSeatConnections } from '../participants/presence-queries.ts'
import {
  dropAwayModerators,
  forgetModerated,
  leaveSeat,
  listRoomsOfAwayModerators,
  mayDeleteRecord,
  wasSatAt,
} from '../participants/seat-queries.ts'
import { roomPolicy } from '../policy.ts'
import { lockRoom, updateRoom } from '../queries.ts'
import { deleteOpenVote } from '../votes/queries.ts'
import { appointHeir, makeModeratorOf } from './heir-queries.ts'
import { addRemoval } from './removal-queries.ts'

/**
 * Takes somebody's seat with its open vote, and keeps them out for a day. A moderator may be who created the room, and so may anybody whom
 * an heir removes: the host's secret opens nothing from here on, or they would be back as a moderator under another name.
 * @throws AppError unless a moderator asks it of another person
 */
export const remove = (context: Context, at: Seat, participantId: number): Promise<void> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.moderate(seat), texts.moderatorsOnly)
    if (participantId === seat.id) throw new AppError('invalid', texts.removeYourself)
    const removed = await getHeldSeat(trx, room.id, participantId)
    await addRemoval(trx, removed)
    const mayBeHost = removed.role === 'moderator' || !mayDeleteRecord(seat)
    if (mayBeHost) await updateRoom(trx, room.id, { host_token_hash: hashSecret(newSecret()) })
    await deleteOpenVote(trx, room, removed.id)
    await removeSeatConnections(trx, removed.id)
    await leaveSeat(trx, removed.id)
    await forgetModerated(trx, removed.id)
  })

/** Makes somebody a moderator too. Undefined when they are one already. @throws AppError unless a moderator asks it */
export const makeModerator = (context: Context, at: Seat, participantId: number): Promise<NewModerator | undefined> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.moderate(seat), texts.moderatorsOnly)
    const chosen = await getHeldSeat(trx, room.id, participantId)
    return chosen.role === 'moderator' ? undefined : makeModeratorOf(trx, room.id, chosen, !mayDeleteRecord(seat))
  })

/** Ends a room at whose table nobody sat. @throws AppError unless the secret is its host's and nobody did */
export const cancel = (context: Context, roomId: number, hostToken: string): Promise<void> =>
  inRoom(context, roomId, async (trx, room) => {
    allow(hashSecret(hostToken) === room.host_token_hash, texts.moderatorsOnly)
    if (await wasSatAt(trx, room.id)) throw new AppError('conflict', texts.roomInUse)
    await updateRoom(trx, room.id, { code: null, network: null, ended_at: instant() })
  })

export type Change = { roomId: number; heir: NewModerator | undefined }

/** Job: drops the moderators that were away for too long, each room with its heir in one transaction. Returns the rooms that changed. */
export async function dropModerators({ db, engine }: Pick<Context, 'db' | 'engine'>): Promise<Change[]> {
  const changes: Change[] = []
  for (const roomId of await listRoomsOfAwayModerators(db)) {
    const change = await db.transaction().execute(async (trx) => {
      const room = await lockRoom(trx, engine, roomId)
      if (!(await dropAwayModerators(trx, roomId))) return undefined
      return { roomId, heir: room && (await appointHeir(trx, room)) }
    })
    if (change) changes.push(change)
  }
  return changes
}
