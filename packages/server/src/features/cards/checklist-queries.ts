import type { Checklist } from '@rodada/contract/checklists'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { rankBetween } from '../../platform/ranks.ts'

type Ranked = { id: number; rank: string }

/** A rank at an index among the others; at the end without one. */
function rankAt(others: readonly Ranked[], position = others.length): string {
  const at = Math.min(position, others.length)
  return rankBetween(others[at - 1]?.rank ?? null, others[at]?.rank ?? null)
}

const listsOf = (db: Db, cardId: number) =>
  db.selectFrom('checklists').select(['id', 'title', 'rank']).where('card_id', '=', cardId).orderBy('rank').execute()
const itemsOf = (db: Db, checklistId: number) =>
  db
    .selectFrom('checklist_items')
    .select(['id', 'title', 'rank', 'completed_at'])
    .where('checklist_id', '=', checklistId)
    .orderBy('rank')
    .execute()

/** The checklists of a card with their items, in their order. */
export async function listChecklists(db: Db, cardId: number): Promise<Checklist[]> {
  const lists = await listsOf(db, cardId)
  if (lists.length === 0) return []
  const items = await db
    .selectFrom('checklist_items')
    .select(['id', 'title', 'completed_at', 'checklist_id'])
    .where(
      'checklist_id',
      'in',
      lists.map((list) => list.id),
    )
    .orderBy('rank')
    .execute()
  return lists.map(({ id, title }, position) => ({
    id,
    title,
    position,
    items: items
      .filter((item) => item.checklist_id === id)
      .map((item, index) => ({ id: item.id, title: item.title, completed: item.completed_at !== null, position: index })),
  }))
}

/** A checklist of this card. @throws AppError 404 */
export async function getChecklist(db: Db, cardId: number, checklistId: number): Promise<Checklist> {
  const found = (await listChecklists(db, cardId)).find((list) => list.id === checklistId)
  if (!found) throw notFound()
  return found
}

/** @throws AppError 409 when the card has too many. */
export async function addChecklist(trx: Db, cardId: number, title: string): Promise<number> {
  const lists = await listsOf(trx, cardId)
  if (lists.length >= limits.cardChecklists) throw conflict(texts.tooManyChecklists)
  const { id } = await trx
    .insertInto('checklists')
    .values({ card_id: cardId, title, rank: rankAt(lists) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateChecklist(
  trx: Db,
  cardId: number,
  checklistId: number,
  { title, position }: { title?: string; position?: number },
): Promise<void> {
  const others = (await listsOf(trx, cardId)).filter((list) => list.id !== checklistId)
  const change = { ...(title !== undefined && { title }), ...(position !== undefined && { rank: rankAt(others, position) }) }
  if (Object.keys(change).length > 0) await trx.updateTable('checklists').set(change).where('id', '=', checklistId).execute()
}

export async function deleteChecklist(trx: Db, checklistId: number): Promise<void> {
  await trx.deleteFrom('checklists').where('id', '=', checklistId).execute()
}

/** @throws AppError 409 when the checklist has too many. */
export async function addItem(trx: Db, checklistId: number, title: string): Promise<number> {
  const items = await itemsOf(trx, checklistId)
  if (items.length >= limits.checklistItems) throw conflict(texts.tooManyItems)
  const { id } = await trx
    .insertInto('checklist_items')
    .values({ checklist_id: checklistId, title, rank: rankAt(items) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateItem(
  trx: Db,
  checklistId: number,
  itemId: number,
  { title, completed, position }: { title?: string; completed?: boolean; position?: number },
): Promise<void> {
  const others = (await itemsOf(trx, checklistId)).filter((item) => item.id !== itemId)
  const change = {
    ...(title !== undefined && { title }),
    ...(completed !== undefined && { completed_at: completed ? instant() : null }),
    ...(position !== undefined && { rank: rankAt(others, position) }),
  }
  if (Object.keys(change).length > 0) await trx.updateTable('checklist_items').set(change).where('id', '=', itemId).execute()
}

export async function deleteItem(trx: Db, itemId: number): Promise<void> {
  await trx.deleteFrom('checklist_items').where('id', '=', itemId).execute()
}
