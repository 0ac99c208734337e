import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { conflict } from '../../platform/http/errors.ts'

/**
 * That lists of a held board take so many more cards, by their ids. Only a hard limit refuses.
 * @throws AppError 409 when one of them would hold more than its limit
 */
export async function requireRoomInLists(trx: Db, entering: ReadonlyMap<number, number>): Promise<void> {
  if (entering.size === 0) return
  const limited = await trx
    .selectFrom('lists')
    .select((eb) => [
      'id',
      'wip_limit',
      eb
        .selectFrom('cards')
        .select((cards) => cards.fn.countAll<number>().as('n'))
        .whereRef('cards.list_id', '=', 'lists.id')
        .where('cards.archived_at', 'is', null)
        .where('cards.deleted_at', 'is', null)
        .as('cards'),
    ])
    .where('id', 'in', [...entering.keys()])
    .where('wip_hard', '=', 1)
    .execute()
  for (const { id, wip_limit, cards } of limited)
    if (wip_limit !== null && (cards ?? 0) + (entering.get(id) ?? 0) > wip_limit) throw conflict(texts.listFull)
}
