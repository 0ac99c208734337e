import type { WorkStatus } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { conflict } from '../../platform/errors.ts'
import { ranksBefore } from '../../platform/ranks.ts'
import { listLists } from '../boards/list-queries.ts'
import { findRank, type Order, ranksAtEnd, shortenRanks } from '../boards/order-queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { CardRow } from '../cards/queries.ts'
import { tellFinishing } from '../slack/queries.ts'
import { type ColumnRow, listColumns } from './column-queries.ts'

/** What a card needs to have so that its place can be found. */
export type Placed = Pick<CardRow, 'id' | 'list_id' | 'column_id' | 'column_rank' | 'status'>

/** Fields of a card that say where it stands on both sides. */
export type CardPlace = Partial<Pick<CardRow, 'sprint_id' | 'column_id' | 'column_rank' | 'from_sprint_id' | 'list_id' | 'rank' | 'status'>>

/** Rows of one statement; each takes two parameters, and the databases take some ten thousands. */
const rowsAtOnce = 5000

const tasksOf = (columnId: number): Order => ({ of: 'tasks', within: columnId })

/** That a held sprint has room for `more` tasks. @throws AppError 409 */
export async function requireRoomForTasks(trx: Db, sprintId: number, more: number, refusal: string = texts.tooManyTasks): Promise<void> {
  const { n } = await trx
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sprint_id', '=', sprintId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (n + more > limits.sprintTasks) throw conflict(refusal)
}

/**
 * Where a card stands in a column: behind another task (null: on top), else at the end, or where it is when it is there already.
 * With the column comes its status, and with that the first list of the same status, so that both sides say the same.
 */
export async function placeInColumn(
  trx: Db,
  board: BoardRow,
  card: Placed,
  column: ColumnRow,
  after_id: number | null | undefined,
): Promise<CardPlace> {
  const stays = card.column_id === column.id
  if (stays && after_id === undefined) return {}
  const own = stays ? { id: card.id, rank: card.column_rank ?? '' } : undefined
  const column_rank = await findRank(trx, tasksOf(column.id), { after_id }, own)
  if (stays) return { column_rank }
  return { column_id: column.id, column_rank, ...(await placeByStatus(trx, board, card, column.status)) }
}

/** A status, and the end of the first list with it for a card whose own list has another. The list stays when there is no such. */
export async function placeByStatus(
  trx: Db,
  board: BoardRow,
  card: Pick<CardRow, 'list_id'>,
  status: WorkStatus,
): Promise<Pick<CardPlace, 'status' | 'list_id' | 'rank'>> {
  const lists = await listLists(trx, board.id)
  const list = lists.find((candidate) => candidate.status === status)
  if (!list || lists.find(({ id }) => id === card.list_id)?.status === status) return { status }
  return { status, list_id: list.id, rank: await findRank(trx, { of: 'cards', within: list.id }, {}) }
}

/** Gives the tasks of a column short ranks when one became long. */
export async function shortenColumn(trx: Db, board: BoardRow, place: CardPlace): Promise<void> {
  if (place.column_id && place.column_rank) await shortenRanks(trx, tasksOf(place.column_id), place.column_rank, board.revision)
}

/**
 * Where a card stands in its sprint once its status is another, because its list is: at the end of the first column with that
 * status. A card of an ended sprint that is taken up again goes to the backlog, where it can be planned.
 */
export async function followStatus(trx: Db, card: CardRow, status: WorkStatus): Promise<CardPlace> {
  if (card.sprint_id === null || card.status === status) return {}
  const sprint = await trx.selectFrom('sprints').select('ended_at').where('id', '=', card.sprint_id).executeTakeFirstOrThrow()
  if (sprint.ended_at !== null) return isOver(status) ? {} : toBacklog(card.sprint_id)
  const columns = await listColumns(trx, card.sprint_id)
  if (columns.find(({ id }) => id === card.column_id)?.status === status) return {}
  const column = columns.find((candidate) => candidate.status === status)
  return column ? { column_id: column.id, column_rank: await findRank(trx, tasksOf(column.id), {}) } : {}
}

const isOver = (status: WorkStatus): boolean => status === 'concluida' || status === 'cancelada'
const toBacklog = (from: number): CardPlace => ({ sprint_id: null, column_id: null, column_rank: null, from_sprint_id: from })

/** Writes ranks of many cards, each its own, and what else is the same for all of them. */
export async function writeRanks(
  trx: Db,
  field: 'rank' | 'column_rank',
  ids: readonly number[],
  ranks: readonly string[],
  set: RawBuilder<unknown>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const pairs = ids.slice(from, from + rowsAtOnce).map((id, index) => sql`(cast(${id} as integer), ${ranks[from + index] ?? ''})`)
    // Both databases name the columns of values this way.
    await sql`
      update cards set ${sql.ref(field)} = fresh.column2, ${set}
      from (values ${sql.join(pairs)}) as fresh where cards.id = fresh.column1`.execute(trx)
  }
}

const withStatus = (status: WorkStatus, now: string) =>
  sql`status = ${status}, completed_at = ${status === 'concluida' ? sql`coalesce(completed_at, ${now})` : sql`null`}`

/** Puts many cards, in their order, at the end of a column of a held board; lists follow. One statement for each side. */
export async function moveToColumn(
  trx: Db,
  board: BoardRow,
  cards: readonly Pick<CardRow, 'id' | 'list_id'>[],
  column: ColumnRow,
): Promise<void> {
  const now = instant()
  const ids = cards.map(({ id }) => id)
  if (column.status === 'concluida') await tellFinishing(trx, board, 'id', ids)
  await writeRanks(
    trx,
    'column_rank',
    ids,
    await ranksAtEnd(trx, tasksOf(column.id), cards.length),
    sql`sprint_id = ${column.sprint_id}, column_id = ${column.id}, ${withStatus(column.status, now)}, revision = ${board.revision}, updated_at = ${now}`,
  )
  await moveToListOf(trx, board, cards, column.status)
}

/** Puts those of many cards whose list has another status at the end of the first list with this one, when there is one. */
async function moveToListOf(
  trx: Db,
  board: BoardRow,
  cards: readonly Pick<CardRow, 'id' | 'list_id'>[],
  status: WorkStatus,
): Promise<void> {
  const lists = await listLists(trx, board.id)
  const target = lists.find((list) => list.status === status)
  if (!target) return
  const right = new Set(lists.filter((list) => list.status === status).map(({ id }) => id))
  const ids = cards.filter(({ list_id }) => !right.has(list_id)).map(({ id }) => id)
  const ranks = await ranksAtEnd(trx, { of: 'cards', within: target.id }, ids.length)
  await writeRanks(trx, 'rank', ids, ranks, sql`list_id = ${target.id}, revision = ${board.revision}`)
}

/** The tasks of a column in their order, hidden ones too. */
export const listTasksOfColumn = (trx: Db, columnId: number) =>
  trx.selectFrom('cards').select(['id', 'list_id']).where('column_id', '=', columnId).orderBy('column_rank').orderBy('id').execute()

/** Gives all tasks of a column its status; their lists follow. */
export async function passStatus(trx: Db, board: BoardRow, column: ColumnRow, status: WorkStatus): Promise<void> {
  if (status === 'concluida') await tellFinishing(trx, board, 'column_id', [column.id])
  await sql`update cards set ${withStatus(status, instant())}, revision = ${board.revision} where column_id = ${column.id}`.execute(trx)
  await moveToListOf(trx, board, await listTasksOfColumn(trx, column.id), status)
}

/**
 * The planned cards of a list that got another status stand in the columns of that status from then on, as `followStatus` has it
 * for one. Their status is written already.
 */
export async function followList(trx: Db, board: BoardRow, listId: number, status: WorkStatus): Promise<void> {
  const planned = await trx
    .selectFrom('cards')
    .innerJoin('sprints', 'sprints.id', 'cards.sprint_id')
    .leftJoin('sprint_columns', 'sprint_columns.id', 'cards.column_id')
    .select(['cards.id', 'cards.list_id', 'sprints.id as sprint_id', 'sprints.ended_at', 'sprint_columns.status as column_status'])
    .where('cards.list_id', '=', listId)
    .orderBy('sprint_columns.rank')
    .orderBy('cards.column_rank')
    .execute()
  const ended = planned.filter(({ ended_at }) => ended_at !== null)
  if (ended.length > 0 && !isOver(status)) await takeUpAgain(trx, board, listId)
  for (const sprintId of new Set(planned.filter(({ ended_at }) => ended_at === null).map(({ sprint_id }) => sprint_id))) {
    const column = (await listColumns(trx, sprintId)).find((candidate) => candidate.status === status)
    const late = planned.filter((card) => card.sprint_id === sprintId && card.column_status !== status)
    if (column && late.length > 0) await moveToColumn(trx, board, late, column)
  }
}

async function takeUpAgain(trx: Db, board: BoardRow, listId: number): Promise<void> {
  await sql`
    update cards set from_sprint_id = sprint_id, sprint_id = null, column_id = null, column_rank = null, revision = ${board.revision}
    where list_id = ${listId} and sprint_id in (select id from sprints where board_id = ${board.id} and ended_at is not null)`.execute(trx)
}

/** Puts cards, in their order, on top of the backlog of a held board; those of an ended sprint remember it. */
export async function moveToBacklog(trx: Db, board: BoardRow, ids: readonly number[], fromSprintId?: number): Promise<void> {
  const first = await trx
    .selectFrom('cards')
    .select('column_rank')
    .where('board_id', '=', board.id)
    .where('sprint_id', 'is', null)
    .where('column_rank', 'is not', null)
    .orderBy('column_rank')
    .limit(1)
    .executeTakeFirst()
  const from = fromSprintId === undefined ? sql`` : sql`, from_sprint_id = ${fromSprintId}`
  await writeRanks(
    trx,
    'column_rank',
    ids,
    ranksBefore(first?.column_rank ?? null, ids.length),
    sql`sprint_id = null, column_id = null, revision = ${board.revision}, updated_at = ${instant()} ${from}`,
  )
}

/** The tasks of a sprint in their order, hidden ones too, with what decides where they go when it is over. */
export const listTasksToFree = (trx: Db, sprintId: number): Promise<{ id: number; status: WorkStatus }[]> =>
  trx
    .selectFrom('cards')
    .leftJoin('sprint_columns', 'sprint_columns.id', 'cards.column_id')
    .select(['cards.id', 'cards.status'])
    .where('cards.sprint_id', '=', sprintId)
    .orderBy('sprint_columns.rank')
    .orderBy('cards.column_rank')
    .orderBy('cards.id')
    .execute()

/** Takes what is left in a sprint out of it; those tasks are over, and have no place in the backlog. */
export async function releaseTasks(trx: Db, board: BoardRow, sprintId: number): Promise<void> {
  await sql`
    update cards set sprint_id = null, column_id = null, column_rank = null, revision = ${board.revision} where sprint_id = ${sprintId}`.execute(
    trx,
  )
}
