import { limits } from '@rodada/contract/core/limits'
import type { TaskEstimate } from '@rodada/contract/rooms/tasks'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { firstWithin } from '../../platform/first-within.ts'

type NewEstimate = Pick<TaskEstimate, 'estimate' | 'average' | 'votes' | 'room_name'> & {
  card_id: number
  /** Null for what a sealed estimation settled. */
  room_id: number | null
  round: number
  user_id: number | null
}

/** Letters of the votes of one insert, where an estimate may have sixty thousand, and rows. */
const lettersAtOnce = 60_000
const rowsAtOnce = 500

const storedVotes = (votes: TaskEstimate['votes']): string => JSON.stringify(votes.slice(0, limits.estimateVotes))

/**
 * Stores the last saved estimate of a round for a card. Only revealed votes may be stored here.
 * @returns false when the round had already saved the same, as with a second click
 */
export async function addEstimate(trx: Db, { votes, ...estimate }: NewEstimate): Promise<boolean> {
  const saved = { estimate: estimate.estimate, user_id: estimate.user_id, created_at: instant() }
  const kept = await trx
    .insertInto('card_estimates')
    .values({ ...estimate, ...saved, votes: storedVotes(votes) })
    .onConflict((conflict) =>
      conflict.columns(['card_id', 'room_id', 'round']).doUpdateSet(saved).where('card_estimates.estimate', '<>', estimate.estimate),
    )
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Writes again what is told of the votes of a round that was saved already. Only revealed votes may be stored here. */
export async function updateEstimateVotes(
  trx: Db,
  { roomId, round }: { roomId: number; round: number },
  votes: TaskEstimate['votes'],
): Promise<void> {
  await trx
    .updateTable('card_estimates')
    .set({ votes: storedVotes(votes) })
    .where('room_id', '=', roomId)
    .where('round', '=', round)
    .execute()
}

/** Adds estimates that were brought with their cards: of no room here. */
export async function addBroughtEstimates(
  trx: Db,
  rows: readonly (Omit<NewEstimate, 'room_id' | 'round'> & { created_at: string })[],
): Promise<void> {
  let rest = rows.map(({ votes, ...row }) => ({ ...row, votes: storedVotes(votes), room_id: null, round: 1 }))
  while (rest.length > 0) {
    const some = firstWithin(rest.slice(0, rowsAtOnce), lettersAtOnce, ({ votes }) => votes.length)
    await trx.insertInto('card_estimates').values(some).execute()
    rest = rest.slice(some.length)
  }
}

/** A card's estimates, newest first. The caller has made sure that the viewer sees the card. */
export async function listEstimates(db: Db, cardId: number, before: number | undefined): Promise<TaskEstimate[]> {
  const rows = await db
    .selectFrom('card_estimates')
    .leftJoin('users', 'users.id', 'card_estimates.user_id')
    .select([
      'card_estimates.id',
      'estimate',
      'average',
      'votes',
      'room_name',
      'user_id',
      'card_estimates.created_at',
      'users.name',
      'users.avatar_url',
    ])
    .where('card_id', '=', cardId)
    .$if(before !== undefined, (query) => query.where('card_estimates.id', '<', before ?? 0))
    .orderBy('card_estimates.id', 'desc')
    .limit(limits.estimatesPage)
    .execute()
  return rows.map(({ user_id, name, avatar_url, votes, ...row }) => ({
    ...row,
    votes: JSON.parse(votes) as TaskEstimate['votes'],
    user: user_id === null ? null : { id: user_id, name: name ?? '', avatar_url },
  }))
}
