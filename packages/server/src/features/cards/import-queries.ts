import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import { attachmentKindOf } from '@rodada/contract/integrations/settings'
import type { Db } from '../../platform/database.ts'
import { normalize } from '../../platform/normalize.ts'
import { ranksBehind } from '../../platform/order/ranks.ts'
import { slicesOf } from '../../platform/slices.ts'
import { rowOf } from './fields/queries.ts'

/*
 * What hangs on cards that come from another tool, many rows at a time. The caller holds the board, and has kept every limit: `cleanCard` and its
 * neighbours in `imports` do.
 */

/** Rows of one statement: each takes up to ten parameters, and both databases take some ten thousand. */
const rowsAtOnce = 500

async function inPieces<Row>(rows: readonly Row[], insert: (some: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (const some of slicesOf(rows, rowsAtOnce)) await insert(some)
}

export const insertLabels = (trx: Db, rows: readonly { card_id: number; label_id: number }[]): Promise<void> =>
  inPieces(rows, (some) =>
    trx
      .insertInto('card_labels')
      .values(some)
      .onConflict((oc) => oc.doNothing())
      .execute(),
  )

export const insertParticipants = (trx: Db, rows: readonly { card_id: number; user_id: number; board_id: number }[]): Promise<void> =>
  inPieces(rows, (some) =>
    trx
      .insertInto('card_participants')
      .values(some)
      .onConflict((oc) => oc.doNothing())
      .execute(),
  )

export type ImportedValue = { card_id: number; field: Pick<BoardField, 'id' | 'type'>; value: FieldValue }
export const insertValues = (trx: Db, values: readonly ImportedValue[]): Promise<void> =>
  inPieces(values, (some) =>
    trx
      .insertInto('card_field_values')
      .values(some.map(({ card_id, field, value }) => ({ card_id, field_id: field.id, ...rowOf(field.type, value) })))
      .execute(),
  )

export type ImportedChecklist = { card_id: number; title: string; items: readonly { title: string; completed_at: string | null }[] }

/** Adds checklists, those of a card in their order. @param behind the last rank of each card that has some @returns their ids, in the same order */
export async function insertChecklists(
  trx: Db,
  checklists: readonly ImportedChecklist[],
  behind: ReadonlyMap<number, string> = new Map(),
): Promise<number[]> {
  if (checklists.length === 0) return []
  const ranks = new Map<ImportedChecklist, string>()
  for (const [card, own] of Map.groupBy(checklists, ({ card_id }) => card_id)) {
    const free = ranksBehind(behind.get(card) ?? null, own.length)
    for (const [index, checklist] of own.entries()) ranks.set(checklist, free[index] ?? '')
  }
  const placeOf = (card: number, rank: string) => `${card} ${rank}`
  const ids = new Map<string, number>()
  await inPieces(checklists, async (some) => {
    const rows = some.map((checklist) => ({ card_id: checklist.card_id, title: checklist.title, rank: ranks.get(checklist) ?? '' }))
    const added = await trx.insertInto('checklists').values(rows).returning(['id', 'card_id', 'rank']).execute()
    for (const { id, card_id, rank } of added) ids.set(placeOf(card_id, rank), id)
  })
  const idOf = (checklist: ImportedChecklist) => ids.get(placeOf(checklist.card_id, ranks.get(checklist) ?? '')) ?? 0
  await insertItems(
    trx,
    checklists.map((checklist) => ({ checklist_id: idOf(checklist), items: checklist.items })),
  )
  return checklists.map(idOf)
}

/** Fills checklists that have no items. */
async function insertItems(trx: Db, lists: readonly { checklist_id: number; items: ImportedChecklist['items'] }[]): Promise<void> {
  const rows = lists.flatMap(({ checklist_id, items }) => {
    const ranks = ranksBehind(null, items.length)
    return items.map((item, index) => ({ ...item, checklist_id, search_text: normalize(item.title), rank: ranks[index] ?? '' }))
  })
  await inPieces(rows, (some) => trx.insertInto('checklist_items').values(some).execute())
}

/** Makes these the title and the items of a checklist. */
export async function replaceChecklist(trx: Db, id: number, { title, items }: Omit<ImportedChecklist, 'card_id'>): Promise<void> {
  await trx.updateTable('checklists').set({ title }).where('id', '=', id).execute()
  await trx.deleteFrom('checklist_items').where('checklist_id', '=', id).execute()
  await insertItems(trx, [{ checklist_id: id, items }])
}

export type ImportedComment = {
  card_id: number
  user_id: number | null
  author_name: string
  content: string
  created_at: string
  edited_at: string | null
}

/** Adds comments. @returns their ids, in the same order */
export async function insertComments(trx: Db, comments: readonly ImportedComment[]): Promise<number[]> {
  const ids: number[] = []
  await inPieces(comments, async (some) => {
    const rows = some.map((comment) => ({ ...comment, search_text: normalize(comment.content), version: 1 }))
    const added = await trx.insertInto('comments').values(rows).returning('id').execute()
    // Both databases count up in the order of the rows.
    ids.push(...added.map(({ id }) => id).sort((a, b) => a - b))
  })
  return ids
}

export const insertAttachments = (
  trx: Db,
  rows: readonly { card_id: number; url: string; title: string; user_id: number | null; created_at: string }[],
): Promise<void> =>
  inPieces(rows, (some) =>
    trx
      .insertInto('attachments')
      .values(some.map((row) => ({ ...row, kind: attachmentKindOf(row.url) })))
      .execute(),
  )
