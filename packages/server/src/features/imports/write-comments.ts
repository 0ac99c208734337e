import { limits } from '@rodada/contract/core/limits'
import type { Work } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'
import { insertComments } from '../cards/import-queries.ts'
import { touchCard } from '../cards/write.ts'
import type { FurtherComments } from './bundle-model.ts'
import type { LeftOut, OutsideComment } from './model.ts'
import { findCardsThere, findSources, noteAdded } from './source-queries.ts'
import { countComments } from './update-queries.ts'
import { type Coming, commentOf } from './write-cards.ts'

/**
 * Adds to cards what was said on them and is not known yet, as much as a card takes.
 * @returns the cards that have more now, whose counts are to be stored, and what is left out
 */
export async function addFresh(
  work: Work,
  board: BoardRow,
  said: readonly { cardId: number; comments: readonly OutsideComment[] }[],
  coming: Coming,
): Promise<{ cardIds: number[]; lost: LeftOut[] }> {
  const { trx } = work
  const { row } = coming
  const of = { board_id: board.id, source: row.source }
  const ids = said.flatMap(({ comments }) => comments.map(({ id }) => id))
  const known = await findSources(trx, of, 'comment', ids)
  const unknown = said.flatMap(({ cardId, comments }) => {
    const own = comments.filter(({ id }) => !known.has(id))
    return own.length > 0 ? [{ cardId, own }] : []
  })
  const counts = await countComments(trx, [...new Set(unknown.map(({ cardId }) => cardId))])
  let surplus = 0
  const fresh = unknown.flatMap(({ cardId, own }) => {
    const count = counts.get(cardId) ?? 0
    const fitting = own.slice(0, Math.max(0, limits.cardComments - count))
    counts.set(cardId, count + fitting.length)
    surplus += own.length - fitting.length
    return fitting.map((comment) => ({ source_id: comment.id, ...commentOf(coming, cardId, comment) }))
  })
  const added = await insertComments(
    trx,
    fresh.map(({ source_id: _, ...comment }) => comment),
  )
  const rows = fresh.map(({ source_id }, index) => ({ source_id, local_id: added[index] ?? 0 }))
  await noteAdded(trx, board.id, row, 'comment', rows)
  const lost: LeftOut[] = surplus > 0 ? [{ kind: 'comments_surplus', count: surplus, subjects: [] }] : []
  return { cardIds: [...new Set(fresh.map(({ card_id }) => card_id))], lost }
}

/** Adds what else was said on cards that were written before. One that was deleted here stays so. @returns what is left out */
export async function addFurther(work: Work, board: BoardRow, further: readonly FurtherComments[], coming: Coming): Promise<LeftOut[]> {
  if (further.length === 0) return []
  const source = { board_id: board.id, source: coming.row.source }
  const there = await findCardsThere(
    work.trx,
    source,
    further.map(({ of }) => of),
  )
  const said = further.flatMap(({ of, comments }) => {
    const card = there.get(of)
    return card ? [{ cardId: card.local_id, comments }] : []
  })
  const { cardIds, lost } = await addFresh(work, board, said, coming)
  for (const cardId of cardIds) await touchCard(work, board, cardId)
  return lost
}
