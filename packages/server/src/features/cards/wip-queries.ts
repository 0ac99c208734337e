import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { conflict } from '../../platform/http/errors.ts'
import { prepared } from '../../platform/prepared-queries.ts'

/** A list whose limit refuses, and how many cards it holds; asked for by every new card. */
const hardList = prepared((db, { listId }: { listId: number }) =>
  db
    .selectFrom('lists')
    .select((eb) => [
      'wip_limit',
      eb
        .selectFrom('cards')
        .select((cards) => cards.fn.countAll<number>().as('n'))
        .whereRef('cards.list_id', '=', 'lists.id')
        .where('cards.archived_at', 'is', null)
        .where('cards.deleted_at', 'is', null)
        .as('cards'),
    ])
    .where('id', '=', listId)
    .where('wip_hard', '=', 1),
)

/**
 * That lists of a held board take so many more cards, by their ids. Only a hard limit refuses.
 * @throws AppError 409 when one of them would hold more than its limit
 */
export async function requireRoomInLists(trx: Db, entering: ReadonlyMap<number, number>): Promise<void> {
  for (const [listId, count] of entering) {
    const [list] = await hardList(trx, { listId })
    if (list && list.wip_limit !== null && (list.cards ?? 0) + count > list.wip_limit) throw conflict(texts.listFull)
  }
}
