import { setTimeout as pause } from 'node:timers/promises'
import { fileNameOf } from '@rodada/contract/cards/files'
import { limits } from '@rodada/contract/core/limits'
import { TooManyBytes } from '../../platform/files/arrivals.ts'
import { shortName } from '../../platform/files/short-name.ts'
import { AppError, isStorageFull } from '../../platform/http/errors.ts'
import { addKept, dropObjects, keepBytes, objectsOf, type Stored } from '../cards/files/write.ts'
import { getCardsById } from '../cards/queries.ts'
import { touchCard } from '../cards/write.ts'
import { type Line, linesOf } from './lines.ts'
import type { LeftOutKind, OutsideLink } from './model.ts'
import { changeImport, findPlace, type ImportRow } from './queries.ts'
import { openAccess } from './secrets.ts'
import { holdForCards } from './set-up-queries.ts'
import { findSources, noteChanges, noteSources } from './source-queries.ts'
import { fetchTrelloFile, NoFile, type TrelloAccess } from './sources/trello-files.ts'
import { type Context, gathered, holdForImporter, Lost, Stopped } from './steps.ts'
import type { EarlierFile } from './update-cards.ts'
import { deleteLinks, listLinks } from './update-queries.ts'

/*
 * Files of cards that came as links, fetched from where they are when all cards are there. The bundle is read once more; how far is noted after some
 * files, and each file by its id in the other tool in the transaction that adds it, so that none comes twice.
 */

/** Files that are fetched at a time, and each of these takes this long at least: Trello allows a token a hundred requests in ten seconds. */
const atOnce = 3
const paceMs = 400
/** After as many files that are settled it is noted how far this is. */
const portion = 6
/** When nothing ever came and as many were refused, what was given is not what it takes, and nobody is asked any more. */
const mostRefused = 10
const lastByte = Number.MAX_SAFE_INTEGER

type Wanted = { link: OutsideLink; card: string; title: string }
type Failure = Extract<LeftOutKind, `files_${string}`>
type Run = { row: ImportRow; boardId: number; access: TrelloAccess | undefined; signal: AbortSignal; came: number; refused: number }

/** Fetches the files of an import, from where it was when it stopped. @throws Lost when it was cancelled or the process stops */
export async function fetchFiles(context: Context, row: ImportRow, signal: AbortSignal): Promise<void> {
  const { board_id: boardId, secret } = row
  if (boardId === null) throw new Stopped({ kind: 'board_gone' })
  const access = secret === null ? undefined : openAccess(context.config.secret, row.id, secret)
  const run: Run = { row, boardId, access, signal, came: 0, refused: 0 }
  const stream = await context.files.store.open(row.bundle_name ?? '', { first: row.files_byte, last: lastByte })
  let byte = row.files_byte
  let wanted: Wanted[] = []
  const settle = async () => {
    await fetchSome(context, run, wanted, byte)
    wanted = []
  }
  try {
    for await (const { line, bytes } of linesOf(stream)) {
      byte += bytes
      wanted.push(...filesOf(line))
      if (wanted.length >= portion) await settle()
    }
    if (wanted.length > 0) await settle()
  } finally {
    stream.destroy()
  }
}

const filesOf = (line: Line['line']): Wanted[] =>
  'card' in line ? line.card.links.filter(({ upload }) => upload).map((link) => ({ link, card: line.card.id, title: line.card.title })) : []

/** Fetches some files, a few at a time, and notes what of them does not come. */
async function fetchSome(context: Context, run: Run, wanted: readonly Wanted[], byte: number): Promise<void> {
  const { db, processId, publish } = context
  const { row, boardId, signal } = run
  const of = { board_id: boardId, source: row.source }
  const cards = await findSources(
    db,
    of,
    'card',
    wanted.map(({ card }) => card),
  )
  const known = await findSources(
    db,
    of,
    'file',
    wanted.map(({ link }) => link.id),
  )
  const waiting = wanted.filter(({ link, card }) => !known.has(link.id) && cards.has(card))
  const failed: { kind: Failure; title: string }[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (signal.aborted) throw new Lost()
      const from = performance.now()
      const kind = await fetchOne(context, run, next, cards.get(next.card)?.local_id ?? 0)
      if (kind) failed.push({ kind, title: next.title })
      await pause(Math.max(0, paceMs - (performance.now() - from)), undefined, { signal }).catch(() => {})
    }
  }
  // All of them come to their end: what still ran would write to a board that is being taken back.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  const revision = await db.transaction().execute(async (trx) => {
    // Also where no file came.
    await holdForImporter(trx, row)
    const now = await findPlace(trx, row.id)
    const left = failed.map(({ kind, title }) => ({ kind, count: 1, subjects: [title] }))
    const isOurs = await changeImport(
      trx,
      row.id,
      { step: 'write', processId },
      {
        files_byte: byte,
        files_done: (now?.files_done ?? 0) + wanted.length,
        ...(now && failed.length > 0 && { left_out: gathered([...now.left_out, ...left]) }),
      },
    )
    if (!isOurs) throw new Lost()
    return row.is_new === 1 ? undefined : (await holdForCards(trx, boardId, 1, false))?.revision
  })
  if (revision !== undefined) publish(boardId, revision)
}

/** Makes a link a file. @returns why it stays a link */
async function fetchOne(context: Context, run: Run, wanted: Wanted, cardId: number): Promise<Failure | undefined> {
  const { db, config, outgoing } = context
  const { row, access, signal } = run
  const { maxBytes } = config.files
  // Who removed the link does not want the file.
  if (!(await listLinks(db, cardId)).some(({ url }) => url === wanted.link.url)) return undefined
  if (!access || (run.came === 0 && run.refused >= mostRefused)) return 'files_refused'
  if ((wanted.link.size ?? 0) > maxBytes) return 'files_too_large'
  if (!(await context.files.disk.hasRoom(atOnce * maxBytes))) return 'files_no_room'
  let stored: Stored
  try {
    const take = (bytes: AsyncIterable<Uint8Array>) => keepBytes(context, bytes, maxBytes, row.user_id)
    stored = await fetchTrelloFile(outgoing, access, wanted.link.url, { maxBytes, signal, take })
  } catch (error) {
    if (signal.aborted) throw new Lost()
    const kind = failureOf(error)
    if (kind === 'files_refused') run.refused += 1
    return kind
  }
  run.came += 1
  try {
    await dropObjects(context, await addToCard(context, run, wanted, { cardId, stored }))
    return undefined
  } catch (error) {
    await dropObjects(context, objectsOf(stored))
    if (error instanceof AppError && error.id === 'conflict') return 'files_no_room'
    throw error
  }
}

/** @throws what is no reason of a file */
function failureOf(error: unknown): Failure {
  if (error instanceof NoFile) return `files_${error.reason}`
  if (isStorageFull(error)) return 'files_no_room'
  if (error instanceof TooManyBytes) return 'files_too_large'
  if (!(error instanceof AppError)) throw error
  // An empty file is none: what was there once is not there any more.
  if (error.id === 'invalid') return 'files_gone'
  return error.id === 'storage_full' ? 'files_no_room' : 'files_unreachable'
}

/** @returns stored objects that nobody needs */
const addToCard = (
  { db, events, config, processId }: Context,
  { row, boardId }: Run,
  { link }: Wanted,
  { cardId, stored }: { cardId: number; stored: Stored },
): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    await holdForImporter(trx, row)
    const held = await holdForCards(trx, boardId, 1, row.is_new === 1)
    if (!held) throw new Stopped({ kind: 'board_gone' })
    if (!(await changeImport(trx, row.id, { step: 'write', processId }, { phase: 'files' }))) throw new Lost()
    const [card] = await getCardsById(trx, [cardId])
    const found = (await listLinks(trx, cardId)).find(({ url }) => url === link.url)
    if (!found || card?.board_id !== boardId || card.deleted_at !== null) return objectsOf(stored)
    const work = events.begin(trx, null)
    const name = fileName(link)
    const { user_id, created_at, url, title } = found
    const { id, spare } = await addKept(work, card, stored, { name, user_id, created_at, boardMaxBytes: config.files.boardMaxBytes })
    await deleteLinks(trx, [found.id])
    await noteSources(trx, { board_id: boardId, source: row.source }, 'file', [{ source_id: link.id, local_id: id, digest: '' }])
    const earlier: EarlierFile = { url, title, user_id, created_at }
    if (row.is_new === 0) await noteChanges(trx, row.id, [{ kind: 'file', local_id: id, source_id: link.id, earlier }])
    await touchCard(work, { ...held, role: 'admin' }, cardId)
    return spare
  })

/** The name that it has there; of one that says no kind, with the ending of its address. */
function fileName({ title, url }: OutsideLink): string {
  const name = fileNameOf(title) || 'arquivo'
  const ending = /\.\w{1,8}$/.test(name) ? '' : (/\.\w{1,8}$/.exec(new URL(url).pathname)?.[0] ?? '')
  return shortName(`${name}${ending}`, limits.fileName)
}
