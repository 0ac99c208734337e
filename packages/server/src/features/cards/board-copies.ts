import { setImmediate as nextLoop } from 'node:timers/promises'
import type { BoardSummary } from '@rodada/contract/boards/boards'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { happened } from '../boards/events.ts'
import { type BoardRow, findBoardAccess, getBoardFor } from '../boards/queries.ts'
import { boardView } from '../boards/view.ts'
import { beginCopy, dropCopy, holdCopy, showCopy } from './board-copy-queries.ts'
import type { CopyPlace } from './copy-column-queries.ts'
import { requireRoomForParts } from './copy-commands.ts'
import { piecesOf } from './copy-pieces.ts'
import { copyParts, listCopied } from './copy-queries.ts'
import { cardsChanging } from './events.ts'
import { copyRelations } from './relations/queries.ts'
import { addCopies, showFields } from './write.ts'

/** Cards of one transaction: some 20 ms on SQLite, after which everybody else who waits has a turn. */
const cardsAtOnce = 200

type NewCopy = { title: string; description?: string | undefined; is_public: boolean; color?: string | undefined; cards: boolean }
export type BoardCopies = (viewer: Viewer, source: BoardRow, copy: NewCopy) => Promise<BoardSummary>

type Chunk = { listId: number; places: CopyPlace[] }

/** The cards of each list in pieces. */
function chunksOf(cards: Awaited<ReturnType<typeof listCopied>>): Chunk[] {
  const chunks: Chunk[] = []
  for (const [listId, inList] of Map.groupBy(cards, ({ list_id }) => list_id))
    for (const piece of piecesOf(inList, cardsAtOnce)) chunks.push({ listId, places: piece.map(({ id, rank }) => ({ from: id, rank })) })
  return chunks
}

/**
 * Copies whole boards. A board of thousands of cards is copied in many short transactions, and nobody sees it before the last one: a copy
 * whose process dies leaves what a job removes. Which cards there are is decided once, at the beginning.
 * @throws AppError 404 when the person sees the board no more, 409 when they have too many boards or its files are too large
 */
export function createBoardCopies({ db, events, config, processId }: Pick<Deps, 'db' | 'events' | 'config' | 'processId'>): BoardCopies {
  const begin = (viewer: Viewer, source: BoardRow, { title, description, is_public, color, cards }: NewCopy) =>
    db.transaction().execute(async (trx) => {
      const work = events.begin(trx, viewer)
      // Who changed too much is refused before a large board is measured.
      await work.emit(cardsChanging, { count: 0 })
      const copied = cards ? await listCopied(trx, { boardId: source.id }) : []
      const board = { title, description: description || source.description, is_public, color: color ?? source.color }
      const begun = await beginCopy(trx, source, board, { userId: viewer.userId, processId, total: copied.length })
      const of = { boardId: source.id }
      const parts = cards ? await requireRoomForParts(trx, begun.boardId, of, config.files.boardMaxBytes) : { count: 0, letters: 0 }
      // All of it at once: a copy that began is not refused in its middle.
      const { count, letters } = begun.templates
      await work.emit(cardsChanging, { count: copied.length + parts.count + count, letters: parts.letters + letters })
      return { ...begun, chunks: chunksOf(copied.filter(({ list_id }) => begun.lists.has(list_id))) }
    })

  type Begun = Awaited<ReturnType<typeof begin>>
  const copyChunk = (viewer: Viewer, source: BoardRow, { boardId, lists, elsewhere }: Begun, { listId, places }: Chunk) =>
    db.transaction().execute(async (trx) => {
      if (!(await findBoardAccess(trx, viewer, source.id))) throw new AppError('not_found', texts.notFound)
      const held = await holdCopy(trx, boardId, places.length)
      if (!held) throw new Error('the copy was given up')
      const list = await trx
        .selectFrom('lists')
        .select(['id', 'status'])
        .where('id', '=', lists.get(listId) ?? 0)
        .executeTakeFirstOrThrow()
      const board: BoardRow = { ...source, ...held, id: boardId, role: 'admin' }
      const { userId } = viewer
      const work = events.begin(trx, viewer)
      const pairs = await addCopies(work, board, list, places, { boardId: source.id, userId, follows: true, asTheyAre: true })
      await copyParts(trx, pairs, { boardId, userId, elsewhere })
      if (elsewhere.fields.size > 0)
        await showFields(
          work,
          board,
          pairs.map(({ to }) => to),
        )
      return pairs
    })

  return async (viewer, source, copy) => {
    const begun = await begin(viewer, source, copy)
    const { boardId } = begun
    try {
      const copies = new Map<number, number>()
      for (const chunk of begun.chunks) {
        for (const { from, to } of await copyChunk(viewer, source, begun, chunk)) copies.set(from, to)
        await nextLoop()
      }
      for (const { places } of begun.chunks) {
        const some = places.map(({ from }) => from)
        await db.transaction().execute((trx) => copyRelations(trx, some, copies))
        await nextLoop()
      }
      return await db.transaction().execute(async (trx) => {
        await showCopy(trx, boardId)
        await events.begin(trx, viewer).emit(happened, { board_id: boardId, kind: 'board.created', subject: copy.title })
        return boardView(await getBoardFor(trx, viewer, boardId))
      })
    } catch (error) {
      await db.transaction().execute((trx) => dropCopy(trx, boardId))
      throw error
    }
  }
}
