import { limits } from '@rodada/contract/core/limits'
import type { CastVote, CreateEstimation } from '@rodada/contract/estimations/estimations'
import { latestCloseMs, reminderAt, soonestCloseMs } from '@rodada/contract/estimations/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import { type Deps, instant } from '../../platform/deps.ts'
import { allow, conflict, invalid, notFound } from '../../platform/http/errors.ts'
import type { Person } from '../../platform/limits/person-limit.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { changeBoard } from '../boards/queries.ts'
import type { Change } from '../boards/write.ts'
import { getCardsById } from '../cards/queries.ts'
import { estimationOpened, votesDone } from './events.ts'
import { estimationPolicy } from './policy.ts'
import { addEstimation, countOpen, getEstimation, hasCard, isMissing, isVoter, listVotersOf, lockEstimation, saveVote } from './queries.ts'

export type Context = Pick<Deps, 'db' | 'engine' | 'events'>

/**
 * Opens an estimation and asks its voters. @returns its id
 * @throws AppError 400 for cards or people that are not of the board, or a close too near or too far; 403, 404, 409 when too many are open
 */
export async function createEstimation(work: Work, viewer: Actor, input: z.output<typeof CreateEstimation>): Promise<Change<number>> {
  const { trx } = work
  const board = await changeBoard(trx, viewer, input.board_id, estimationPolicy.create)
  const now = Date.now()
  const closesAt = Date.parse(input.closes_at)
  if (closesAt < now + soonestCloseMs || closesAt > now + latestCloseMs) throw invalid({ closes_at: texts.estimationClosesInvalid })
  const cardIds = [...new Set(input.card_ids)]
  const cards = (await getCardsById(trx, cardIds)).filter(
    (card) => card.board_id === board.id && card.list_hidden === 0 && card.archived_at === null && card.deleted_at === null,
  )
  if (cards.length < cardIds.length) throw invalid({ card_ids: texts.cardsElsewhere })
  const voterIds = [...new Set(input.voter_ids)]
  if ((await listVotersOf(trx, board.id, voterIds)).length < voterIds.length) throw invalid({ voter_ids: texts.estimationVoterElsewhere })
  if ((await countOpen(trx, board.id)) >= limits.openEstimations) throw conflict(texts.tooManyEstimations)
  const remindAt = reminderAt(now, closesAt)
  const id = await addEstimation(trx, {
    board_id: board.id,
    organizer_id: viewer.userId,
    deck: input.deck,
    settle: input.settle,
    created_at: new Date(now).toISOString(),
    closes_at: new Date(closesAt).toISOString(),
    remind_at: remindAt === null ? null : new Date(remindAt).toISOString(),
    cardIds,
    voterIds,
  })
  await work.emit(estimationOpened, { board, estimationId: id, voterIds, cards: cardIds.length })
  return { boardId: board.id, revision: board.revision, result: id }
}

export type Voted = { finished: boolean; finishedNow: boolean; notified: readonly number[] }

/**
 * Stores a person's vote in place of the one before. What it answers and does is the same whatever the vote.
 * @throws AppError 404, 403 for who does not vote in it, 409 once it has closed, 400 for a face that is not in its deck
 */
export const castVote = (
  { db, engine, events }: Context,
  viewer: Actor & Person,
  { estimationId, cardId }: { estimationId: number; cardId: number },
  { vote, confidence, reason }: z.output<typeof CastVote>,
): Promise<Voted> =>
  db.transaction().execute(async (trx) => {
    await getEstimation(trx, viewer, estimationId)
    const estimation = await lockEstimation(trx, engine, estimationId)
    allow(await isVoter(trx, estimationId, viewer.userId), texts.estimationNotVoter)
    // The job that closes it may be a second late; the deadline is not.
    if (estimation.closed_at !== null || estimation.closes_at <= instant()) throw conflict(texts.estimationClosed)
    if (!(await hasCard(trx, estimationId, cardId))) throw notFound()
    if (!(JSON.parse(estimation.deck) as string[]).includes(vote)) throw invalid({ vote: texts.estimationVoteInvalid })
    const wasMissing = await isMissing(trx, estimationId, viewer.userId)
    await saveVote(trx, {
      estimation_id: estimationId,
      card_id: cardId,
      user_id: viewer.userId,
      value: vote,
      confidence: confidence ?? null,
      reason,
    })
    const finished = !(await isMissing(trx, estimationId, viewer.userId))
    const work = events.begin(trx, viewer)
    if (finished && wasMissing) await work.emit(votesDone, { estimationId, userId: viewer.userId })
    return { finished, finishedNow: finished && wasMissing, notified: [...work.notified] }
  })
