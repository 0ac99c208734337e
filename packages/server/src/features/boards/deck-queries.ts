import type { DeckPointsChange } from '@rodada/contract/boards/deck-points'
import { limits } from '@rodada/contract/core/limits'
import type { DeckPoints } from '@rodada/contract/rooms/faces'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db } from '../../platform/database.ts'
import { conflict } from '../../platform/http/errors.ts'
import type { Actor } from '../auth/queries.ts'
import { type BoardRow, visibleBoardIds } from './queries.ts'

/** What rooms and estimations of a board start with; null where it does not say. */
export const deckOf = ({ deck }: Pick<BoardRow, 'deck'>): string[] | null => (deck === null ? null : (JSON.parse(deck) as string[]))

/** What sizes are worth on a board. */
export const deckPointsOf = ({ deck_points }: Pick<BoardRow, 'deck_points'>): DeckPoints =>
  deck_points === null ? {} : (JSON.parse(deck_points) as DeckPoints)

/**
 * Adds to what sizes are worth on a held board; null takes one off.
 * @returns null when nothing changed
 * @throws AppError 409 for too many sizes
 */
export async function changeDeckPoints(trx: Db, board: BoardRow, change: z.output<typeof DeckPointsChange>): Promise<DeckPoints | null> {
  const before = deckPointsOf(board)
  const points: Record<string, number> = { ...before }
  for (const { face, points: worth } of change) {
    if (worth === null) delete points[face]
    else points[face] = worth
  }
  const faces = Object.keys(points)
  if (faces.length === Object.keys(before).length && faces.every((face) => points[face] === before[face])) return null
  if (faces.length > limits.deckPoints) throw conflict(texts.tooManyDeckPoints)
  await trx
    .updateTable('boards')
    .set({ deck_points: JSON.stringify(points) })
    .where('id', '=', board.id)
    .execute()
  return points
}

/** The deck of a board, or of the board of a card, that this person sees; undefined where there is none. */
export async function findDeck(db: Db, viewer: Actor, of: { boardId: number } | { cardId: number }): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('boards')
    .select('deck')
    .where('id', 'in', visibleBoardIds(db, viewer))
    .$if('boardId' in of, (query) => query.where('id', '=', 'boardId' in of ? of.boardId : 0))
    .$if('cardId' in of, (query) =>
      query.where('id', '=', (eb) =>
        eb
          .selectFrom('cards')
          .select('board_id')
          .where('cards.id', '=', 'cardId' in of ? of.cardId : 0),
      ),
    )
    .executeTakeFirst()
  return (row && deckOf(row)) ?? undefined
}
