import { limits } from '@rodada/contract/core/limits'
import type { Engine } from '../../platform/database.ts'
import type { Work } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'
import { getCardsById } from '../cards/queries.ts'
import { addRelation, countRelations, findParent, findRelation, holdRelations, leadsTo } from '../cards/relations/queries.ts'
import { touchCards } from '../cards/write.ts'
import type { LeftOut, OutsideRelation } from './model.ts'
import { findSources, noteChanges } from './source-queries.ts'
import type { Coming } from './write-cards.ts'

/**
 * Relates cards that came, where that closes no circle and none has too many. A way through two thousand cards is looked at for some milliseconds, and
 * a file may ask for millions of them: after about as many cards everybody else has a turn, and after those of the whole import nobody looks any more.
 * @returns those that are left out, and how many relations were settled: the others wait for the next transaction
 */
export async function addRelations(
  work: Work,
  board: BoardRow,
  relations: readonly OutsideRelation[],
  { row, looks }: Coming,
  engine: Engine,
): Promise<{ lost: LeftOut[]; settled: number }> {
  const { trx } = work
  await holdRelations(trx, engine)
  const ids = [...new Set(relations.flatMap(({ from, to }) => [from, to]))]
  const cards = await findSources(trx, { board_id: board.id, source: row.source }, 'card', ids)
  const rows = await getCardsById(
    trx,
    [...cards.values()].map(({ local_id }) => local_id),
  )
  // One that went to another board since, or was deleted, is related to nothing new: the person who imports may have no right where it is.
  const there = new Set(rows.filter((card) => card.board_id === board.id && card.deleted_at === null).map(({ id }) => id))
  const touched = new Set<number>()
  let [lost, settled, looked] = [0, 0, 0]
  const onLook = (n: number): void => {
    looked += n
    looks.cards -= n
  }
  const closesCircle = async (kind: OutsideRelation['kind'], one: number, other: number): Promise<boolean> =>
    looks.cards <= 0 || (await leadsTo(trx, kind, { from: other, to: one }, onLook)) !== false
  for (const { id, kind, from, to } of relations) {
    if (looked >= limits.relationCards) break
    settled += 1
    const [one, other] = [cards.get(from)?.local_id, cards.get(to)?.local_id]
    if (one === undefined || other === undefined || one === other) {
      lost += 1
      continue
    }
    const isTurned = kind === 'relates_to' && one > other
    const stored = { kind, from_card_id: isTurned ? other : one, to_card_id: isTurned ? one : other }
    if (await findRelation(trx, stored)) continue
    const isFull = (await countRelations(trx, one)) >= limits.cardRelations || (await countRelations(trx, other)) >= limits.cardRelations
    const isTaken = kind === 'part_of' && (await findParent(trx, one)) !== undefined
    const isRefused = !there.has(one) || !there.has(other) || isFull || isTaken
    // Last, because nothing else takes as long.
    if (isRefused || (kind !== 'relates_to' && (await closesCircle(kind, one, other)))) {
      lost += 1
      continue
    }
    const local_id = await addRelation(trx, stored)
    if (row.is_new === 0) await noteChanges(trx, row.id, [{ kind: 'relation', local_id, source_id: id, earlier: null }])
    for (const card of [one, other]) touched.add(card)
  }
  // The same file again relates nothing more.
  if (touched.size > 0) await touchCards(work, board, { neighbourIds: [...touched], only: 'all' })
  return { lost: lost > 0 ? [{ kind: 'relations_lost', count: lost, subjects: [] }] : [], settled }
}
