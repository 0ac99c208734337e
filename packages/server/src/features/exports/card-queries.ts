import type { FieldValues } from '@rodada/contract/cards/field-values'
import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { listValuesOfCards } from '../cards/fields/queries.ts'
import { listParticipantsOf } from '../cards/participants/queries.ts'

/** A card that is to be read, and about how many bytes it has with all that is on it. */
type CardToRead = { id: number; bytes: number }

/** What a card, each thing on it and each comment take beside its description: more than they usually do. */
const ofCard = 2000
const ofThing = 500
const ofComment = 700

/** The cards of a board by their lists and places, archived ones too: which there are is decided once. */
export async function listCardsToRead(db: Db, boardId: number): Promise<CardToRead[]> {
  const rows = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select(['cards.id', 'checklist_total', 'attachment_count', 'file_count', 'comment_count'])
    // Counted without being read.
    .select(sql<number>`octet_length(cards.description)`.as('letters'))
    .where('cards.board_id', '=', boardId)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .orderBy('lists.rank')
    .orderBy('lists.id')
    .orderBy('cards.rank')
    .orderBy('cards.id')
    .execute()
  return rows.map(({ id, letters, checklist_total, attachment_count, file_count, comment_count }) => ({
    id,
    bytes: ofCard + letters + ofThing * (checklist_total + attachment_count + file_count) + ofComment * comment_count,
  }))
}

/** A card with what both kinds of files say of it. */
export type CardToExport = Selectable<Schema['cards']> & { label_ids: number[]; participant_ids: number[]; fields: FieldValues }

/** Cards of a board by their ids and in their order. Those that were deleted or went to another board meanwhile are left out. */
export async function readCards(db: Db, boardId: number, ids: readonly number[]): Promise<CardToExport[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .selectAll('cards')
    .where('cards.id', 'in', ids)
    .where('cards.board_id', '=', boardId)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .execute()
  const pairs = await db
    .selectFrom('card_labels')
    .select(['card_id', 'label_id'])
    .where('card_id', 'in', ids)
    .orderBy('card_id')
    .orderBy('label_id')
    .execute()
  const labels = Map.groupBy(pairs, ({ card_id }) => card_id)
  const participants = await listParticipantsOf(db, { cardIds: ids })
  const values = await listValuesOfCards(db, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const card = byId.get(id)
    if (!card) return []
    const label_ids = (labels.get(id) ?? []).map(({ label_id }) => label_id)
    return [{ ...card, label_ids, participant_ids: participants.get(id) ?? [], fields: values.get(id) ?? {} }]
  })
}

/** Names of people by their ids. */
export async function listNames(db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  return db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).orderBy('id').execute()
}
