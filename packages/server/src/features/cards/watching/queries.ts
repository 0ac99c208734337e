import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { conflict } from '../../../platform/http/errors.ts'
import { prepared } from '../../../platform/prepared-queries.ts'
import { slicesOf } from '../../../platform/slices.ts'
import { stillSees } from '../../boards/queries.ts'

/** How many people watch a card, and whether a person is among them. */
export async function countWatchers(
  db: Db,
  card: { id: number; board_id: number },
  viewerId: number,
): Promise<{ count: number; watching: boolean }> {
  const rows = await db
    .selectFrom('card_watchers')
    .select('user_id')
    .where('card_id', '=', card.id)
    .where(stillSees('card_watchers.user_id', card.board_id))
    .execute()
  return { count: rows.length, watching: rows.some(({ user_id }) => user_id === viewerId) }
}

export const isWatchingBoard = async (db: Db, boardId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('board_watchers')
    .select('user_id')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** @throws AppError 409 when the person watches too many cards. */
export async function watchCard(trx: Db, cardId: number, userId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('card_watchers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('card_id', '!=', cardId)
    .executeTakeFirstOrThrow()
  if (n >= limits.watchedCards) throw conflict(texts.tooManyWatchedCards)
  await trx
    .insertInto('card_watchers')
    .values({ card_id: cardId, user_id: userId })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

export async function leaveCard(trx: Db, cardId: number, userId: number): Promise<void> {
  await trx.deleteFrom('card_watchers').where('card_id', '=', cardId).where('user_id', '=', userId).execute()
}

/** @throws AppError 409 when the person watches too many boards. */
export async function watchBoard(trx: Db, boardId: number, userId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('board_watchers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('board_id', '!=', boardId)
    .executeTakeFirstOrThrow()
  if (n >= limits.watchedBoards) throw conflict(texts.tooManyWatchedBoards)
  await trx
    .insertInto('board_watchers')
    .values({ board_id: boardId, user_id: userId })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

export async function leaveBoard(trx: Db, boardId: number, userId: number): Promise<void> {
  await trx.deleteFrom('board_watchers').where('board_id', '=', boardId).where('user_id', '=', userId).execute()
}

/** Ends what people watch on a board: one person, or everybody who no longer sees it. */
export async function endWatching(trx: Db, boardId: number, of: { userId: number } | 'outsiders'): Promise<void> {
  const cards = trx.selectFrom('cards').select('cards.id').where('cards.board_id', '=', boardId)
  const gone = (watcher: string) =>
    of === 'outsiders' ? sql<boolean>`not ${stillSees(watcher, boardId)}` : sql<boolean>`${sql.ref(watcher)} = ${of.userId}`
  await trx.deleteFrom('board_watchers').where('board_id', '=', boardId).where(gone('board_watchers.user_id')).execute()
  await trx.deleteFrom('card_watchers').where(gone('card_watchers.user_id')).where('card_id', 'in', cards).execute()
}

/** Who watches, and sees the board now. */
export type Watchers = { ofBoard: ReadonlySet<number>; ofCard: ReadonlyMap<number, ReadonlySet<number>> }

/** Card ids of one statement. */
const cardsAtOnce = 5000

/** Asked by every write of a card. */
const watchersOfBoard = prepared((db, { boardId }: { boardId: number }) =>
  db.selectFrom('board_watchers').select('user_id').where('board_id', '=', boardId).where(stillSees('board_watchers.user_id', boardId)),
)

/** Who watches a board, and who watches some of its cards. */
export async function listWatchers(db: Db, boardId: number, cardIds: readonly number[]): Promise<Watchers> {
  const board = await watchersOfBoard(db, { boardId })
  const ofCard = new Map<number, Set<number>>()
  for (const some of slicesOf(cardIds, cardsAtOnce)) {
    const pairs = await db
      .selectFrom('card_watchers')
      .select(['card_id', 'user_id'])
      .where('card_id', 'in', some)
      .where(stillSees('card_watchers.user_id', boardId))
      .execute()
    for (const { card_id, user_id } of pairs) ofCard.set(card_id, (ofCard.get(card_id) ?? new Set()).add(user_id))
  }
  return { ofBoard: new Set(board.map(({ user_id }) => user_id)), ofCard }
}

/** Who watches a card, by itself or with its board. */
export const watchersOf = ({ ofBoard, ofCard }: Watchers, cardId: number): ReadonlySet<number> =>
  new Set([...ofBoard, ...(ofCard.get(cardId) ?? [])])

/** Ends the watching of a card that came to another board, for who does not see that. */
export async function endWatchingUnseen(trx: Db, cardId: number, boardId: number): Promise<void> {
  await trx
    .deleteFrom('card_watchers')
    .where('card_id', '=', cardId)
    .where(sql<boolean>`not ${stillSees('card_watchers.user_id', boardId)}`)
    .execute()
}
