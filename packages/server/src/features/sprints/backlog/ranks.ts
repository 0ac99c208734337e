import { texts } from '@rodada/contract/texts/texts'
import { conflict } from '../../../platform/http/errors.ts'
import { isSpent, rankBetween, ranksBefore, ranksBehind } from '../../../platform/order/ranks.ts'
import type { Work } from '../../../platform/work.ts'
import { keepBusy } from '../../../platform/work-time.ts'
import type { BoardRow } from '../../boards/queries.ts'
import type { CardState } from '../../cards/events.ts'
import { rankCards } from '../../cards/write.ts'
import { findBacklogRank, findLastRank, findNextRank, isInBacklog, listRanked, listUnrankedUpTo } from './queries.ts'

/**
 * Puts a card of a held board's backlog behind another one, or (null) on top.
 * @throws AppError 409 when one of the two is no longer in the backlog
 */
export async function rankInBacklog(work: Work, board: BoardRow, card: CardState, after: number | null): Promise<void> {
  for (const id of after === null ? [card.id] : [card.id, after]) {
    if (!(await isInBacklog(work.trx, board.id, id))) throw conflict(texts.notInBacklog)
  }
  const before = after === null ? null : await rankOf(work, board, after, card.id)
  const rank = rankBetween(before, await findNextRank(work.trx, board.id, before, card.id))
  await rankCards(work, board, [{ id: card.id, column_rank: rank }])
  if (isSpent(rank)) await renew(work, board)
}

/** `count` ranks on top of the backlog of a held board, ascending. */
export async function ranksOnTop(work: Work, board: BoardRow, count: number): Promise<string[]> {
  const findFirst = () => findNextRank(work.trx, board.id, null, 0)
  const first = await findFirst()
  if (first === null || !isSpent(first)) return ranksBefore(first, count)
  await renew(work, board)
  return ranksBefore(await findFirst(), count)
}

/** Gives all cards that have a rank, and then others in their order, short ranks from the beginning. @returns the last of them */
const renew = async (work: Work, board: BoardRow, others: readonly number[] = []): Promise<string> =>
  write(work, board, [...(await listRanked(work.trx, board.id)), ...others], null)

/** The rank of a card of the backlog. One that has none yet gets one, as do those before it, so that the order stays what it was. */
async function rankOf(work: Work, board: BoardRow, cardId: number, except: number): Promise<string> {
  const own = await findBacklogRank(work.trx, board.id, cardId)
  if (own !== undefined) return own
  const ids = await listUnrankedUpTo(work.trx, board.id, cardId, except)
  const last = await findLastRank(work.trx, board.id, except)
  return last !== null && isSpent(last) ? renew(work, board, ids) : write(work, board, ids, last)
}

/** Gives cards, in their order, ranks behind one. @returns the last of them */
async function write(work: Work, board: BoardRow, ids: readonly number[], behind: string | null): Promise<string> {
  const ranks = keepBusy(() => ranksBehind(behind, ids.length))
  await rankCards(
    work,
    board,
    ids.map((id, index) => ({ id, column_rank: ranks[index] ?? '' })),
  )
  return ranks.at(-1) ?? ''
}
