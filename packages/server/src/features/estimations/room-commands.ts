import { limits } from '@rodada/contract/core/limits'
import { byWidth, spreadOf } from '@rodada/contract/estimations/settle'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { allow, conflict } from '../../platform/http/errors.ts'
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts'
import type { Actor } from '../auth/queries.ts'
import { getBoardAccess } from '../boards/queries.ts'
import { openRoomFor } from '../rooms/write.ts'
import { estimationPolicy } from './policy.ts'
import { getEstimation } from './queries.ts'
import { listCards, listClosedVotes } from './view-queries.ts'

/**
 * Opens a room with the cards that did not settle, the votes that are farthest apart first. The votes lie beside each card, for people who
 * see the board.
 * @param network hash of the network address that it is opened from
 * @throws AppError 404, 403, 409 while the estimation is open, or when no card is left
 */
export const takeToRoom = (
  { db }: Pick<Deps, 'db'>,
  viewer: Actor,
  id: number,
  network: string,
): Promise<{ roomId: string; hostToken: string }> =>
  db.transaction().execute(async (trx) => {
    const estimation = await getEstimation(trx, viewer, id)
    const board = await getBoardAccess(trx, viewer, estimation.board_id)
    allow(estimationPolicy.takeToRoom(board.role))
    if (estimation.closed_at === null) throw conflict(texts.estimationOpen)
    const deck = JSON.parse(estimation.deck) as string[]
    const all = await listClosedVotes(trx, id)
    const cards = (await listCards(trx, id))
      .filter(({ settled, archived_at, list_archived_at }) => settled === null && archived_at === null && list_archived_at === null)
      .map((card) => {
        const votes = all.filter(({ card_id }) => card_id === card.id).map(({ card_id: _, ...vote }) => vote)
        const faces = votes.map(({ vote }) => vote)
        return { id: card.id, votes, spread: spreadOf(faces, deck) }
      })
      .sort((a, b) => byWidth(a.spread, b.spread))
    if (cards.length === 0) throw conflict(texts.estimationSettled)
    const hostToken = newSecret()
    const name = [...board.title].slice(0, limits.roomName).join('')
    const room = await openRoomFor(trx, viewer, { name, deck, hostTokenHash: hashSecret(hostToken), network }, cards)
    return { roomId: room.code ?? '', hostToken }
  })
