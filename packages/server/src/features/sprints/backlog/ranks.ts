import { texts } from '@rodada/contract/texts/texts'
import { conflict } from '../../../platform/http/errors.ts'
import { findRank, ranksAtEnd, shortenRanks } from '../../../platform/order/queries.ts'
import type { Work } from '../../../platform/work.ts'
import type { BoardRow } from '../../boards/queries.ts'
import type { CardState } from '../../cards/events.ts'
import { cardsOfBacklog } from '../../cards/queries.ts'
import { rankCards } from '../../cards/write.ts'
import { findInBacklog, listUnrankedUpTo } from './queries.ts'

/**
 * Puts a card of a held board's backlog behind another one, or (null) on top.
 * @throws AppError 409 when one of the two is no longer in the backlog
 */
export async function rankInBacklog(work: Work, board: BoardRow, card: CardState, after: number | null): Promise<void> {
  const { trx } = work
  const order = cardsOfBacklog(board.id)
  const own = await findInBacklog(trx, board.id, card.id)
  const neighbour = after === null ? null : await findInBacklog(trx, board.id, after)
  if (!own || neighbour === undefined) throw conflict(texts.notInBacklog)
  if (after === card.id) return
  if (after !== null && neighbour?.column_rank === null) await rankUpTo(work, board, after, card.id)
  const rank = await findRank(
    trx,
    order,
    { after_id: after },
    own.column_rank === null ? undefined : { id: card.id, rank: own.column_rank },
  )
  await rankCards(work, board, [{ id: card.id, column_rank: rank }])
  await shortenRanks(trx, order, rank, board.revision)
}

/** Gives a card that has no rank yet, and those before it, ranks behind all others, so that the order stays what it was. */
async function rankUpTo(work: Work, board: BoardRow, cardId: number, except: number): Promise<void> {
  const ids = await listUnrankedUpTo(work.trx, board.id, cardId, except)
  const ranks = await ranksAtEnd(work.trx, cardsOfBacklog(board.id), ids.length)
  await rankCards(
    work,
    board,
    ids.map((id, index) => ({ id, column_rank: ranks[index] ?? '' })),
  )
}
