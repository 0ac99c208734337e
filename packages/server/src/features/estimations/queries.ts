import { limits } from '@rodada/contract/core/limits'
import type { SettleRule } from '@rodada/contract/estimations/settings'
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { Db, Engine, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'

export type EstimationRow = Selectable<Schema['estimations']>

/** The condition that a card is on the board of its estimation still. */
const isOnBoard = (eb: ExpressionBuilder<Schema, 'estimation_cards' | 'cards'>) =>
  eb('cards.board_id', '=', (boards) =>
    boards.selectFrom('estimations as own').select('own.board_id').whereRef('own.id', '=', 'estimation_cards.estimation_id'),
  )

/** Cards of estimations that are still there. What was deleted, or went to another board, has left the list, and comes back with the card. */
export const liveCards = (db: Db) =>
  db
    .selectFrom('estimation_cards')
    .innerJoin('cards', 'cards.id', 'estimation_cards.card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where(isOnBoard)

/** The condition that a voter has not voted on some card of the list. */
const misses = (eb: ExpressionBuilder<Schema, 'estimation_voters'>) =>
  eb.exists(
    eb
      .selectFrom('estimation_cards')
      .innerJoin('cards', 'cards.id', 'estimation_cards.card_id')
      .innerJoin('lists', 'lists.id', 'cards.list_id')
      .leftJoin('estimation_votes', (join) =>
        join
          .onRef('estimation_votes.estimation_id', '=', 'estimation_cards.estimation_id')
          .onRef('estimation_votes.card_id', '=', 'estimation_cards.card_id')
          .onRef('estimation_votes.user_id', '=', 'estimation_voters.user_id'),
      )
      .select('cards.id')
      .whereRef('estimation_cards.estimation_id', '=', 'estimation_voters.estimation_id')
      .where('cards.deleted_at', 'is', null)
      .where('lists.deleted_at', 'is', null)
      .where(isOnBoard)
      .where('estimation_votes.user_id', 'is', null),
  )

/** Opens an estimation. Of the closed ones of its board the oldest make place. */
export async function addEstimation(
  trx: Db,
  {
    cardIds,
    voterIds,
    ...estimation
  }: {
    board_id: number
    organizer_id: number
    deck: readonly string[]
    settle: SettleRule
    created_at: string
    closes_at: string
    remind_at: string | null
    cardIds: readonly number[]
    voterIds: readonly number[]
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('estimations')
    .values({ ...estimation, deck: JSON.stringify(estimation.deck), closed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('estimation_cards')
    .values(cardIds.map((card_id, place) => ({ estimation_id: id, card_id, place, settled: null, estimate_before: null })))
    .execute()
  await trx
    .insertInto('estimation_voters')
    .values(voterIds.map((user_id) => ({ estimation_id: id, user_id })))
    .execute()
  const closed = trx
    .selectFrom('estimations')
    .select('id')
    .where('board_id', '=', estimation.board_id)
    .where('closed_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(limits.closedEstimations)
  await trx.deleteFrom('estimations').where('id', 'in', closed).execute()
  return id
}

/** Estimations of a board that are open. */
export async function countOpen(db: Db, boardId: number): Promise<number> {
  const { n } = await db
    .selectFrom('estimations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** People on a board who may vote: no guests, and with an account in use. */
export async function listVotersOf(db: Db, boardId: number, among: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('board_members')
    .innerJoin('users', 'users.id', 'board_members.user_id')
    .select('users.id')
    .where('board_id', '=', boardId)
    .where('board_members.role', '!=', 'guest')
    .where('users.deactivated_at', 'is', null)
    .where('users.id', 'in', among)
    .execute()
  return rows.map(({ id }) => id)
}

/** An estimation on a board that this person sees. @throws AppError 404 */
export const getEstimation = (db: Db, viewer: Actor, id: number): Promise<EstimationRow> =>
  db
    .selectFrom('estimations')
    .selectAll()
    .where('id', '=', id)
    .where('board_id', 'in', visibleBoardIds(db, viewer))
    .executeTakeFirstOrThrow(notFound)

export const findEstimation = (db: Db, id: number): Promise<EstimationRow | undefined> =>
  db.selectFrom('estimations').selectAll().where('id', '=', id).executeTakeFirst()

/** The estimation, held until the transaction ends: votes, removals and the close take turns. Who holds its board too holds that first. */
export async function lockEstimation(trx: Db, engine: Engine, id: number): Promise<EstimationRow> {
  const row = trx.selectFrom('estimations').selectAll().where('id', '=', id)
  return (engine === 'postgres' ? row.forUpdate() : row).executeTakeFirstOrThrow(notFound)
}

export const isVoter = async (db: Db, estimationId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('estimation_voters')
    .select('user_id')
    .where('estimation_id', '=', estimationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** Whether a card is in the list. */
export const hasCard = async (db: Db, estimationId: number, cardId: number): Promise<boolean> =>
  (await liveCards(db).select('cards.id').where('estimation_id', '=', estimationId).where('cards.id', '=', cardId).executeTakeFirst()) !==
  undefined

/** Stores a vote in place of the one before. */
export async function saveVote(trx: Db, vote: Schema['estimation_votes']): Promise<void> {
  const { value, confidence, reason } = vote
  await trx
    .insertInto('estimation_votes')
    .values(vote)
    .onConflict((oc) => oc.columns(['estimation_id', 'card_id', 'user_id']).doUpdateSet({ value, confidence, reason }))
    .execute()
}

const missing = (db: Db, estimationId: number) =>
  db.selectFrom('estimation_voters').select('user_id').where('estimation_id', '=', estimationId).where(misses)

/** Voters with a card that they have not voted on. */
export const listMissing = async (db: Db, estimationId: number): Promise<number[]> =>
  (await missing(db, estimationId).orderBy('user_id').execute()).map(({ user_id }) => user_id)

/** Whether a voter has a card that they have not voted on. */
export const isMissing = async (db: Db, estimationId: number, userId: number): Promise<boolean> =>
  (await missing(db, estimationId).where('user_id', '=', userId).executeTakeFirst()) !== undefined

/** Takes the cards that are gone out of an estimation, with their votes: they do not come back to it. */
export async function dropGoneCards(trx: Db, estimationId: number): Promise<void> {
  await trx
    .deleteFrom('estimation_cards')
    .where('estimation_id', '=', estimationId)
    .where('card_id', 'not in', liveCards(trx).select('cards.id').where('estimation_id', '=', estimationId))
    .execute()
}

const openOnes = (db: Db) =>
  db
    .selectFrom('estimations')
    .innerJoin('boards', 'boards.id', 'estimations.board_id')
    .select('estimations.id')
    .where('closed_at', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .orderBy('estimations.id')

/** Open estimations whose deadline has passed. */
export const listDue = async (db: Db, now: string): Promise<number[]> =>
  (await openOnes(db).where('closes_at', '<=', now).execute()).map(({ id }) => id)

/** Cards of some estimations that were deleted or went to another board since. Where none was, to look for them costs little: votes are then only counted. */
const goneCards = (db: Db, of: (eb: ExpressionBuilder<Schema, 'estimation_cards'>) => Expression<SqlBool>) =>
  db
    .selectFrom('estimation_cards')
    .innerJoin('cards', 'cards.id', 'estimation_cards.card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select('cards.id')
    .where(of)
    .where((eb) => eb.or([eb('cards.deleted_at', 'is not', null), eb('lists.deleted_at', 'is not', null), eb.not(isOnBoard(eb))]))

/** The next open estimations after one, at most so many. */
export const listOpenAfter = async (db: Db, last: number, count: number): Promise<number[]> =>
  (await openOnes(db).where('estimations.id', '>', last).limit(count).execute()).map(({ id }) => id)

/**
 * Which of these estimations are open and finished: everybody who votes has voted on every card that is left. A vote belongs to a voter and a
 * card, so it is enough to count them.
 */
export async function listFinished(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const open = openOnes(db).where('estimations.id', 'in', ids)
  const gone = goneCards(db, (eb) => eb('estimation_id', 'in', open))
  const rows = await open
    .select((eb) => [
      eb
        .selectFrom('estimation_voters')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('estimation_id', '=', 'estimations.id')
        .as('voters'),
      liveCards(db).select(eb.fn.countAll<number>().as('n')).where('estimation_id', '=', eb.ref('estimations.id')).as('cards'),
      eb
        .selectFrom('estimation_votes')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('estimation_id', '=', 'estimations.id')
        .where('card_id', 'not in', gone)
        .as('votes'),
    ])
    .execute()
  return rows.filter(({ voters, cards, votes }) => (cards ?? 0) > 0 && votes === (voters ?? 0) * (cards ?? 0)).map((row) => row.id)
}

export async function setClosed(trx: Db, id: number): Promise<void> {
  await trx.updateTable('estimations').set({ closed_at: instant(), remind_at: null }).where('id', '=', id).execute()
}

/** What a card took by itself. */
export async function setSettled(
  trx: Db,
  { estimation_id, card_id, ...taken }: Pick<Schema['estimation_cards'], 'estimation_id' | 'card_id' | 'settled' | 'estimate_before'>,
): Promise<void> {
  await trx.updateTable('estimation_cards').set(taken).where('estimation_id', '=', estimation_id).where('card_id', '=', card_id).execute()
}

/** Claims the reminders that are due: of several processes one gets each. */
export async function claimReminders(trx: Db, now: string): Promise<{ id: number; board_id: number }[]> {
  return trx
    .updateTable('estimations')
    .set({ remind_at: null })
    .where('remind_at', '<=', now)
    .where('closed_at', 'is', null)
    .where('closes_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('boards').select('boards.id').whereRef('boards.id', '=', 'estimations.board_id').where('deleted_at', 'is', null)),
    )
    .returning(['id', 'board_id'])
    .execute()
}

/**
 * Takes a person's votes and seat out of the open estimations, of one board or of all. The rows are held first, so that a vote under way
 * is either deleted with the others or refused.
 * @returns the estimations
 */
export async function removeVoter(trx: Db, engine: Engine, userId: number, boardId?: number): Promise<number[]> {
  const open = trx
    .selectFrom('estimations')
    .select('id')
    .where('closed_at', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('estimation_voters').select('estimation_id').where('user_id', '=', userId))
    .$if(boardId !== undefined, (query) => query.where('board_id', '=', boardId ?? 0))
    .orderBy('id')
  const held = (await (engine === 'postgres' ? open.forUpdate() : open).execute()).map(({ id }) => id)
  if (held.length > 0) await trx.deleteFrom('estimation_voters').where('user_id', '=', userId).where('estimation_id', 'in', held).execute()
  return held
}

/** The open estimations that have one of these cards. */
export async function listOpenWith(db: Db, cardIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('estimation_cards')
    .innerJoin('estimations', 'estimations.id', 'estimation_cards.estimation_id')
    .select('estimations.id')
    .distinct()
    .where('card_id', 'in', cardIds)
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** People who hear that an estimation changed: its voters, and who opened it, as long as they are on the board or administer all. */
export async function listAudience(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where((eb) =>
      eb.or([
        eb('users.id', 'in', eb.selectFrom('estimation_voters').select('user_id').where('estimation_id', '=', id)),
        eb.and([
          eb('users.id', 'in', eb.selectFrom('estimations').select('organizer_id').where('estimations.id', '=', id)),
          eb.or([
            eb('users.role', '=', 'admin'),
            eb.exists(
              eb
                .selectFrom('board_members')
                .innerJoin('estimations', 'estimations.board_id', 'board_members.board_id')
                .select('board_members.id')
                .where('estimations.id', '=', id)
                .whereRef('board_members.user_id', '=', 'users.id'),
            ),
          ]),
        ]),
      ]),
    )
    .execute()
  return rows.map((user) => user.id)
}

/** The voters of some estimations by id, each with how many cards they voted on. The order of ids says nothing of when somebody voted. */
export async function listVoters(db: Db, ids: readonly number[]) {
  const asked = ids.length > 0 ? ids : [0]
  const voters = await db
    .selectFrom('estimation_voters')
    .innerJoin('users', 'users.id', 'estimation_voters.user_id')
    .select(['estimation_id', 'user_id', 'users.name', 'users.avatar_url'])
    .where('estimation_id', 'in', asked)
    .orderBy('user_id')
    .execute()
  const counts = await db
    .selectFrom('estimation_votes')
    .select(({ fn }) => ['estimation_id', 'user_id', fn.countAll<number>().as('voted')])
    .where('estimation_id', 'in', asked)
    .where(
      'card_id',
      'not in',
      goneCards(db, (eb) => eb('estimation_id', 'in', asked)),
    )
    .groupBy(['estimation_id', 'user_id'])
    .execute()
  const voted = new Map(counts.map((row) => [`${row.estimation_id} ${row.user_id}`, row.voted]))
  return voters.map((voter) => ({ ...voter, voted: voted.get(`${voter.estimation_id} ${voter.user_id}`) ?? 0 }))
}
