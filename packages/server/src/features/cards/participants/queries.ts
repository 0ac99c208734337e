import type { PersonSummary } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { conflict } from '../../../platform/http/errors.ts'

/** The condition that a card is a person's: they answer for it, or take part. Each way has an index, and a card is found once. */
export const isOfPerson = (userId: number) => sql<boolean>`cards.id in (
    select own.id from cards as own where own.assignee_id = ${userId}
    union select card_id from card_participants where user_id = ${userId}
  )`

type Pair = { card_id: number; user_id: number }

/** The participants of cards by the ids of those; a card without any is absent. */
function idsByCard(pairs: readonly Pair[]): ReadonlyMap<number, number[]> {
  const byCard = new Map<number, number[]>()
  for (const { card_id, user_id } of pairs) {
    const of = byCard.get(card_id)
    if (of) of.push(user_id)
    else byCard.set(card_id, [user_id])
  }
  return byCard
}

/** Who takes part in the cards of a board, or in some of them. */
export const listParticipantsOf = async (
  db: Db,
  of: { boardId: number; only?: readonly number[] | undefined } | { cardIds: readonly number[] },
): Promise<ReadonlyMap<number, number[]>> => {
  const some = 'cardIds' in of ? of.cardIds : of.only
  if (some?.length === 0) return new Map()
  return idsByCard(
    await db
      .selectFrom('card_participants')
      .select(['card_id', 'user_id'])
      .$if('boardId' in of, (query) => query.where('board_id', '=', 'boardId' in of ? of.boardId : 0))
      .$if(some !== undefined, (query) => query.where('card_id', 'in', some ?? [0]))
      .orderBy('card_id')
      .orderBy('user_id')
      .execute(),
  )
}

/** Who takes part in a card. */
export const listParticipantIds = async (db: Db, cardId: number): Promise<number[]> =>
  (await listParticipantsOf(db, { cardIds: [cardId] })).get(cardId) ?? []

/** Who takes part in the tasks of a sprint, or in some cards, with the card of each. */
export const listTaskParticipants = (
  db: Db,
  of: { sprintId: number } | { cardIds: readonly number[] },
): Promise<(PersonSummary & { card_id: number })[]> =>
  db
    .selectFrom('card_participants')
    .innerJoin('cards', 'cards.id', 'card_participants.card_id')
    .innerJoin('users', 'users.id', 'card_participants.user_id')
    .select(['card_participants.card_id', 'users.id', 'users.name', 'users.avatar_url'])
    .$if('sprintId' in of, (query) => query.where('cards.sprint_id', '=', 'sprintId' in of ? of.sprintId : 0))
    .$if('cardIds' in of, (query) => query.where('cards.id', 'in', 'cardIds' in of ? of.cardIds : [0]))
    .orderBy('users.id')
    .execute()

export const isParticipant = async (db: Db, cardId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('card_participants')
    .select('card_id')
    .where('card_id', '=', cardId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** @throws AppError 409 when the card has too many. */
export async function addParticipant(trx: Db, card: { id: number; board_id: number }, userId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('card_participants')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('card_id', '=', card.id)
    .executeTakeFirstOrThrow()
  if (n >= limits.cardParticipants) throw conflict(texts.tooManyParticipants)
  await trx.insertInto('card_participants').values({ card_id: card.id, user_id: userId, board_id: card.board_id }).execute()
}

/** Has people take part in a card without participants. */
export async function addParticipants(trx: Db, card: { id: number; board_id: number }, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await trx
    .insertInto('card_participants')
    .values(userIds.map((user_id) => ({ card_id: card.id, user_id, board_id: card.board_id })))
    .execute()
}

export async function deleteParticipant(trx: Db, cardId: number, userId: number): Promise<void> {
  await trx.deleteFrom('card_participants').where('card_id', '=', cardId).where('user_id', '=', userId).execute()
}

/** Takes a person out of every card of a board. @returns the cards that they took part in */
export async function deleteParticipantsOf(trx: Db, boardId: number, userId: number): Promise<number[]> {
  const rows = await trx
    .deleteFrom('card_participants')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .returning('card_id')
    .execute()
  return rows.map(({ card_id }) => card_id)
}

/** The participants of a card that went to another board: those who are on it take part there, too. */
export async function carryParticipants(trx: Db, cardId: number, boardId: number): Promise<void> {
  await trx
    .deleteFrom('card_participants')
    .where('card_id', '=', cardId)
    .where('user_id', 'not in', (eb) => eb.selectFrom('board_members').select('user_id').where('board_id', '=', boardId))
    .execute()
  await trx.updateTable('card_participants').set({ board_id: boardId }).where('card_id', '=', cardId).execute()
}

/** The cards of a person, assignee or participant, that are neither archived nor deleted, on boards where the person is a member. */
export const listShownOf = (reads: Db, userId: number): Promise<{ id: number; board_id: number }[]> =>
  reads
    .selectFrom('cards')
    .select(['cards.id', 'cards.board_id'])
    .where(isOfPerson(userId))
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('cards.board_id', 'in', (eb) =>
      eb
        .selectFrom('board_members')
        .innerJoin('boards', 'boards.id', 'board_members.board_id')
        .select('boards.id')
        .where('board_members.user_id', '=', userId)
        .where('boards.deleted_at', 'is', null),
    )
    .orderBy('cards.board_id')
    .orderBy('cards.id')
    .execute()
