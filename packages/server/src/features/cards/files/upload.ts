import { randomBytes } from 'node:crypto'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { type Arrived, TooManyBytes } from '../../../platform/files/arrivals.ts'
import { AppError, invalid, isStorageFull } from '../../../platform/http/errors.ts'
import { type Drawn, drawPicture, type PictureFormat, type Turn } from '../../../platform/pictures/pictures.ts'
import { addBlob, addSight, announceObjects, forgetObjects, type KeptBlob, keepBlob, namesOf } from './blob-queries.ts'
import { isPicture, typeOf } from './kinds.ts'
import type { BlobRow } from './queries.ts'

type Storage = Pick<Deps, 'db' | 'files' | 'log'>
type NewBlob = Omit<BlobRow, 'created_at' | 'unused_since'>

/**
 * Bytes that are in the store and belong to nothing yet. `blob` is undefined when the same were there already.
 */
export type Stored = { sha256: string; size: number; blob: NewBlob | undefined }

/** Reads a file to its end, and nothing of it stays when it fails. @throws AppError 400 when it is empty or the client goes, 413 */
export async function receive({ files, log }: Storage, body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Arrived> {
  const arrived = await files.arrivals.receive(body, maxBytes).catch((error: unknown) => {
    throw error instanceof TooManyBytes ? new AppError('too_large', texts.fileTooLarge) : storeFailure(error, log)
  })
  if (arrived.size > 0) return arrived
  await files.arrivals.discard(arrived.path)
  throw invalid({ file: texts.fileEmpty })
}

/** Puts what arrived into the store, with a preview if it is a picture. @param whose turn it is to have a preview drawn @throws AppError 503, 507 */
export async function store(deps: Storage, { path, size, sha256, head }: Arrived, whose: Turn): Promise<Stored> {
  const { db, files, log } = deps
  const { arrivals } = files
  const preview = arrivals.newPath()
  const drawing = { into: preview, edge: limits.filePreviewEdge, fit: 'whole', formats, maxPixels: limits.filePixels } as const
  // When too many wait, or it waited too long, the file is kept without a preview.
  const look = () => drawPicture(whose, path, drawing).catch(() => none)
  try {
    const kept = await keepBlob(db, sha256)
    if (kept) {
      if (isUnseen(kept)) await seeAgain(deps, { sha256, kept, preview }, await look())
      return { sha256, size, blob: undefined }
    }
    const type = typeOf(head)
    const { width, height, outcome } = isPicture(type) ? await look() : none
    // The hash is for people who look into the folder. What makes the name one of its own is behind it.
    const object_name = `${sha256}-${randomBytes(8).toString('hex')}`
    const preview_name = outcome === 'drawn' ? `${object_name}.webp` : null
    const blob = { sha256, size, type, width: width ?? null, height: height ?? null, object_name, preview_name }
    await announceObjects(db, namesOf(blob))
    try {
      await files.store.put(object_name, path)
      if (preview_name !== null) await files.store.put(preview_name, preview)
    } catch (error) {
      await removeObjects(deps, namesOf(blob))
      throw storeFailure(error, log)
    }
    return { sha256, size, blob }
  } finally {
    await arrivals.discard(path)
    await arrivals.discard(preview)
  }
}

/** A picture that nobody looked into: too many waited when it came. One that was refused tells its size, or is refused again at once. */
const isUnseen = ({ type, width, preview_name }: KeptBlob): boolean => isPicture(type) && width === null && preview_name === null

/** Adds to stored bytes what is seen of them now. Nothing fails by it: the file is there all the same. */
async function seeAgain(
  deps: Storage,
  { sha256, kept: { object_name }, preview }: { sha256: string; kept: KeptBlob; preview: string },
  { width, height, outcome }: Drawn,
): Promise<void> {
  if (width === undefined || height === undefined) return
  const { db, files, log } = deps
  const preview_name = outcome === 'drawn' ? `${object_name}-${randomBytes(8).toString('hex')}.webp` : null
  const own = preview_name === null ? [] : [preview_name]
  const add = async () => {
    if (preview_name !== null) {
      await announceObjects(db, own)
      await files.store.put(preview_name, preview)
    }
    return db.transaction().execute((trx) => addSight(trx, sha256, { object_name, width, height, preview_name }))
  }
  const isAdded = await add().catch((error: unknown) => {
    log.warn({ err: error }, 'a preview could not be stored')
    return false
  })
  if (!isAdded) await removeObjects(deps, own)
}

const formats: readonly PictureFormat[] = ['png', 'jpeg', 'webp', 'gif', 'avif']
const none: Drawn = { width: undefined, height: undefined, outcome: 'refused' }

/** Makes stored bytes those of a file, in its transaction. @returns objects that the store has twice, to be removed after the commit */
export async function adopt(trx: Deps['db'], { sha256, blob }: Stored): Promise<string[]> {
  if (blob) return (await addBlob(trx, blob)) ? [] : namesOf(blob)
  // They were there a moment ago, and stay for a day.
  if (!(await keepBlob(trx, sha256))) throw new AppError('unavailable', texts.fileStoreAway, { retryAfter: 1 })
  return []
}

/** Removes objects that no blob has. What fails is done again later, by the job. */
export async function removeObjects({ db, files, log }: Storage, names: readonly string[]): Promise<void> {
  try {
    for (const name of names) await files.store.remove(name)
    await forgetObjects(db, names)
  } catch (error) {
    log.warn({ err: error }, 'stored objects are left for later')
  }
}

/** What a person is told of a failure of the disk or the bucket. A full disk has its own text. */
function storeFailure(error: unknown, log: Deps['log']): unknown {
  if (error instanceof AppError || isStorageFull(error)) return error
  log.error({ err: error }, 'a file could not be stored')
  return new AppError('unavailable', texts.fileStoreAway, { retryAfter: 5 })
}
