import { deletedKeptMs } from '@rodada/contract/boards/settings'
import type { CardFile, FileAddress } from '@rodada/contract/cards/files'
import { filesApi } from '@rodada/contract/cards/files'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { type Deps, instant } from '../../../platform/deps.ts'
import { type ByteRange, MissingObject } from '../../../platform/files/store.ts'
import { byteRange } from '../../../platform/http/byte-range.ts'
import { AppError, allow, notFound } from '../../../platform/http/errors.ts'
import type { Download, Route } from '../../../platform/http/http.ts'
import { isKnown } from '../../../platform/http/known-answer.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { createAtOnce } from '../../../platform/limits/at-once.ts'
import { personLimit } from '../../../platform/limits/person-limit.ts'
import { happened } from '../../boards/events.ts'
import { boardPolicy } from '../../boards/policy.ts'
import type { Write } from '../../boards/write.ts'
import { changeCard, getCardFor } from '../queries.ts'
import { touchCard, updateCard } from '../write.ts'
import { namesOf } from './blob-queries.ts'
import { addFile, type FileRow, getFile, getFileFor, listFiles, listFilesFor, requireRoomForFile, setFileDeleted } from './queries.ts'
import { adopt, receive, removeObjects, store } from './upload.ts'
import { fileAddress, fileHeaders, fileView, heldBack, previewAddress, tagOf } from './view.ts'

/** Files on cards. */
export function fileRoutes(route: Route, deps: Deps, write: Write): void {
  const { db, addresses, config } = deps
  const uploads = createAtOnce({ ofPerson: limits.uploadsAtOnce, ofNetwork: limits.uploadsOfNetwork, refusal: texts.tooManyUploads })
  // What one person may fill a disk with before somebody notices: some 250 of the largest files.
  const megabytes = personLimit(deps.limits, 'file-megabytes', { points: 6_000, seconds: 60 * 60 })

  // To see whether a board has room, its files are summed.
  const begun = personLimit(deps.limits, 'file-uploads', { points: 300, seconds: 60 })

  const address = async ({ id, preview_name }: FileRow, viewer: Viewer): Promise<FileAddress> => {
    const { url, expires_at } = await addresses.sign(fileAddress(id), viewer)
    const preview_url = preview_name === null ? null : (await addresses.sign(previewAddress(id), viewer)).url
    return { id, url, preview_url, expires_at }
  }
  const withAddress = async (file: FileRow, viewer: Viewer): Promise<CardFile & FileAddress> => ({
    ...fileView(file),
    ...(await address(file, viewer)),
  })

  route(filesApi.list, async ({ viewer, params }) => {
    const { id } = await getCardFor(db, viewer, params)
    return Promise.all((await listFiles(db, id)).map((file) => withAddress(file, viewer)))
  })

  route(filesApi.addresses, async ({ viewer, query }) =>
    Promise.all((await listFilesFor(db, viewer, query.ids)).map((file) => address(file, viewer))),
  )

  route(filesApi.upload, async ({ viewer, params, query: { name }, body, header, again }) => {
    // Before anything is asked of the database, because what is refused costs as much of it as what is taken.
    const leave = uploads(viewer)
    try {
      await begun.require(viewer)
      const { role, ...card } = await getCardFor(db, viewer, params)
      allow(boardPolicy.write(role))
      const { maxBytes, boardMaxBytes } = config.files
      // A client that says the size is told before sending it. The bytes are counted all the same.
      const announced = Number(header('content-length') ?? 0)
      if (announced > maxBytes) throw new AppError('too_large', texts.fileTooLarge)
      await requireRoomForFile(db, card, announced, boardMaxBytes)
      await deps.files.disk.requireRoom(announced)
      await megabytes.require(viewer, 0)
      const arrived = await receive(deps, deps.files.disk.whileRoom(body), maxBytes)
      await megabytes.charge(viewer, Math.ceil(arrived.size / 1_000_000))
      const stored = await store(deps, arrived, viewer)
      // Minutes may have passed: the session or a right may be gone, the board full.
      const { file, spare } = await again()
        .then((person) =>
          write(person, async (work) => {
            const { trx } = work
            const { card, board } = await changeCard(trx, person, params)
            await requireRoomForFile(trx, card, stored.size, boardMaxBytes)
            const spare = await adopt(trx, stored)
            const to = { board_id: board.id, card_id: card.id }
            const id = await addFile(trx, { ...to, sha256: stored.sha256, name, user_id: person.userId })
            await touchCard(work, board, card.id)
            await work.emit(happened, { ...to, kind: 'card.file_added', subject: card.title, details: { to: name } })
            return { boardId: board.id, revision: board.revision, result: { spare, file: await getFile(trx, id, 'kept') } }
          }),
        )
        .catch(async (error: unknown) => {
          if (stored.blob) await removeObjects(deps, namesOf(stored.blob))
          throw error
        })
      await removeObjects(deps, spare)
      return withAddress(file, viewer)
    } finally {
      leave()
    }
  })

  const open = async (name: string, range?: ByteRange): Promise<Download['content']> =>
    deps.files.store.open(name, range).catch((error: unknown) => {
      deps.log.error({ err: error, object: name }, 'a stored file cannot be read')
      throw error instanceof MissingObject
        ? new AppError('not_found', texts.fileGone)
        : new AppError('unavailable', texts.fileUnreadable, { retryAfter: 5 })
    })

  route(filesApi.get, async ({ viewer, params, query, header }): Promise<Download> => {
    const file = await getFileFor(db, viewer, params.fileId)
    const etag = tagOf(file, 'file')
    const headers = { ...fileHeaders(file, query.download !== undefined), etag }
    if (isKnown(header('if-none-match'), etag)) return { name: '', content: undefined, status: 304, headers }
    // Bytes of another version than the client has are no continuation of it.
    const isSame = [undefined, etag].includes(header('if-range'))
    const range = isSame ? byteRange(header('range'), file.size) : undefined
    if (!range) return { name: '', content: await open(file.object_name), size: file.size, headers }
    const { first, last } = range
    const part = { ...headers, 'content-range': `bytes ${first}-${last}/${file.size}` }
    return { name: '', content: await open(file.object_name, range), size: last - first + 1, status: 206, headers: part }
  })

  route(filesApi.preview, async ({ viewer, params, header }): Promise<Download> => {
    const file = await getFileFor(db, viewer, params.fileId)
    if (file.preview_name === null) throw notFound()
    const etag = tagOf(file, 'preview')
    const headers = { ...heldBack, etag, 'content-disposition': 'inline; filename="preview.webp"' }
    if (isKnown(header('if-none-match'), etag)) return { name: '', content: undefined, status: 304, headers }
    return { name: '', content: await open(file.preview_name), headers }
  })

  route(filesApi.remove, ({ viewer, params: { fileId } }) =>
    write(viewer, async (work) => {
      const { trx } = work
      const found = await getFile(trx, fileId, 'kept')
      const { card, board } = await changeCard(trx, viewer, { cardId: found.card_id })
      const file = await getFile(trx, fileId, 'kept')
      await setFileDeleted(trx, file.id, instant())
      if (card.cover_file_id === file.id) await updateCard(work, board, card, { cover_file_id: null }, { follows: true })
      await touchCard(work, board, card.id)
      const details = { to: file.name }
      await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.file_removed', subject: card.title, details })
      return { boardId: board.id, revision: board.revision, result: {} }
    }),
  )

  route(filesApi.restore, ({ viewer, params: { fileId } }) =>
    write(viewer, async (work) => {
      const { trx } = work
      const which = { deletedAfter: instant(-deletedKeptMs) }
      const found = await getFile(trx, fileId, which)
      const { card, board } = await changeCard(trx, viewer, { cardId: found.card_id })
      const file = await getFile(trx, fileId, which)
      await requireRoomForFile(trx, card, file.size, config.files.boardMaxBytes)
      await setFileDeleted(trx, file.id, null)
      await touchCard(work, board, card.id)
      const details = { to: file.name }
      await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.file_added', subject: card.title, details })
      return { boardId: board.id, revision: board.revision, result: fileView(file) }
    }),
  )
}
