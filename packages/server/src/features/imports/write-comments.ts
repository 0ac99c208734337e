import type { Work } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'
import { insertComments } from '../cards/import-queries.ts'
import { getCardsById } from '../cards/queries.ts'
import { touchCard } from '../cards/write.ts'
import type { FurtherComments, OutsideComment } from './model.ts'
import { findSources, noteChanges, noteSources } from './source-queries.ts'
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
  const rows = fresh.map(({ source_id }, index) => ({ source_id, local_id: added[index] ?? 0, digest: '' }))
  await noteSources(trx, of, 'comment', rows)
  if (row.is_new === 0)
    await noteChanges(
      trx,
      row.id,
      rows.map(({ source_id, local_id }) => ({ kind: 'comment', local_id, source_id, earlier: null })),
    )
  return [...new Set(fresh.map(({ card_id }) => card_id))]
}

/** Adds what else was said on cards that were written before. One that was deleted here stays so. */
export async function addFurther(work: Work, board: BoardRow, further: readonly FurtherComments[], coming: Coming): Promise<void> {
  if (further.length === 0) return
  const { trx } = work
  const ids = [...new Set(further.map(({ of }) => of))]
  const known = await findSources(trx, { board_id: board.id, source: coming.row.source }, 'card', ids)
  const rows = await getCardsById(
    trx,
    [...known.values()].map(({ local_id }) => local_id),
  )
  const there = new Set(rows.filter((card) => card.board_id === board.id && card.deleted_at === null).map(({ id }) => id))
  const said = further.flatMap(({ of, comments }) => {
    const cardId = known.get(of)?.local_id ?? 0
    return there.has(cardId) ? [{ cardId, comments }] : []
  })
  for (const cardId of await addFresh(work, board, said, coming)) await touchCard(work, board, cardId)
}
