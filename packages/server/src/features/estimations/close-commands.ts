import { settledEstimate } from '@rodada/contract/estimations/settle'
import { averageOf } from '@rodada/contract/rooms/results'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { allow, conflict } from '../../platform/http/errors.ts'
import type { Work } from '../../platform/work.ts'
import { type Actor, findActor } from '../auth/queries.ts'
import { deckPointsOf } from '../boards/deck-queries.ts'
import { happened } from '../boards/events.ts'
import { boardPolicy } from '../boards/policy.ts'
import { type BoardRow, changeBoard, findBoardAccess, runChange } from '../boards/queries.ts'
import { addEstimate } from '../cards/estimate-queries.ts'
import { getCardsById } from '../cards/queries.ts'
import { updateCards } from '../cards/write.ts'
import type { Context } from './commands.ts'
import { votesDone } from './events.ts'
import { estimationPolicy } from './policy.ts'
import {
  dropGoneCards,
  type EstimationRow,
  findEstimation,
  getEstimation,
  listAudience,
  listFinished,
  lockEstimation,
  setClosed,
  setSettled,
} from './queries.ts'
import { listCards, listClosedVotes } from './view-queries.ts'

export type Closed = { boardId: number; revision: number; notified: readonly number[]; audience: readonly number[] }

/** Closes an estimation by hand. @throws AppError 404, 403, 409 when it has closed already */
export async function closeByHand(context: Context, viewer: Actor, id: number): Promise<Closed> {
  const { board_id } = await getEstimation(context.db, viewer, id)
  const { closed } = await runChange(context.db, async (trx) => {
    const board = await changeBoard(trx, viewer, board_id, () => true)
    const estimation = await lockEstimation(trx, context.engine, id)
    allow(estimationPolicy.close(board.role, estimation, viewer.userId))
    if (estimation.closed_at !== null) throw conflict(texts.estimationClosed)
    return { revision: board.revision, closed: await close(context, trx, board, estimation) }
  })
  return closed
}

/**
 * Closes an estimation whose deadline has passed or whose voters have all voted, and no other. Any number of processes may try: the row is
 * held, and the first one closes it.
 * @returns undefined when it is not over, or another one closed it
 */
export async function closeIfOver(context: Context, id: number): Promise<Closed | undefined> {
  const found = await findEstimation(context.db, id)
  // Looked at first without holding the board: most votes end nothing.
  if (!found || found.closed_at !== null || !(await isOver(context.db, found))) return undefined
  const { closed } = await runChange(context.db, async (trx): Promise<{ revision: number | null; closed: Closed | undefined }> => {
    // The program itself: it needs nobody's right to close what is over.
    const board = await changeBoard(trx, { userId: 0, role: 'admin', token: null }, found.board_id, () => true)
    const estimation = await lockEstimation(trx, context.engine, id)
    if (estimation.closed_at !== null || !(await isOver(trx, estimation))) return { revision: null, closed: undefined }
    // Anybody who writes on the board can delete the cards that votes are missing on, and bring them back: their votes would then be open
    // before the close that everybody was told of.
    if (!isDue(estimation)) await dropGoneCards(trx, id)
    return { revision: board.revision, closed: await close(context, trx, board, estimation) }
  })
  return closed
}

const isDue = ({ closes_at }: EstimationRow): boolean => closes_at <= instant()

const isOver = async (db: Db, estimation: EstimationRow): Promise<boolean> =>
  isDue(estimation) || (await listFinished(db, [estimation.id])).length > 0

/** Ends a held estimation of a held board: from here on the votes are shown, and cards in agreement take their estimate. */
async function close({ events }: Context, trx: Db, board: BoardRow, estimation: EstimationRow): Promise<Closed> {
  await setClosed(trx, estimation.id)
  // What the rule writes is the organiser's act.
  const { organizer_id } = estimation
  const work = events.begin(trx, organizer_id === null ? null : { userId: organizer_id, token: null })
  if (await mayStillWrite(trx, estimation)) await settle(work, board, estimation)
  await work.emit(votesDone, { estimationId: estimation.id, userId: null })
  return {
    boardId: board.id,
    revision: board.revision,
    notified: [...work.notified],
    audience: await listAudience(trx, estimation.id),
  }
}

/** Whether the organiser has, now, the right to write what their rule settles. Without it all cards are for the meeting. */
async function mayStillWrite(trx: Db, { organizer_id, board_id }: EstimationRow): Promise<boolean> {
  const actor = organizer_id === null ? undefined : await findActor(trx, { userId: organizer_id, token: null })
  const board = actor && (await findBoardAccess(trx, actor, board_id))
  return board !== undefined && boardPolicy.write(board.role)
}

async function settle(work: Work, board: BoardRow, estimation: EstimationRow): Promise<void> {
  const { trx } = work
  const deck = JSON.parse(estimation.deck) as string[]
  const votes = await listClosedVotes(trx, estimation.id)
  const settled = (await listCards(trx, estimation.id)).flatMap(({ id }) => {
    const ofCard = votes.filter(({ card_id }) => card_id === id)
    const faces = ofCard.map(({ vote }) => vote)
    const estimate = settledEstimate(faces, deck, estimation.settle, deckPointsOf(board))
    return estimate === null ? [] : [{ id, estimate, votes: ofCard, average: averageOf(faces) }]
  })
  const cards = new Map(
    (
      await getCardsById(
        trx,
        settled.map(({ id }) => id),
      )
    ).map((card) => [card.id, card]),
  )
  const writes = settled.flatMap(({ id, estimate }) => {
    const card = cards.get(id)
    return card ? [{ card, set: { estimate } }] : []
  })
  // The line of the journal says that a rule did it, and follows.
  await updateCards(work, board, writes, { follows: true })
  for (const { id, estimate, votes: ofCard, average } of settled) {
    const card = cards.get(id)
    if (!card) continue
    await setSettled(trx, { estimation_id: estimation.id, card_id: id, settled: estimate, estimate_before: card.estimate })
    await addEstimate(trx, {
      card_id: id,
      room_id: null,
      room_name: '',
      round: 1,
      estimate,
      average,
      votes: ofCard.map(({ user_id, name, vote, confidence, reason }) => ({
        participant_id: user_id,
        name,
        vote,
        ...(confidence !== null && { confidence }),
        ...(reason !== null && { reason }),
      })),
      user_id: estimation.organizer_id,
    })
    const details = { to: String(estimate) }
    await work.emit(happened, { board_id: board.id, card_id: id, kind: 'card.estimated', subject: card.title, details })
  }
}
