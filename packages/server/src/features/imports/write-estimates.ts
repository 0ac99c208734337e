import type { Work } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'
import { addBroughtEstimates } from '../cards/estimate-queries.ts'
import { touchCard } from '../cards/write.ts'
import type { FurtherEstimates } from './bundle-model.ts'
import { findCardsThere, findSources } from './source-queries.ts'
import { type Coming, estimateOf } from './write-cards.ts'

/** Adds what else cards of lines before were estimated at. One that was there before this import has its own, and one that was deleted since stays so. */
export async function addFurtherEstimates(
  work: Work,
  board: BoardRow,
  further: readonly FurtherEstimates[],
  coming: Coming,
): Promise<void> {
  if (further.length === 0) return
  const source = { board_id: board.id, source: coming.row.source }
  const ids = [...new Set(further.map(({ of }) => of))]
  const made = await findSources(work.trx, source, 'estimate', ids)
  const there = await findCardsThere(work.trx, source, ids)
  const rows = further.flatMap(({ of, estimates }) => {
    const card = made.get(of)?.digest === String(coming.row.id) ? there.get(of) : undefined
    return card ? estimates.map((estimate) => estimateOf(card.local_id, estimate, coming)) : []
  })
  await addBroughtEstimates(work.trx, rows)
  for (const cardId of new Set(rows.map(({ card_id }) => card_id))) await touchCard(work, board, cardId)
}
