import { type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from '../database.ts'
import { slicesOf } from '../slices.ts'
import { isSpent, rankBetween, ranksBehind, ranksInstead } from './ranks.ts'

/** Everything that stands in one order: the cards of a list, for example. The feature that owns the table declares it. */
export type Order = {
  table: keyof Schema
  /** The column that names what the rows stand in, and the id there. */
  in: readonly [column: string, id: number]
  /** The column of the rank. */
  by: string
  /** The rows may be archived or deleted. Those keep their ranks, so that they return to their places, and count in no index. */
  hides?: true
  /** The rows carry the revision of their board at which they last changed. */
  carriesRevision?: true
}

/** Where a row is to go: behind another one (null: to the top), to an index among the others, or, with neither, to the end. */
export type Place = { after_id?: number | null; position?: number }

/**
 * A free rank in an order. The caller holds the board, so that nobody takes the same rank meanwhile.
 * @param own the moved row, when it is already in this order: its rank counts as free, and is returned when the row is where it is to go
 */
export async function findRank(trx: Db, order: Order, place: Place, own?: { id: number; rank: string }): Promise<string> {
  const before = await rankBefore(trx, order, place, own?.id)
  const rank = sql.ref(order.by)
  const first = sql`order by ${rank}`
  const last = sql`order by ${rank} desc`
  const [from, to] =
    before === undefined
      ? [await oneRank(trx, order, own?.id, last), undefined]
      : [before, await oneRank(trx, order, own?.id, before === null ? first : sql`and ${rank} > ${before} ${first}`)]
  if (own && (from ?? '') < own.rank && (to === undefined || own.rank < to)) return own.rank
  return rankBetween(from ?? null, to ?? null)
}

/** `count` ranks at the end of an order. */
export async function ranksAtEnd(trx: Db, order: Order, count: number): Promise<string[]> {
  const last = await oneRank(trx, order, undefined, sql`order by ${sql.ref(order.by)} desc`)
  return ranksBehind(last ?? null, count)
}

/** The rank to be behind: null is the beginning, undefined the end. */
async function rankBefore(
  trx: Db,
  order: Order,
  { after_id, position }: Place,
  except: number | undefined,
): Promise<string | null | undefined> {
  if (after_id === null) return null
  const shown = order.hides ? sql`and archived_at is null and deleted_at is null` : sql``
  if (after_id !== undefined) {
    const neighbour = await oneRank(trx, order, except, sql`${shown} and id = ${after_id}`)
    if (neighbour !== undefined) return neighbour
  }
  if (position === undefined) return undefined
  if (position === 0) return null
  return oneRank(trx, order, except, sql`${shown} order by ${sql.ref(order.by)}`, position - 1)
}

async function oneRank(
  trx: Db,
  { table, in: [column, id], by }: Order,
  except: number | undefined,
  which: RawBuilder<unknown>,
  skip = 0,
): Promise<string | undefined> {
  const { rows } = await sql<{ rank: string }>`
    select ${sql.ref(by)} as rank from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and ${sql.ref(by)} is not null and id <> ${except ?? 0} ${which}
    limit 1 offset ${skip}`.execute(trx)
  return rows[0]?.rank
}

/**
 * Gives all rows of an order short ranks again, in the same order, when one is spent. Rows that are shown count as changed at `revision`.
 * @returns whether it did
 */
export async function shortenRanks(trx: Db, order: Order, rank: string, revision: number): Promise<boolean> {
  if (!isSpent(rank)) return false
  const {
    table,
    in: [column, id],
    by,
    carriesRevision,
  } = order
  const { rows } = await sql<{ id: number; rank: string }>`
    select id, ${sql.ref(by)} as rank from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and ${sql.ref(by)} is not null order by ${sql.ref(by)}, id`.execute(trx)
  const ranks = ranksInstead(rows.map((row) => row.rank))
  const changed = carriesRevision
    ? sql`, revision = case when archived_at is null and deleted_at is null then ${revision} else revision end`
    : sql``
  const pairs = rows.map(({ id }, index) => sql`(cast(${id} as integer), ${ranks[index] ?? ''})`)
  for (const some of slicesOf(pairs)) {
    // Both databases call the columns of `values` so.
    await sql`
      update ${sql.table(table)} set ${sql.ref(by)} = fresh.column2 ${changed}
      from (values ${sql.join(some)}) as fresh where ${sql.table(table)}.id = fresh.column1`.execute(trx)
  }
  return true
}
