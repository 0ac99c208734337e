import { limits } from '@rodada/contract/core/limits'
import type { Work } from '../../platform/work.ts'
import type { BoardRow } from '../boards/queries.ts'
import { insertChecklists, replaceChecklist } from '../cards/import-queries.ts'
import { touchCard } from '../cards/write.ts'
import type { FurtherChecklists } from './bundle-model.ts'
import { digestOfChecklist, readDigest } from './digest.ts'
import type { LeftOut, OutsideChecklist } from './model.ts'
import type { Stayed } from './queries.ts'
import { findCardsThere, findSources, type Known, noteAdded, noteChanges, noteSources } from './source-queries.ts'
import { type Checklist, listAdded, listChecklistRanks, readChecklist } from './update-queries.ts'
import { type Coming, itemsOf } from './write-cards.ts'

/**
 * A checklist that was there before an import changed it, what the import made of it, and what the file said of it before. Rows of the version before
 * 0112 lack `made`, and of that before 0120 `digest`.
 */
export type EarlierChecklist = Checklist & { made?: Checklist; digest?: string }

/**
 * Makes checklists of cards as they come where the file says something else of them than the last time, and adds those that are not known yet, as many as
 * a card takes. One that was deleted here stays so.
 * @returns what is left out
 */
export async function updateChecklists(
  { trx }: Work,
  board: BoardRow,
  cards: readonly { cardId: number; checklists: readonly OutsideChecklist[] }[],
  { row, now }: Coming,
): Promise<LeftOut[]> {
  const source = { board_id: board.id, source: row.source }
  const known = await findSources(
    trx,
    source,
    'checklist',
    cards.flatMap(({ checklists }) => checklists.map(({ id }) => id)),
  )
  const ids = [...known.values()].map(({ local_id }) => local_id)
  const there = new Map((await listAdded(trx, 'checklist', ids, board.id)).map(({ id, cardId }) => [id, cardId]))
  const told: Known[] = []
  for (const { cardId, checklists } of cards)
    for (const checklist of checklists) {
      const before = known.get(checklist.id)
      const digest = digestOfChecklist(checklist)
      if (!before || before.digest === digest) continue
      const id = before.local_id
      const here = there.get(id) === cardId ? await readChecklist(trx, id) : undefined
      if (!here) continue
      told.push({ ...before, digest })
      const made = { title: checklist.title, items: itemsOf(checklist, now, now) }
      if (isSameChecklist(here, made)) continue
      const earlier: EarlierChecklist = { ...here, made, digest: before.digest }
      await noteChanges(trx, row.id, [{ kind: 'checklist', local_id: id, source_id: checklist.id, earlier }])
      await replaceChecklist(trx, id, made)
    }
  await noteSources(trx, source, 'checklist', told)
  const fresh = Map.groupBy(
    cards.flatMap(({ cardId, checklists }) => checklists.filter(({ id }) => !known.has(id)).map((checklist) => ({ cardId, checklist }))),
    ({ cardId }) => cardId,
  )
  const ranks = await listChecklistRanks(trx, [...fresh.keys()])
  const lost: LeftOut[] = []
  const added = [...fresh].flatMap(([card_id, own]) => {
    const room = Math.max(0, limits.cardChecklists - (ranks.get(card_id)?.length ?? 0))
    const surplus = own.slice(room)
    if (surplus.length > 0)
      lost.push({ kind: 'items_surplus', count: surplus.length, subjects: surplus.slice(0, 5).map(({ checklist }) => checklist.title) })
    return own.slice(0, room).map(({ checklist }) => ({
      ...{ card_id, source_id: checklist.id, digest: digestOfChecklist(checklist) },
      ...{ title: checklist.title, items: itemsOf(checklist, now, now) },
    }))
  })
  const last = new Map([...ranks].map(([card, all]) => [card, all.at(-1) ?? '']))
  const newIds = await insertChecklists(trx, added, last)
  const rows = added.map(({ source_id, digest }, index) => ({ source_id, local_id: newIds[index] ?? 0, digest }))
  await noteAdded(trx, board.id, row, 'checklist', rows)
  return lost
}

/**
 * Brings further checklists of cards that were written before, where the file says something else of the card than the last time.
 * @returns what is left out
 */
export async function addFurtherChecklists(
  work: Work,
  board: BoardRow,
  further: readonly FurtherChecklists[],
  coming: Coming,
): Promise<LeftOut[]> {
  if (further.length === 0) return []
  const { trx } = work
  const of = { board_id: board.id, source: coming.row.source }
  const there = await findCardsThere(
    trx,
    of,
    further.map((each) => each.of),
  )
  const present = further.flatMap((each) => {
    const card = there.get(each.of)
    return card ? [{ ...each, card }] : []
  })
  const changed = present.filter(({ card, digest }) => readDigest(card.digest).said !== readDigest(digest).said)
  const lost = await updateChecklists(
    work,
    board,
    changed.map(({ card, checklists }) => ({ cardId: card.local_id, checklists })),
    coming,
  )
  for (const id of new Set(changed.map(({ card }) => card.local_id))) await touchCard(work, board, id)
  await noteSources(
    trx,
    of,
    'card',
    present.flatMap(({ card, digest, isLast }) => (isLast && card.digest !== digest ? [{ ...card, digest }] : [])),
  )
  return lost
}

/** A checklist comes back where nobody changed it since. */
export async function takeBackChecklist(
  work: Work,
  board: BoardRow,
  source: { board_id: number; source: string },
  { local_id, source_id, earlier }: { local_id: number; source_id: string; earlier: string | null },
): Promise<Stayed | undefined> {
  const { trx } = work
  const { made, digest, ...was } = JSON.parse(earlier ?? '{}') as EarlierChecklist
  const [there] = await listAdded(trx, 'checklist', [local_id], board.id)
  if (!there) return undefined
  const { cardId } = there
  // What the file says of it is new again, next time.
  if (digest !== undefined) await noteSources(trx, source, 'checklist', [{ source_id, local_id, digest }])
  const here = await readChecklist(trx, local_id)
  if (here && isSameChecklist(here, was)) return undefined
  if (here && made && !isSameChecklist(here, made)) return { kind: 'changed_since', count: 1, subjects: [here.title] }
  await replaceChecklist(trx, local_id, was)
  await touchCard(work, board, cardId)
  return undefined
}

/** Whether two checklists say the same: when an item was ticked nobody knows. */
const isSameChecklist = (one: Checklist, other: Checklist): boolean =>
  one.title === other.title && JSON.stringify(one.items.map(plain)) === JSON.stringify(other.items.map(plain))
const plain = ({ title, completed_at }: Checklist['items'][number]) => [title, completed_at !== null]
