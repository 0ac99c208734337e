import { texts } from '@rodada/contract/texts/texts'
import { AppError, conflict } from '../../../platform/http/errors.ts'
import { updateEstimateVotes } from '../../cards/estimate-queries.ts'
import { atSeat, type Context, type Seat } from '../commands.ts'
import { findRoundSaved, listTold, setReason } from './queries.ts'

/**
 * Keeps what somebody saw in the task with their vote of the revealed round, and with what the round saved to a card already.
 * @throws AppError 409 when the round is not the revealed one, 403 without a vote in it
 */
export const giveReason = (context: Context, at: Seat, round: number, text: string): Promise<void> =>
  atSeat(context, at, async (trx, room, seat) => {
    if (room.round !== round || room.revealed_at === null) throw conflict(texts.reasonLate)
    if (!(await setReason(trx, room, seat.id, text))) throw new AppError('forbidden', texts.reasonOfVoters)
    const isSaved = (await findRoundSaved(trx, room.id, round)) !== null
    if (isSaved) await updateEstimateVotes(trx, { roomId: room.id, round }, await listTold(trx, room.id))
  })
