import type { CardLabel } from '@rodada/contract/cards/cards'
import type { Db } from '../../platform/database.ts'

export const listLabelsOfCard = (db: Db, cardId: number): Promise<CardLabel[]> =>
  db
    .selectFrom('card_labels')
    .innerJoin('labels', 'labels.id', 'card_labels.label_id')
    .select(['labels.id', 'labels.name', 'labels.color'])
    .where('card_labels.card_id', '=', cardId)
    .orderBy('labels.id')
    .execute()

/** Puts a label on a card; true when it was not there. */
export async function addCardLabel(trx: Db, cardId: number, labelId: number): Promise<boolean> {
  const added = await trx
    .insertInto('card_labels')
    .values({ card_id: cardId, label_id: labelId })
    .onConflict((oc) => oc.doNothing())
    .returning('card_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Takes a label off a card; false when it was not there. */
export async function deleteCardLabel(trx: Db, cardId: number, labelId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('card_labels')
    .where('card_id', '=', cardId)
    .where('label_id', '=', labelId)
    .returning('card_id')
    .executeTakeFirst()
  return deleted !== undefined
}
