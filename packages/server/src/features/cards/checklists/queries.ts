import type { Checklist } from '@rodada/contract/cards/checklists'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { normalize } from '../../../platform/normalize.ts'
import { findRank, type Order, shortenRanks } from '../../../platform/order/queries.ts'
import { ranksBehind } from '../../../platform/order/ranks.ts'

const listsOf = (db: Db, cardId: number) =>
  db.selectFrom('checklists').select(['id', 'title', 'rank', 'version']).where('card_id', '=', cardId).orderBy('rank').execute()
const checklistsOn = (cardId: number): Order => ({ table: 'checklists', in: ['card_id', cardId], by: 'rank' })
const itemsIn = (checklistId: number): Order => ({ table: 'checklist_items', in: ['checklist_id', checklistId], by: 'rank' })

/** The title after a change; only a different one counts a version. */
const retitled = (before: { title: string; version: number }, title: string | undefined) =>
  title === undefined || title === before.title ? { title: before.title, version: before.version } : { title, version: before.version + 1 }

/** The checklists of a card with their items, in their order. */
export async function listChecklists(db: Db, cardId: number): Promise<Checklist[]> {
  const lists = await listsOf(db, cardId)
  if (lists.length === 0) return []
  const items = await db
    .selectFrom('checklist_items')
    .select(['id', 'title', 'completed_at', 'checklist_id', 'version'])
    .where(
      'checklist_id',
      'in',
      lists.map((list) => list.id),
    )
    .orderBy('rank')
    .execute()
  return lists.map(({ id, title, version }, position) => ({
    id,
    title,
    position,
    version,
    items: items
      .filter((item) => item.checklist_id === id)
      .map((item, index) => ({
        id: item.id,
        title: item.title,
        completed: item.completed_at !== null,
        position: index,
        version: item.version,
      })),
  }))
}

/** A checklist of this card. @throws AppError 404 */
export async function getChecklist(db: Db, cardId: number, checklistId: number): Promise<Checklist> {
  const found = (await listChecklists(db, cardId)).find((list) => list.id === checklistId)
  if (!found) throw notFound()
  return found
}

/** @throws AppError 409 when the card has too many. */
export async function addChecklist(trx: Db, cardId: number, title: string, revision: number): Promise<number> {
  if ((await listsOf(trx, cardId)).length >= limits.cardChecklists) throw conflict(texts.tooManyChecklists)
  const rank = await findRank(trx, checklistsOn(cardId), {})
  const { id } = await trx.insertInto('checklists').values({ card_id: cardId, title, rank }).returning('id').executeTakeFirstOrThrow()
  await shortenRanks(trx, checklistsOn(cardId), rank, revision)
  return id
}

/** Gives a card without checklists some, with nothing ticked: each a title and the titles of its items, in their order. */
export async function addChecklists(
  trx: Db,
  cardId: number,
  checklists: readonly { title: string; items: readonly string[] }[],
): Promise<void> {
  const ranks = ranksBehind(null, checklists.length)
  for (const [index, { title, items }] of checklists.entries()) {
    const { id } = await trx
      .insertInto('checklists')
      .values({ card_id: cardId, title, rank: ranks[index] ?? '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ranksIn = ranksBehind(null, items.length)
    const rows = items.map((item, at) => ({ checklist_id: id, title: item, search_text: normalize(item), rank: ranksIn[at] ?? '' }))
    if (rows.length > 0) await trx.insertInto('checklist_items').values(rows).execute()
  }
}

/** Writes title or place; false when nothing changed. @throws AppError 404 when it is not on this card */
export async function updateChecklist(
  trx: Db,
  cardId: number,
  checklistId: number,
  { title, position }: { title?: string; position?: number },
  revision: number,
): Promise<boolean> {
  const before = await trx
    .selectFrom('checklists')
    .select(['id', 'title', 'rank', 'version'])
    .where('id', '=', checklistId)
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow(notFound)
  const rank = position === undefined ? before.rank : await findRank(trx, checklistsOn(cardId), { position }, before)
  const after = { ...retitled(before, title), rank }
  if (after.title === before.title && rank === before.rank) return false
  await trx.updateTable('checklists').set(after).where('id', '=', checklistId).execute()
  await shortenRanks(trx, checklistsOn(cardId), rank, revision)
  return true
}

export async function deleteChecklist(trx: Db, checklistId: number): Promise<void> {
  await trx.deleteFrom('checklists').where('id', '=', checklistId).execute()
}

/** @throws AppError 409 when the checklist has too many. */
export async function addItem(trx: Db, checklistId: number, title: string, revision: number): Promise<number> {
  const { n } = await trx
    .selectFrom('checklist_items')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('checklist_id', '=', checklistId)
    .executeTakeFirstOrThrow()
  if (n >= limits.checklistItems) throw conflict(texts.tooManyItems)
  const rank = await findRank(trx, itemsIn(checklistId), {})
  const { id } = await trx
    .insertInto('checklist_items')
    .values({ checklist_id: checklistId, title, search_text: normalize(title), rank })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shortenRanks(trx, itemsIn(checklistId), rank, revision)
  return id
}

/** Writes title, tick or place; false when nothing changed. @throws AppError 404 when it is not in this checklist */
export async function updateItem(
  trx: Db,
  checklistId: number,
  itemId: number,
  { title, completed, position }: { title?: string; completed?: boolean; position?: number },
  revision: number,
): Promise<boolean> {
  const before = await trx
    .selectFrom('checklist_items')
    .select(['id', 'title', 'rank', 'version', 'completed_at'])
    .where('id', '=', itemId)
    .where('checklist_id', '=', checklistId)
    .executeTakeFirstOrThrow(notFound)
  const rank = position === undefined ? before.rank : await findRank(trx, itemsIn(checklistId), { position }, before)
  const ticked = completed !== undefined && completed !== (before.completed_at !== null)
  const after = { ...retitled(before, title), rank, ...(ticked && { completed_at: completed ? instant() : null }) }
  if (after.title === before.title && rank === before.rank && !ticked) return false
  const folded = after.title === before.title ? {} : { search_text: normalize(after.title) }
  await trx
    .updateTable('checklist_items')
    .set({ ...after, ...folded })
    .where('id', '=', itemId)
    .execute()
  await shortenRanks(trx, itemsIn(checklistId), rank, revision)
  return true
}

export async function deleteItem(trx: Db, itemId: number): Promise<void> {
  await trx.deleteFrom('checklist_items').where('id', '=', itemId).execute()
}
