import type { Db } from '../../platform/database.ts'

/** What hangs on a card before an import changes it, so that it can be taken back. */
export type Hanging = {
  labels: number[]
  participants: number[]
  checklists: { id: number; title: string; items: { title: string; completed_at: string | null }[] }[]
}

/** What hangs on some cards. */
export async function readHanging(db: Db, cardIds: readonly number[]): Promise<ReadonlyMap<number, Hanging>> {
  const found = new Map(cardIds.map((id): [number, Hanging] => [id, { labels: [], participants: [], checklists: [] }]))
  if (cardIds.length === 0) return found
  for (const row of await db.selectFrom('card_labels').selectAll().where('card_id', 'in', cardIds).execute())
    found.get(row.card_id)?.labels.push(row.label_id)
  for (const row of await db.selectFrom('card_participants').selectAll().where('card_id', 'in', cardIds).execute())
    found.get(row.card_id)?.participants.push(row.user_id)
  const lists = await db
    .selectFrom('checklists')
    .select(['id', 'card_id', 'title'])
    .where('card_id', 'in', cardIds)
    .orderBy('rank')
    .execute()
  const items = await db
    .selectFrom('checklist_items')
    .innerJoin('checklists', 'checklists.id', 'checklist_items.checklist_id')
    .select(['checklist_id', 'checklist_items.title', 'completed_at'])
    .where('checklists.card_id', 'in', cardIds)
    .orderBy('checklist_items.rank')
    .execute()
  const inList = Map.groupBy(items, ({ checklist_id }) => checklist_id)
  for (const { id, card_id, title } of lists)
    found.get(card_id)?.checklists.push({
      id,
      title,
      items: (inList.get(id) ?? []).map((item) => ({ title: item.title, completed_at: item.completed_at })),
    })
  return found
}

/** The last rank of the checklists of some cards. */
export async function lastChecklistRanks(db: Db, cardIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (cardIds.length === 0) return new Map()
  const rows = await db.selectFrom('checklists').select(['card_id', 'rank']).where('card_id', 'in', cardIds).orderBy('rank').execute()
  return new Map(rows.map(({ card_id, rank }) => [card_id, rank]))
}

/** Takes some labels off a card, or people. */
export async function takeOff(
  trx: Db,
  cardId: number,
  { labels, participants }: { labels: readonly number[]; participants: readonly number[] },
): Promise<void> {
  if (labels.length > 0) await trx.deleteFrom('card_labels').where('card_id', '=', cardId).where('label_id', 'in', labels).execute()
  if (participants.length > 0)
    await trx.deleteFrom('card_participants').where('card_id', '=', cardId).where('user_id', 'in', participants).execute()
}

/** The addresses of the links of some cards. */
export async function listAddresses(db: Db, cardIds: readonly number[]): Promise<ReadonlyMap<number, Set<string>>> {
  const found = new Map(cardIds.map((id) => [id, new Set<string>()]))
  if (cardIds.length === 0) return found
  for (const { card_id, url } of await db.selectFrom('attachments').select(['card_id', 'url']).where('card_id', 'in', cardIds).execute())
    found.get(card_id)?.add(url)
  return found
}

/** Deletes what an import added beside cards, where it is still there. */
export async function deleteAdded(trx: Db, kind: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  if (kind === 'comment') await trx.deleteFrom('comments').where('id', 'in', ids).execute()
  if (kind === 'checklist') await trx.deleteFrom('checklists').where('id', 'in', ids).execute()
  if (kind === 'relation') await trx.deleteFrom('card_relations').where('id', 'in', ids).execute()
  if (kind === 'label') await trx.deleteFrom('labels').where('id', 'in', ids).execute()
  if (kind === 'field') await trx.deleteFrom('board_fields').where('id', 'in', ids).execute()
}

/** Deletes links that an import added to a card. */
export async function deleteLinks(trx: Db, cardId: number, urls: readonly string[]): Promise<void> {
  if (urls.length > 0) await trx.deleteFrom('attachments').where('card_id', '=', cardId).where('url', 'in', urls).execute()
}

/** Deletes the lists of an import on which nothing is. */
export async function deleteEmptyLists(trx: Db, ids: readonly number[], now: string): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('lists')
    .set({ deleted_at: now })
    .where('id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('cards').select('cards.id').whereRef('cards.list_id', '=', 'lists.id').where('cards.deleted_at', 'is', null),
        ),
      ),
    )
    .execute()
}

/** Which cards the comments and checklists of these ids hang on. */
export async function cardsOfAdded(db: Db, kind: 'comment' | 'checklist', ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(kind === 'comment' ? 'comments' : 'checklists')
    .select('card_id')
    .where('id', 'in', ids)
    .execute()
  return [...new Set(rows.map(({ card_id }) => card_id))]
}
