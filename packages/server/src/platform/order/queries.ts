import { type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from '../database.ts'
import { slicesOf } from '../slices.ts'
import { keepBusy } from '../work-time.ts'
import { isSpent, rankBetween, ranksBefore, ranksBehind, ranksInstead } from './ranks.ts'

/** Everything that stands in one order: the cards of a list, for example. The feature that owns the table declares it. */
export type Order = {
  table: keyof Schema
  /** The column that names what the rows stand in, and the id there. */
  in: readonly [column: string, id: number]
  /** What else is true of those that stand in it. */
  where?: RawBuilder<boolean>
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

/** `count` ranks at the beginning of an order. When no room is left there, its first rows get new ranks and count as changed at `revision`. */
export async function ranksAtTop(trx: Db, order: Order, count: number, revision: number): Promise<string[]> {
  const first = () => oneRank(trx, order, undefined, sql`order by ${sql.ref(order.by)}`)
  const rank = await first()
  const isRenewed = rank !== undefined && (await shortenRanks(trx, order, rank, revision))
  return ranksBefore((isRenewed ? await first() : rank) ?? null, count)
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

/** All rows of an order that have a rank, however hidden. */
const ranked = ({ table, in: [column, id], by, where }: Order): RawBuilder<unknown> =>
  sql`${sql.table(table)} where ${sql.ref(column)} = ${id} and ${sql.ref(by)} is not null ${where ? sql`and ${where}` : sql``}`

async function oneRank(
  trx: Db,
  order: Order,
  except: number | undefined,
  which: RawBuilder<unknown>,
  skip = 0,
): Promise<string | undefined> {
  const { rows } = await sql<{ rank: string }>`
    select ${sql.ref(order.by)} as rank from ${ranked(order)} and id <> ${except ?? 0} ${which} limit 1 offset ${skip}`.execute(trx)
  return rows[0]?.rank
}

/** Neighbours at each side that get new ranks with a spent one, at first. */
const fewNeighbours = 50

/**
 * Gives a row whose rank is spent, and as many of its neighbours as it needs, short ranks in the same order. Rows that are shown count as
 * changed at `revision`.
 * @returns whether it did
 */
export async function shortenRanks(trx: Db, order: Order, rank: string, revision: number): Promise<boolean> {
  if (!isSpent(rank)) return false
  for (let neighbours = fewNeighbours; ; neighbours *= 4) {
    const { rows, before, after } = await around(trx, order, rank, neighbours)
    const ranks = keepBusy(() =>
      ranksInstead(
        rows.map((row) => row.rank),
        before,
        after,
      ),
    )
    if (!ranks) continue
    const pairs = rows.map(({ id }, index) => ({ id, rank: ranks[index] ?? '' }))
    for (const some of slicesOf(pairs)) await storeRanks(trx, order, some, revision)
    return true
  }
}

type Ranked = { id: number; rank: string }

/** The rows nearest to a rank, in their order, and the ranks of those that follow at both sides; null where the order ends. */
async function around(
  trx: Db,
  order: Order,
  rank: string,
  neighbours: number,
): Promise<{ rows: Ranked[]; before: string | null; after: string | null }> {
  const by = sql.ref(order.by)
  const nearest = async (which: RawBuilder<unknown>) => {
    const { rows } = await sql<Ranked>`select id, ${by} as rank from ${ranked(order)} and ${which} limit ${neighbours + 1}`.execute(trx)
    const end = rows[neighbours]
    // Rows of one rank stay together: none of them could get one beside the other.
    return end ? { rows: rows.filter((row) => row.rank !== end.rank), end: end.rank } : { rows, end: null }
  }
  const behind = await nearest(sql`${by} >= ${rank} order by ${by}, id`)
  const before = await nearest(sql`${by} < ${rank} order by ${by} desc, id desc`)
  return { rows: [...before.rows.reverse(), ...behind.rows], before: before.end, after: behind.end }
}

async function storeRanks(trx: Db, { table, by, carriesRevision }: Order, rows: readonly Ranked[], revision: number): Promise<void> {
  const changed = carriesRevision
    ? sql`, revision = case when archived_at is null and deleted_at is null then ${revision} else revision end`
    : sql``
  const pairs = rows.map(({ id, rank }) => sql`(cast(${id} as integer), ${rank})`)
  // Both databases call the columns of `values` so.
  await sql`
    update ${sql.table(table)} set ${sql.ref(by)} = fresh.column2 ${changed}
    from (values ${sql.join(pairs)}) as fresh where ${sql.table(table)}.id = fresh.column1`.execute(trx)
}
