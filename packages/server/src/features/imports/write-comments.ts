import type { Work } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'
import { insertComments } from '../cards/import-queries.ts'
import { touchCard } from '../cards/write.ts'
import type { FurtherComments, OutsideComment } from './model.ts'
import { findCardsThere, findSources, noteAdded } from './source-queries.ts'
import { type Coming, commentOf } from './write-cards.ts'

/** Adds to cards what was said on them and is not known yet. @returns the cards that have more now, whose counts are to be stored */
export async function addFresh(
  work: Work,
  board: BoardRow,
  said: readonly { cardId: number; comments: readonly OutsideComment[] }[],
  coming: Coming,
): Promise<number[]> {
  const { trx } = work
  const { row } = coming
  const of = { board_id: board.id, source: row.source }
  const ids = said.flatMap(({ comments }) => comments.map(({ id }) => id))
  const known = await findSources(trx, of, 'comment', ids)
  const fresh = said.flatMap(({ cardId, comments }) =>
    comments.filter(({ id }) => !known.has(id)).map((comment) => ({ source_id: comment.id, ...commentOf(coming, cardId, comment) })),
  )
  const added = await insertComments(
    trx,
    fresh.map(({ source_id: _, ...comment }) => comment),
  )
  const rows = fresh.map(({ source_id }, index) => ({ source_id, local_id: added[index] ?? 0 }))
  await noteAdded(trx, board.id, row, 'comment', rows)
  return [...new Set(fresh.map(({ card_id }) => card_id))]
}

/** Adds what else was said on cards that were written before. One that was deleted here stays so. */
export async function addFurther(work: Work, board: BoardRow, further: readonly FurtherComments[], coming: Coming): Promise<void> {
  if (further.length === 0) return
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
  for (const cardId of await addFresh(work, board, said, coming)) await touchCard(work, board, cardId)
}
