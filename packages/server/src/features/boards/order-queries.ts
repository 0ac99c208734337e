import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../migrations/schema.ts'
import { isLong, rankBetween, ranksBehind } from '../../platform/ranks.ts'

/**
 * What stands in an order, by a rank: in which table, inside which row of another one, by which column, and whether some of them
 * are hidden. Archived and deleted rows keep their ranks, so that they return to their places.
 */
const orders = {
  lists: { table: 'lists', within: 'board_id', by: 'rank', hides: true },
  cards: { table: 'cards', within: 'list_id', by: 'rank', hides: true },
  checklists: { table: 'checklists', within: 'card_id', by: 'rank', hides: false },
  checklist_items: { table: 'checklist_items', within: 'checklist_id', by: 'rank', hides: false },
  sprint_columns: { table: 'sprint_columns', within: 'sprint_id', by: 'rank', hides: false },
  tasks: { table: 'cards', within: 'column_id', by: 'column_rank', hides: true },
} as const

/** Everything that stands in one order: the cards of a list, for example. */
export type Order = { of: keyof typeof orders; within: number }

/** Where a row is to go: behind another one (null: to the top), to an index among the others, or, with neither, to the end. */
export type Place = { after_id?: number | null; position?: number }

/** Rows of one statement when ranks are renewed; each takes two parameters, and the databases take some ten thousands. */
const rowsAtOnce = 5000

/**
 * A free rank in an order. The caller holds the board, so that nobody takes the same one meanwhile.
 * @param own the row that is moved, when it stands in this order already: its rank counts as free, and is what comes out when
 * the row stands where it is to go
 */
export async function findRank(trx: Db, order: Order, place: Place, own?: { id: number; rank: string }): Promise<string> {
  const before = await rankBefore(trx, order, place, own?.id)
  const rank = sql.ref(orders[order.of].by)
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
  const last = await oneRank(trx, order, undefined, sql`order by ${sql.ref(orders[order.of].by)} desc`)
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
  const shown = orders[order.of].hides ? sql`and archived_at is null and deleted_at is null` : sql``
  if (after_id !== undefined) {
    const neighbour = await oneRank(trx, order, except, sql`${shown} and id = ${after_id}`)
    if (neighbour !== undefined) return neighbour
  }
  if (position === undefined) return undefined
  if (position === 0) return null
  return oneRank(trx, order, except, sql`${shown} order by ${sql.ref(orders[order.of].by)}`, position - 1)
}

async function oneRank(
  trx: Db,
  { of, within }: Order,
  except: number | undefined,
  which: RawBuilder<unknown>,
  skip = 0,
): Promise<string | undefined> {
  const { table, within: parent, by } = orders[of]
  // A card that no column ever held has no rank there.
  const { rows } = await sql<{ rank: string }>`
    select ${sql.ref(by)} as rank from ${sql.table(table)}
    where ${sql.ref(parent)} = ${within} and ${sql.ref(by)} is not null and id <> ${except ?? 0} ${which}
    limit 1 offset ${skip}`.execute(trx)
  return rows[0]?.rank
}

/**
 * Gives all rows of an order short ranks again, in the same order, when one became long. All new ones lie behind the old, so
 * no two ever meet. Cards that the board shows count as changed at `revision`; where hidden ones stand nobody needs to know.
 * @returns whether it did
 */
export async function shortenRanks(trx: Db, { of, within }: Order, rank: string, revision: number): Promise<boolean> {
  if (!isLong(rank)) return false
  const { table, within: parent, by } = orders[of]
  const { rows } = await sql<{ id: number; rank: string }>`
    select id, ${sql.ref(by)} as rank from ${sql.table(table)}
    where ${sql.ref(parent)} = ${within} and ${sql.ref(by)} is not null order by ${sql.ref(by)}`.execute(trx)
  const ranks = ranksBehind(rows.at(-1)?.rank ?? null, rows.length)
  const changed =
    table === 'cards' ? sql`, revision = case when archived_at is null and deleted_at is null then ${revision} else revision end` : sql``
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const pairs = rows.slice(from, from + rowsAtOnce).map(({ id }, index) => sql`(cast(${id} as integer), ${ranks[from + index] ?? ''})`)
    // Both databases name the columns of values this way.
    await sql`
      update ${sql.table(table)} set ${sql.ref(by)} = fresh.column2 ${changed}
      from (values ${sql.join(pairs)}) as fresh where ${sql.table(table)}.id = fresh.column1`.execute(trx)
  }
  return true
}
