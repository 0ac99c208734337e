import type { Db } from '../../platform/database.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { listCardsToRead } from './card-queries.ts'

/** Reads one page of a file, when it is the person's turn. @throws AppError 401 or 404 when they may see the board no more */
export type Read = <T>(work: (db: Db, viewer: Viewer) => Promise<T>) => Promise<T>

/** As much of cards as is in memory at one time, and as keeps everybody else waiting for a few milliseconds. */
const pageBytes = 150_000
const pageCards = 50

/** The ids of a board's cards in pages, each of a few cards or of one that is long. */
export async function* pagesOfCards(boardId: number, read: Read): AsyncGenerator<number[]> {
  const cards = await read((db) => listCardsToRead(db, boardId))
  let page: number[] = []
  let bytes = 0
  for (const card of cards) {
    if (page.length > 0 && (bytes + card.bytes > pageBytes || page.length === pageCards)) {
      yield page
      page = []
      bytes = 0
    }
    page.push(card.id)
    bytes += card.bytes
  }
  if (page.length > 0) yield page
}
