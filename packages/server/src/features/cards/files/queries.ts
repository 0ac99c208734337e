import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts'
import { normalize } from '../../../platform/normalize.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'

export type BlobRow = Selectable<Schema['blobs']>

/** A file with what its bytes are and who uploaded it. */
export type FileRow = Pick<BlobRow, 'sha256' | 'object_name' | 'size' | 'type' | 'width' | 'height' | 'preview_name'> & {
  id: number
  card_id: number
  name: string
  created_at: string
  user_id: number | null
  user_name: string | null
  avatar_url: string | null
}

const files = (db: Db) =>
  db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
    .leftJoin('users', 'users.id', 'files.user_id')
    .select([
      'files.id',
      'files.card_id',
      'files.name',
      'files.created_at',
      'files.user_id',
      'users.name as user_name',
      'users.avatar_url',
      'blobs.sha256',
      'blobs.object_name',
      'blobs.size',
      'blobs.type',
      'blobs.width',
      'blobs.height',
      'blobs.preview_name',
    ])

/** The files of a card, the oldest first. */
export const listFiles = (db: Db, cardId: number): Promise<FileRow[]> =>
  files(db).where('files.card_id', '=', cardId).where('files.deleted_at', 'is', null).orderBy('files.id').limit(limits.cardFiles).execute()

/** The files of these ids, on cards that this person sees. */
export const listFilesFor = (db: Db, viewer: Actor, ids: readonly number[]): Promise<FileRow[]> =>
  files(db)
    .innerJoin('cards', 'cards.id', 'files.card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .where('files.id', 'in', ids.length > 0 ? ids : [0])
    .where('files.deleted_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .orderBy('files.id')
    .execute()

/** @throws AppError 404 when it is absent, deleted, or on a card that this person does not see */
export async function getFileFor(db: Db, viewer: Actor, id: number): Promise<FileRow> {
  const [file] = await listFilesFor(db, viewer, [id])
  if (!file) throw notFound()
  return file
}

/** @param which whether it is deleted @throws AppError 404 */
export const getFile = (db: Db, id: number, which: 'kept' | { deletedAfter: string }): Promise<FileRow> =>
  files(db)
    .where('files.id', '=', id)
    .$if(which === 'kept', (query) => query.where('files.deleted_at', 'is', null))
    .$if(which !== 'kept', (query) => query.where('files.deleted_at', '>', which === 'kept' ? '' : which.deletedAfter))
    .executeTakeFirstOrThrow(notFound)

/** A file of a card, unless it was deleted. */
export const findFile = (db: Db, cardId: number, id: number): Promise<FileRow | undefined> =>
  files(db).where('files.id', '=', id).where('files.card_id', '=', cardId).where('files.deleted_at', 'is', null).executeTakeFirst()

/**
 * That a card and its board have room for one more file of so many bytes. What is deleted, or on a deleted card, takes none.
 * @throws AppError 409
 */
export async function requireRoomForFile(
  db: Db,
  card: { id: number; board_id: number; file_count: number },
  bytes: number,
  boardMaxBytes: number,
): Promise<void> {
  if (card.file_count >= limits.cardFiles) throw conflict(texts.tooManyFiles)
  await requireRoomForFiles(db, card.board_id, { files: 1, bytes }, boardMaxBytes)
}

/** As `requireRoomForFile`, for several files of a board. @throws AppError 409 */
export async function requireRoomForFiles(
  db: Db,
  boardId: number,
  more: { files: number; bytes: number },
  boardMaxBytes: number,
): Promise<void> {
  const { taken, files } = await db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
    .innerJoin('cards', 'cards.id', 'files.card_id')
    .select((eb) => [eb.fn.sum<number | null>('blobs.size').as('taken'), eb.fn.countAll<number>().as('files')])
    .where('files.board_id', '=', boardId)
    .where('files.deleted_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (files + more.files > limits.boardFiles || Number(taken ?? 0) + more.bytes > boardMaxBytes) throw conflict(texts.boardFilesFull)
}

/** How many files a card has, and how many bytes they are. */
export async function measureFilesOf(db: Db, cardId: number): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('blobs.size').as('bytes')])
    .where('files.card_id', '=', cardId)
    .where('files.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { files, bytes: Number(bytes ?? 0) }
}

/** That a file is a picture of a card, and one that can be shown small. @throws AppError 400 */
export async function requireCover(trx: Db, cardId: number, id: number): Promise<void> {
  const file = await files(trx)
    .where('files.id', '=', id)
    .where('files.card_id', '=', cardId)
    .where('files.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!file?.type.startsWith('image/') || file.preview_name === null) throw invalid({ cover_file_id: texts.coverElsewhere })
}

/** @returns its id */
export async function addFile(
  trx: Db,
  file: { board_id: number; card_id: number; sha256: string; name: string; user_id: number | null; created_at?: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('files')
    .values({ created_at: instant(), ...file, search_text: normalize(file.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Hides a file for a day, after which it is removed, or brings it back. */
export async function setFileDeleted(trx: Db, id: number, deleted_at: string | null): Promise<void> {
  await trx.updateTable('files').set({ deleted_at }).where('id', '=', id).execute()
}

/** The files of a card, deleted ones too, belong to another board from now on. */
export async function setBoardOfFiles(trx: Db, cardId: number, boardId: number): Promise<void> {
  await trx.updateTable('files').set({ board_id: boardId }).where('card_id', '=', cardId).execute()
}
