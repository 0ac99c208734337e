import { workStatuses } from '@rodada/contract/boards/settings'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { likeAnywhere } from '../../platform/normalize.ts'
import { countWhere, isDone, isInProgress, isOverdue, isShown, isTask } from '../cards/count-queries.ts'
import { currentFirst } from '../sprints/queries.ts'
import { bugWords, hasWord, improvementWords } from './label-words.ts'

/** `from` belongs to the span, `until` does not. */
export type Span = { from: string; until: string }
/** The day that numbers are of, 'YYYY-MM-DD', and the months that are shown, the last of them the current one. */
export type Days = { today: string; months: readonly (Span & { month: string })[] }

/** What is counted of cards, by name. Those of a month and those that are labelled are named in `sumCards` and `sumCardsWith`. */
export type Sums = Readonly<Record<string, number>>
/** By what name the cards of a status are counted. All but cancelled ones together are the 'tasks'; 'overdue' ones are among them. */
export const sumOfStatus = {
  pendente: 'pending',
  em_andamento: 'in_progress',
  impedimento: 'blocked',
  concluida: 'completed',
  cancelada: 'cancelled',
} as const satisfies Record<WorkStatus, string>
/** The cards that one person answers for; their points are those of completed cards. */
export type OfPerson = { user_id: number; total: number; completed: number; in_progress: number; overdue: number; points: number }
/** An open sprint, and how it stands beside others: see `currentFirst`. */
export type OpenSprint = { id: number; rank: number; ends_on: string }
/** The numbers of a board: what is on it and no more, so that they are true for as long as its revision is. */
export type BoardNumbers = { sums: Sums; people: readonly OfPerson[]; sprints: readonly OpenSprint[] }

/** A board that is counted, and its revision; `cards` bounds how many cards it has. */
export type CountedBoard = { id: number; revision: number; cards: number }

/**
 * The boards that are counted, in one text, which is another one when any of them changed. Thousands of rows would cost more to come from a
 * reading thread than to be read. What is on a template is nobody's work.
 */
export async function readCountedBoards(db: Db): Promise<string> {
  const { text } = await db
    .selectFrom('boards')
    .select(sql<string | null>`string_agg(id || ' ' || revision || ' ' || card_counter, ',' order by id)`.as('text'))
    .where('deleted_at', 'is', null)
    .where('is_template', '=', 0)
    .executeTakeFirstOrThrow()
  return text ?? ''
}

/** The boards of such a text, by their ids. */
export const countedBoardsOf = (text: string): CountedBoard[] =>
  text === ''
    ? []
    : text.split(',').map((board) => {
        const [id = 0, revision = 0, cards = 0] = board.split(' ').map(Number)
        return { id, revision, cards }
      })

/**
 * Cards that are shown. SQLite reads the tables of a `cross join` in this order; each card would else ask for its list, which took three times as
 * long.
 */
const shownOf = (db: Db, boardIds: readonly number[]) =>
  db
    .selectFrom('lists')
    .crossJoin('cards')
    .whereRef('cards.list_id', '=', 'lists.id')
    .where('lists.board_id', 'in', boardIds)
    .where(isShown)

const isStatus = (status: WorkStatus) => sql<boolean>`(cards.status = ${sql.lit(status)})`
const isCounted = sql<boolean>`(cards.status <> 'cancelada')`

const isIn = (column: 'cards.created_at' | 'cards.completed_at', { from, until }: Span) =>
  sql<boolean>`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until})`

/** The numbers of some boards, each in it. */
export async function countBoards(db: Db, boardIds: readonly number[], days: Days): Promise<ReadonlyMap<number, BoardNumbers>> {
  const sums = await sumCards(db, boardIds, days)
  const people = Map.groupBy(await listPeople(db, boardIds, days), ({ board_id }) => board_id)
  const sprints = Map.groupBy(await listOpenSprints(db, boardIds, days), ({ board_id }) => board_id)
  const labelled = await sumLabelled(db, boardIds, days)
  return new Map(
    boardIds.map((id) => [
      id,
      { sums: { ...sums.get(id), ...labelled.get(id) }, people: people.get(id) ?? [], sprints: sprints.get(id) ?? [] },
    ]),
  )
}

type SumRow = { board_id: number } & Record<string, number | null>
const sumsOf = ({ board_id, ...row }: SumRow): [number, Sums] => [
  board_id,
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? 0])),
]

async function sumCards(db: Db, boardIds: readonly number[], { today, months }: Days): Promise<ReadonlyMap<number, Sums>> {
  const isOf = (column: 'cards.created_at' | 'cards.completed_at', span: Span) => sql<boolean>`(${isCounted} and ${isIn(column, span)})`
  const rows: SumRow[] = await shownOf(db, boardIds)
    .select('lists.board_id')
    .select([
      countWhere(isCounted).as('tasks'),
      countWhere(isOverdue(today)).as('overdue'),
      ...workStatuses.map((status) => countWhere(isStatus(status)).as(sumOfStatus[status])),
      ...months.flatMap((span) => [
        countWhere(isOf('cards.created_at', span)).as(`created ${span.month}`),
        countWhere(isOf('cards.completed_at', span)).as(`completed ${span.month}`),
        sql<number | null>`sum(case when ${isOf('cards.completed_at', span)} then cards.estimate end)`.as(`points ${span.month}`),
      ]),
    ])
    .groupBy('lists.board_id')
    .execute()
  return new Map(rows.map(sumsOf))
}

async function listPeople(db: Db, boardIds: readonly number[], { today }: Days): Promise<(OfPerson & { board_id: number })[]> {
  const rows = await shownOf(db, boardIds)
    .where(isCounted)
    .where('cards.assignee_id', 'is not', null)
    .select((eb) => [
      'lists.board_id',
      eb.fn.coalesce('cards.assignee_id', eb.lit(0)).as('user_id'),
      eb.fn.countAll<number>().as('total'),
      countWhere(isDone).as('completed'),
      countWhere(isInProgress).as('in_progress'),
      countWhere(isOverdue(today)).as('overdue'),
      sql<number | null>`sum(case when ${isDone} then cards.estimate end)`.as('points'),
    ])
    .groupBy(['lists.board_id', 'cards.assignee_id'])
    .execute()
  return rows.map((row) => ({
    ...row,
    completed: row.completed ?? 0,
    in_progress: row.in_progress ?? 0,
    overdue: row.overdue ?? 0,
    points: row.points ?? 0,
  }))
}

/** Planned ones are included, as wherever sprints are counted. */
const listOpenSprints = (db: Db, boardIds: readonly number[], { today }: Days): Promise<(OpenSprint & { board_id: number })[]> =>
  db
    .selectFrom('sprints')
    .select(['id', 'board_id', 'ends_on', currentFirst(today).as('rank')])
    .where('board_id', 'in', boardIds)
    .where('ended_at', 'is', null)
    .execute()

/** Cards with a label that names a bug, and with one that names an improvement. */
async function sumLabelled(db: Db, boardIds: readonly number[], days: Days): Promise<ReadonlyMap<number, Sums>> {
  const labels = await db
    .selectFrom('labels')
    .select(['id', 'search_text'])
    .where('board_id', 'in', boardIds)
    .where((label) =>
      label.or([...bugWords, ...improvementWords].map((word) => sql<boolean>`search_text like ${likeAnywhere(word)} escape '\\'`)),
    )
    .execute()
  const sums = new Map<number, Sums>()
  for (const [name, words] of [['bugs', bugWords] as const, ['improvements', improvementWords] as const]) {
    // Neither database knows where a word ends, so the names are filtered here.
    const ids = labels.filter(({ search_text }) => hasWord(search_text, words)).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const [id, own] of (await sumCardsWith(db, ids, name, days)).map(sumsOf)) sums.set(id, { ...sums.get(id), ...own })
  }
  return sums
}

async function sumCardsWith(db: Db, labelIds: readonly number[], name: string, { months }: Days): Promise<SumRow[]> {
  const [thisMonth] = months.slice(-1)
  if (!thisMonth) throw new Error('there is no month')
  return db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .where(isTask)
    .where('cards.id', 'in', (eb) => eb.selectFrom('card_labels').select('card_id').where('label_id', 'in', labelIds))
    .select('lists.board_id')
    .select((eb) => [
      eb.fn.countAll<number>().as(name),
      countWhere(isDone).as(`${name} completed`),
      countWhere(isIn('cards.created_at', thisMonth)).as(`${name} opened`),
    ])
    .groupBy('lists.board_id')
    .execute()
}
