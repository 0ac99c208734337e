import type { Db } from '../../platform/database.ts'

/** What is on a card besides: labels and participants. */
type Marks = { labels: number[]; participants: number[] }

/** A checklist as it is here. */
export type Checklist = { title: string; items: { title: string; completed_at: string | null }[] }

/** The labels and the participants of some cards. */
export async function readMarks(db: Db, cardIds: readonly number[]): Promise<ReadonlyMap<number, Marks>> {
  const found = new Map(cardIds.map((id): [number, Marks] => [id, { labels: [], participants: [] }]))
  if (cardIds.length === 0) return found
  for (const row of await db.selectFrom('card_labels').selectAll().where('card_id', 'in', cardIds).execute())
    found.get(row.card_id)?.labels.push(row.label_id)
  for (const row of await db.selectFrom('card_participants').selectAll().where('card_id', 'in', cardIds).execute())
    found.get(row.card_id)?.participants.push(row.user_id)
  return found
}

/** A checklist with its items; undefined when it is gone. */
export async function readChecklist(db: Db, id: number): Promise<Checklist | undefined> {
  const list = await db.selectFrom('checklists').select('title').where('id', '=', id).executeTakeFirst()
  if (!list) return undefined
  const items = await db
    .selectFrom('checklist_items')
    .select(['title', 'completed_at'])
    .where('checklist_id', '=', id)
    .orderBy('rank')
    .execute()
  return { title: list.title, items }
}

/** How many items are in checklists that were brought before, by their ids there. */
export async function countItems(
  db: Db,
  known: ReadonlyMap<string, { source_id: string; local_id: number }>,
): Promise<ReadonlyMap<string, number>> {
  if (known.size === 0) return new Map()
  const rows = await db
    .selectFrom('checklist_items')
    .select(({ fn }) => ['checklist_id', fn.countAll<number>().as('items')])
    .where(
      'checklist_id',
      'in',
      [...known.values()].map(({ local_id }) => local_id),
    )
    .groupBy('checklist_id')
    .execute()
  const counts = new Map(rows.map(({ checklist_id, items }) => [checklist_id, Number(items)]))
  return new Map([...known.values()].map(({ source_id, local_id }) => [source_id, counts.get(local_id) ?? 0]))
}

/** The ranks of the checklists of some cards that have any, in their order. */
export async function listChecklistRanks(db: Db, cardIds: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const found = new Map<number, string[]>()
  if (cardIds.length === 0) return found
  const rows = await db.selectFrom('checklists').select(['card_id', 'rank']).where('card_id', 'in', cardIds).orderBy('rank').execute()
  for (const { card_id, rank } of rows) found.set(card_id, [...(found.get(card_id) ?? []), rank])
  return found
}

/** How many comments some cards have. */
export async function countComments(db: Db, cardIds: readonly number[]): Promise<Map<number, number>> {
  if (cardIds.length === 0) return new Map()
  const rows = await db.selectFrom('cards').select(['id', 'comment_count']).where('id', 'in', cardIds).execute()
  return new Map(rows.map(({ id, comment_count }) => [id, comment_count]))
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

/** What an import adds to cards. */
type Kind = 'comment' | 'checklist' | 'relation'

/** Deletes what an import added to cards, where it is still there. */
export async function deleteAdded(trx: Db, kind: Kind, ids: readonly number[]): Promise<void> {
  const table = { comment: 'comments', checklist: 'checklists', relation: 'card_relations' } as const
  if (ids.length > 0) await trx.deleteFrom(table[kind]).where('id', 'in', ids).execute()
}

/** The links of a card. */
export const listLinks = (db: Db, cardId: number) =>
  db.selectFrom('attachments').select(['id', 'url', 'title', 'user_id', 'created_at']).where('card_id', '=', cardId).execute()

/** The card that a file is on. */
export const cardOfFile = async (db: Db, id: number): Promise<number | undefined> =>
  (await db.selectFrom('files').select('card_id').where('id', '=', id).executeTakeFirst())?.card_id

export async function deleteLinks(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('attachments').where('id', 'in', ids).execute()
}

/** Seats of a board by their ids, where they are still there. */
export const listSeats = async (db: Db, boardId: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('board_members')
        .innerJoin('users', 'users.id', 'board_members.user_id')
        .select(['board_members.user_id', 'board_members.role', 'board_members.by_group', 'users.name'])
        .where('board_members.board_id', '=', boardId)
        .where('board_members.id', 'in', ids)
        .execute()

/** What a board is set up with: lists, labels, fields and sprints. */
export type SetUpKind = 'list' | 'label' | 'field' | 'sprint'

/**
 * Which of the lists, labels, fields or sprints that an import added are on cards now, and so stay when it is undone. A sprint stays, too, where somebody
 * changed or ended it.
 * @returns them with their names
 */
export async function listUsed(db: Db, kind: SetUpKind, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  const cards = db.selectFrom('cards').where('cards.deleted_at', 'is', null)
  if (kind === 'list')
    return db
      .selectFrom('lists')
      .select(['id', 'title as name'])
      .where('id', 'in', cards.select('list_id').where('list_id', 'in', ids))
      .where('deleted_at', 'is', null)
      .execute()
  if (kind === 'sprint')
    return db
      .selectFrom('sprints')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .where((eb) =>
        eb.or([
          eb('version', '>', 1),
          eb('ended_at', 'is not', null),
          eb('id', 'in', cards.select('sprint_id').where('sprint_id', 'in', ids)),
        ]),
      )
      .execute()
  // The first card that has it is enough.
  if (kind === 'label')
    return db
      .selectFrom('labels')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('card_labels')
            .innerJoin('cards', 'cards.id', 'card_labels.card_id')
            .select('cards.id')
            .whereRef('card_labels.label_id', '=', 'labels.id')
            .where('cards.deleted_at', 'is', null),
        ),
      )
      .execute()
  return db
    .selectFrom('board_fields')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('card_field_values')
          .innerJoin('cards', 'cards.id', 'card_field_values.card_id')
          .select('cards.id')
          .whereRef('card_field_values.field_id', '=', 'board_fields.id')
          .where('cards.deleted_at', 'is', null),
      ),
    )
    .execute()
}

/** Takes labels or fields off so many cards that have them. @returns off how many */
export async function clearSetUp(trx: Db, kind: SetUpKind, ids: readonly number[], most: number): Promise<number> {
  let cleared = 0
  for (const id of kind === 'label' || kind === 'field' ? ids : []) {
    const { numDeletedRows } = await (kind === 'label'
      ? trx
          .deleteFrom('card_labels')
          .where('label_id', '=', id)
          .where('card_id', 'in', (eb) =>
            eb
              .selectFrom('card_labels as some')
              .select('some.card_id')
              .where('some.label_id', '=', id)
              .limit(most - cleared),
          )
      : trx.deleteFrom('card_field_values').where('id', 'in', (eb) =>
          eb
            .selectFrom('card_field_values as some')
            .select('some.id')
            .where('some.field_id', '=', id)
            .limit(most - cleared),
        )
    ).executeTakeFirst()
    cleared += Number(numDeletedRows)
    if (cleared >= most) break
  }
  return cleared
}

/** Takes lists, labels, fields or sprints off a board. */
export async function deleteSetUp(trx: Db, kind: SetUpKind, ids: readonly number[], now: string): Promise<void> {
  if (ids.length === 0) return
  if (kind === 'list') await trx.updateTable('lists').set({ deleted_at: now }).where('id', 'in', ids).execute()
  else
    await trx
      .deleteFrom(({ label: 'labels', field: 'board_fields', sprint: 'sprints' } as const)[kind])
      .where('id', 'in', ids)
      .execute()
}

/**
 * Of what an import added to cards of a board, what is still there: a card that went to another board took it along, and who takes the import
 * back may have no right there. A relation is there as long as one of its cards is.
 * @returns with the cards of the board that it hangs on
 */
export async function listAdded(db: Db, kind: Kind, ids: readonly number[], boardId: number): Promise<{ id: number; cardId: number }[]> {
  if (ids.length === 0) return []
  const rows = (column: 'from_card_id' | 'to_card_id') =>
    db
      .selectFrom('card_relations')
      .innerJoin('cards', 'cards.id', `card_relations.${column}`)
      .select(['card_relations.id', 'cards.id as cardId'])
      .where('card_relations.id', 'in', ids)
      .where('cards.board_id', '=', boardId)
      .execute()
  if (kind === 'relation') return [...(await rows('from_card_id')), ...(await rows('to_card_id'))]
  const table = kind === 'comment' ? 'comments' : 'checklists'
  return db
    .selectFrom(table)
    .innerJoin('cards', 'cards.id', `${table}.card_id`)
    .select([`${table}.id`, 'cards.id as cardId'])
    .where(`${table}.id`, 'in', ids)
    .where('cards.board_id', '=', boardId)
    .execute()
}
