import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { conflict } from '../../platform/http/errors.ts'

/**
 * Keeps the prefix that a held board had until now, so that the keys of before lead to its cards.
 * @throws AppError 409 when it had too many
 */
export async function keepPrefix(trx: Db, board: { id: number; key_prefix: string }, next: string): Promise<void> {
  await trx.deleteFrom('board_prefixes').where('board_id', '=', board.id).where('prefix', '=', next).execute()
  if ((await listFormerPrefixes(trx, board.id)).length >= limits.formerPrefixes) throw conflict(texts.tooManyPrefixes)
  await trx.insertInto('board_prefixes').values({ board_id: board.id, prefix: board.key_prefix }).execute()
}

/** What the keys of a board began with before. */
export const listFormerPrefixes = async (db: Db, boardId: number): Promise<string[]> =>
  (await db.selectFrom('board_prefixes').select('prefix').where('board_id', '=', boardId).orderBy('prefix').execute()).map(
    ({ prefix }) => prefix,
  )
