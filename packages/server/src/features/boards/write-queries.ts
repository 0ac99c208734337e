import { deletedKeptMs } from '@rodada/contract/boards/settings'
import { prefixOf } from '@rodada/contract/cards/keys'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { conflict } from '../../platform/http/errors.ts'
import { normalize } from '../../platform/normalize.ts'
import { type Actor, lockUser } from '../auth/queries.ts'
import { keepPrefix } from './prefix-queries.ts'
import { type BoardRow, boardGone, reaches } from './queries.ts'

/**
 * That a person has room for one more board. Their account is held, so that simultaneous boards are counted one by one. @throws AppError
 * 409
 */
async function requireRoomForBoard(trx: Db, userId: number, refusal: string): Promise<void> {
  await lockUser(trx, userId)
  const { n } = await trx
    .selectFrom('boards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (n >= limits.boardsOfPerson) throw conflict(refusal)
}

/** Adds a board and the person as its admin. @throws AppError 409 when they have too many. */
export async function addBoard(
  trx: Db,
  userId: number,
  board: { title: string; description: string; is_public: boolean; color: string },
): Promise<number> {
  await requireRoomForBoard(trx, userId, texts.tooManyBoards)
  const now = instant()
  const { id } = await trx
    .insertInto('boards')
    .values({
      ...board,
      is_public: board.is_public ? 1 : 0,
      search_text: normalize(board.title, board.description),
      key_prefix: prefixOf(board.title),
      user_id: userId,
      version: 1,
      revision: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('board_members').values({ board_id: id, user_id: userId, role: 'admin', joined_at: now }).execute()
  return id
}

type BoardChange = {
  title?: string
  description?: string
  is_public?: boolean
  color?: string
  deck?: readonly string[] | null
  key_prefix?: string
  is_template?: boolean
  auto_sprint?: boolean
}
const editable = ['title', 'description', 'is_public', 'color', 'deck', 'key_prefix', 'is_template', 'auto_sprint'] as const

/** A field of a change as the board's row has it. */
function asStored(change: BoardChange, field: (typeof editable)[number]): string | number | null | undefined {
  if (field === 'is_public' || field === 'is_template' || field === 'auto_sprint') return Number(change[field])
  if (field === 'deck') return change.deck ? JSON.stringify(change.deck) : null
  return change[field]
}

/** Fields of a change that differ from the board. */
export const changedBoardFields = (board: BoardRow, change: BoardChange) =>
  editable.filter((field) => change[field] !== undefined && asStored(change, field) !== board[field])

/** Writes fields of a board; new texts count its version. */
export async function updateBoard(trx: Db, board: BoardRow, change: BoardChange): Promise<void> {
  const { is_public, is_template, auto_sprint, deck, ...rest } = change
  const newTexts = change.title !== undefined || change.description !== undefined
  await trx
    .updateTable('boards')
    .set({
      ...rest,
      ...(is_public !== undefined && { is_public: is_public ? 1 : 0 }),
      ...(is_template !== undefined && { is_template: is_template ? 1 : 0 }),
      ...(auto_sprint !== undefined && { auto_sprint: auto_sprint ? 1 : 0 }),
      ...(deck !== undefined && { deck: deck && JSON.stringify(deck) }),
      ...(newTexts && {
        search_text: normalize(change.title ?? board.title, change.description ?? board.description),
        version: board.version + 1,
      }),
    })
    .where('id', '=', board.id)
    .execute()
  if (change.key_prefix !== undefined && change.key_prefix !== board.key_prefix) await keepPrefix(trx, board, change.key_prefix)
}

/** Boards that are being brought from another tool, and are not whole. */
export const comingBoards = (db: Db) =>
  db
    .selectFrom('imports')
    .select((eb) => eb.fn.coalesce('board_id', eb.lit(0)).as('board_id'))
    .where('is_new', '=', 1)
    .where('step', 'is not', null)

export async function deleteBoard(trx: Db, boardId: number): Promise<void> {
  await trx.updateTable('boards').set({ deleted_at: instant() }).where('id', '=', boardId).execute()
}

/**
 * Brings back a deleted board for its administrators, and answers its revision.
 * @throws AppError 404 for everybody else, 409 when its owner has too many boards
 */
export async function undeleteBoard(trx: Db, viewer: Actor, boardId: number): Promise<number> {
  if (!reaches(viewer, boardId)) throw boardGone()
  const deleted = await trx
    .selectFrom('boards')
    .select('user_id')
    .where('id', '=', boardId)
    // A part of an older board may have been purged.
    .where('deleted_at', '>', instant(-deletedKeptMs))
    // Nor is a board whole that is being copied.
    .where('id', 'not in', trx.selectFrom('board_copies').select('board_id'))
    .where('id', 'not in', comingBoards(trx))
    .$if(viewer.role !== 'admin', (query) =>
      query.where('id', 'in', (eb) =>
        eb.selectFrom('board_members').select('board_id').where('user_id', '=', viewer.userId).where('role', '=', 'admin'),
      ),
    )
    .executeTakeFirst()
  if (!deleted) throw boardGone()
  await requireRoomForBoard(trx, deleted.user_id, texts.tooManyBoardsToRestore)
  const restored = await trx
    .updateTable('boards')
    .set((eb) => ({ deleted_at: null, revision: eb('revision', '+', 1), updated_at: instant() }))
    .where('id', '=', boardId)
    // Another request may have been faster.
    .where('deleted_at', 'is not', null)
    .returning('revision')
    .executeTakeFirst()
  if (!restored) throw boardGone()
  return restored.revision
}
