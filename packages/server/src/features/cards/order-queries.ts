import type { Db } from '../../migrations/schema.ts'
import { isLong, rankBetween, ranksBehind } from '../../platform/ranks.ts'

/** Where a card is to go: behind another card (null: to the top), to an index among the others, or, with neither, to the end. */
export type Place = { after_id?: number | null; position?: number }

const shown = (db: Db, listId: number, except: number) =>
  db
    .selectFrom('cards')
    .select('rank')
    .where('list_id', '=', listId)
    .where('id', '!=', except)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)

/**
 * A free rank in a list. The caller holds the board, so that nobody takes the same one meanwhile. Archived and deleted
 * cards keep their ranks, so that they return to their places.
 * @param except the card that is moved, whose own rank counts as free; 0 for a new one
 */
export async function findRank(trx: Db, listId: number, place: Place, except = 0): Promise<string> {
  const before = await rankBefore(trx, listId, place, except)
  if (before === undefined) return rankBetween(await lastRank(trx, listId, except), null)
  return rankBetween(before, await rankBehind(trx, listId, before, except))
}

/** The rank to be behind: null is the beginning, undefined the end. */
async function rankBefore(trx: Db, listId: number, { after_id, position }: Place, except: number): Promise<string | null | undefined> {
  if (after_id === null) return null
  if (after_id !== undefined) {
    const neighbour = await shown(trx, listId, except).where('id', '=', after_id).executeTakeFirst()
    if (neighbour) return neighbour.rank
  }
  if (position === undefined) return undefined
  if (position === 0) return null
  const neighbour = await shown(trx, listId, except)
    .orderBy('rank')
    .limit(1)
    .offset(position - 1)
    .executeTakeFirst()
  return neighbour?.rank
}

async function lastRank(trx: Db, listId: number, except: number): Promise<string | null> {
  const last = await trx
    .selectFrom('cards')
    .select('rank')
    .where('list_id', '=', listId)
    .where('id', '!=', except)
    .orderBy('rank', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.rank ?? null
}

async function rankBehind(trx: Db, listId: number, before: string | null, except: number): Promise<string | null> {
  const next = await trx
    .selectFrom('cards')
    .select('rank')
    .where('list_id', '=', listId)
    .where('id', '!=', except)
    .$if(before !== null, (query) => query.where('rank', '>', before ?? ''))
    .orderBy('rank')
    .limit(1)
    .executeTakeFirst()
  return next?.rank ?? null
}

/** Gives all cards of a list short ranks again, in the same order, when one became long. All new ones lie behind the old, so no two ever meet. True when it did. */
export async function shortenRanks(trx: Db, listId: number, rank: string, revision: number): Promise<boolean> {
  if (!isLong(rank)) return false
  const rows = await trx.selectFrom('cards').select(['id', 'rank']).where('list_id', '=', listId).orderBy('rank').execute()
  const ranks = ranksBehind(rows.at(-1)?.rank ?? null, rows.length)
  for (const [index, { id }] of rows.entries()) {
    await trx
      .updateTable('cards')
      .set({ rank: ranks[index] ?? '', revision })
      .where('id', '=', id)
      .execute()
  }
  return true
}
