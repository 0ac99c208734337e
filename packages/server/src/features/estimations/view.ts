import type { Estimation, EstimationSummary } from '@rodada/contract/estimations/estimations'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { getBoardAccess } from '../boards/queries.ts'
import { descriptionExcerpt } from '../cards/queries.ts'
import { estimationPolicy } from './policy.ts'
import { getEstimation, listVoters } from './queries.ts'
import { getNamed, listCards, listClosedVotes, listEstimations, listOwnVotes, type NamedEstimation } from './view-queries.ts'

type Voters = Awaited<ReturnType<typeof listVoters>>

const shared = (row: NamedEstimation, voters: Voters, cards: number) => ({
  id: row.id,
  board_id: row.board_id,
  board_title: row.board_title,
  board_color: row.board_color,
  status: row.closed_at === null ? ('open' as const) : ('closed' as const),
  organizer: row.organizer_id === null ? null : { id: row.organizer_id, name: row.organizer_name ?? '', avatar_url: row.avatar_url },
  created_at: row.created_at,
  closes_at: row.closes_at,
  closed_at: row.closed_at,
  voters: voters.map(({ user_id, name, avatar_url, voted }) => ({ user_id, name, avatar_url, finished: voted === cards })),
})

/** @throws AppError 404 for a board that the person does not see */
export async function showEstimations(db: Db, viewer: Actor, boardId: number | undefined): Promise<EstimationSummary[]> {
  if (boardId !== undefined) await getBoardAccess(db, viewer, boardId)
  const rows = await listEstimations(db, viewer, boardId)
  const voters = await listVoters(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...shared(
      row,
      voters.filter(({ estimation_id }) => estimation_id === row.id),
      row.card_count,
    ),
    card_count: row.card_count,
  }))
}

/** An estimation as a person may see it: their own votes, and those of others only once it has closed. @throws AppError 404 */
export async function showEstimation(db: Db, viewer: Actor, id: number): Promise<Estimation> {
  const row = await getEstimation(db, viewer, id)
  const { role } = await getBoardAccess(db, viewer, row.board_id)
  const voters = await listVoters(db, [id])
  const votes = estimationPolicy.seeVotes(role, row) ? await listClosedVotes(db, id) : []
  const cards = await listCards(db, id)
  const own = await listOwnVotes(db, id, viewer.userId)
  return {
    ...shared(await getNamed(db, id), voters, cards.length),
    deck: JSON.parse(row.deck) as string[],
    settle: row.settle,
    cards: cards.map((card) => ({
      card_id: card.id,
      title: card.title,
      description: descriptionExcerpt(card.description),
      estimate: card.estimate,
      votes: votes.filter(({ card_id }) => card_id === card.id).map(({ card_id: _, ...vote }) => vote),
      settled: card.settled,
      estimate_before: card.estimate_before,
    })),
    votes: Object.fromEntries(own.map(({ card_id, ...vote }) => [card_id, vote])),
    can: {
      vote: row.closed_at === null && voters.some(({ user_id }) => user_id === viewer.userId),
      close: row.closed_at === null && estimationPolicy.close(role, row, viewer.userId),
      take_to_room: row.closed_at !== null && estimationPolicy.takeToRoom(role),
    },
  }
}
