import type { PersonSummary, WorkStatus } from '@rodada/contract/core/fields'
import type { GithubState } from '@rodada/contract/integrations/settings'
import type { StoredPriority } from '../../../migrations/tables/cards.ts'
import type { Db, Engine } from '../../../platform/database.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { expectRows } from '../../../platform/limits/costly-turns.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'
import { isShown } from '../../cards/count-queries.ts'
import { conditionsOfFields, type WantedInField } from '../../cards/fields/filter-queries.ts'
import { listLeft } from '../../cards/key-queries.ts'
import { listTaskParticipants } from '../../cards/participants/queries.ts'
import { type CardRow, cardRows, descriptionStart } from '../../cards/queries.ts'
import { listMarks, type Marks, noMarks } from '../../cards/relations/mark-queries.ts'
import { hasTextOrKeyAmong } from '../../cards/search/hit-queries.ts'
import { type BacklogFilter, conditionsOf } from '../backlog/filter-queries.ts'
import { rounded } from '../figure-queries.ts'
import { overStatuses } from '../queries.ts'

/** A card as far as the sprint side speaks of it. */
export type TaskRow = {
  id: number
  number: number
  key_prefix: string
  sprint_id: number | null
  column_id: number | null
  column_rank: string | null
  board_id: number
  list_id: number
  title: string
  /** Its beginning. */
  description: string
  priority: StoredPriority
  has_priority: number
  start_date: string | null
  due_date: string | null
  estimate: number | null
  estimated_hours: number | null
  notes: string
  status: WorkStatus
  moved_at: string | null
  comment_count: number
  checklist_total: number
  checklist_done: number
  attachment_count: number
  file_count: number
  github_state: GithubState | null
  shown_fields: string | null
  version: number
  assignee_id: number | null
  assignee_name: string | null
  assignee_avatar: string | null
  from_sprint_id: number | null
  from_sprint_name: string | null
}
export type TaskLabel = { id: number; name: string; color: string }
export type Task = TaskRow & { labels: TaskLabel[]; participants: PersonSummary[]; marks: Marks }
type OnCard<Part> = Part & { card_id: number }

const tasks = (db: Db) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .leftJoin('users', 'users.id', 'cards.assignee_id')
    .leftJoin('sprints as origin', 'origin.id', 'cards.from_sprint_id')
    .select([
      'cards.id',
      'cards.number',
      'boards.key_prefix',
      'cards.sprint_id',
      'cards.column_id',
      'cards.column_rank',
      'cards.board_id',
      'cards.list_id',
      'cards.title',
      'cards.priority',
      'cards.has_priority',
      'cards.start_date',
      'cards.due_date',
      'cards.estimate',
      'cards.estimated_hours',
      'cards.notes',
      'cards.status',
      'cards.moved_at',
      'cards.comment_count',
      'cards.checklist_total',
      'cards.checklist_done',
      'cards.attachment_count',
      'cards.file_count',
      'cards.github_state',
      'cards.shown_fields',
      'cards.version',
      'cards.assignee_id',
      'users.name as assignee_name',
      'users.avatar_url as assignee_avatar',
      'cards.from_sprint_id',
      'origin.name as from_sprint_name',
    ])
    .select(descriptionStart)

/** Tasks that are not archived or deleted, nor their lists; what they are of is the caller's to say. */
export const shownTasks = (db: Db) => tasks(db).where(isShown)

const labelsOn = (db: Db) =>
  db
    .selectFrom('card_labels')
    .innerJoin('labels', 'labels.id', 'card_labels.label_id')
    .select(['card_labels.card_id', 'labels.id', 'labels.name', 'labels.color'])
    .orderBy('labels.id')

function byCard<Part>(parts: readonly OnCard<Part>[]): ReadonlyMap<number, Omit<OnCard<Part>, 'card_id'>[]> {
  const found = new Map<number, Omit<OnCard<Part>, 'card_id'>[]>()
  for (const { card_id, ...part } of parts) {
    const of = found.get(card_id)
    if (of) of.push(part)
    else found.set(card_id, [part])
  }
  return found
}

function withParts(
  rows: readonly TaskRow[],
  pairs: readonly OnCard<TaskLabel>[],
  people: readonly OnCard<PersonSummary>[],
  marks: ReadonlyMap<number, Marks>,
): Task[] {
  const [labels, participants] = [byCard(pairs), byCard(people)]
  // Added to the rows as they were read: copying a thousand of them takes longer than reading them.
  return rows.map((row) =>
    Object.assign(row, {
      labels: labels.get(row.id) ?? [],
      participants: participants.get(row.id) ?? [],
      marks: marks.get(row.id) ?? noMarks,
    }),
  )
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** Rows with their labels, participants and marks. */
export async function withPartsOf(db: Db, rows: readonly TaskRow[]): Promise<Task[]> {
  if (rows.length === 0) return []
  const cardIds = idsOf(rows)
  const pairs = await labelsOn(db).where('card_labels.card_id', 'in', cardIds).execute()
  return withParts(rows, pairs, await listTaskParticipants(db, { cardIds }), await listMarks(db, cardIds))
}

/** The tasks that a sprint shows, by column and place. */
export async function listTasks(db: Db, sprintId: number): Promise<Task[]> {
  const { n } = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sprint_id', '=', sprintId)
    .executeTakeFirstOrThrow()
  await expectRows(n)
  const rows = await shownTasks(db)
    .leftJoin('sprint_columns', 'sprint_columns.id', 'cards.column_id')
    .where('cards.sprint_id', '=', sprintId)
    .orderBy('sprint_columns.rank')
    .orderBy('cards.column_rank')
    .orderBy('cards.id')
    .execute()
  const pairs = await labelsOn(db).innerJoin('cards', 'cards.id', 'card_labels.card_id').where('cards.sprint_id', '=', sprintId).execute()
  const people = await listTaskParticipants(db, { sprintId })
  return withParts(rows, pairs, people, await listMarks(db, idsOf(rows)))
}

/** Of the cards of its board that changed behind a revision, those that a sprint shows and the ids of all others. */
export async function listChangedTasks(
  db: Db,
  { id, board_id }: { id: number; board_id: number },
  since: number,
): Promise<{ tasks: Task[]; removed: number[] }> {
  const changed = await db.selectFrom('cards').select('id').where('board_id', '=', board_id).where('revision', '>', since).execute()
  await expectRows(changed.length)
  const rows = await shownTasks(db)
    .where('cards.board_id', '=', board_id)
    .where('cards.revision', '>', since)
    .where('cards.sprint_id', '=', id)
    .execute()
  const shown = new Set(rows.map((row) => row.id))
  const removed = changed.flatMap((card) => (shown.has(card.id) ? [] : [card.id]))
  return { tasks: await withPartsOf(db, rows), removed: [...removed, ...(await listLeft(db, board_id, since))] }
}

/** Cards as tasks, by their ids and in their order; absent ones are left out. The caller has made sure that the viewer sees them. */
export async function listTasksById(db: Db, ids: readonly number[]): Promise<Task[]> {
  if (ids.length === 0) return []
  const rows = await withPartsOf(db, await tasks(db).where('cards.id', 'in', ids).execute())
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** As `listTasksById`, for one that is there. */
export async function getTask(db: Db, cardId: number): Promise<Task> {
  const [task] = await listTasksById(db, [cardId])
  if (!task) throw new Error('a task that was just written is gone')
  return task
}

const backlog = (db: Db, boardId: number) =>
  shownTasks(db).where('cards.board_id', '=', boardId).where('cards.sprint_id', 'is', null).where('cards.status', 'not in', overStatuses)

const filtered = (db: Db, boardId: number, filter: BacklogFilter) =>
  conditionsOf(filter).reduce((query, condition) => query.where(condition), backlog(db, boardId))

type BacklogPage = Omit<BacklogFilter, 'holds' | 'inFields'> & {
  limit: number
  offset: number
  q?: string | undefined
  /** By the ids of the board's fields: any of this. */
  fields?: ReadonlyMap<number, readonly WantedInField[]> | undefined
  engine: Engine
}

/**
 * A page of a board's backlog in its order: ranked cards first, then the others by id. `total`, `points` and `unestimated` count all
 * that the filter lets through.
 */
export async function listBacklog(
  db: Db,
  boardId: number,
  { limit, offset, q, engine, fields = new Map(), ...asked }: BacklogPage,
): Promise<{ total: number; points: number; unestimated: number; tasks: Task[] }> {
  const all = () => backlog(db, boardId).clearSelect().select('cards.id').execute()
  const inFields = await conditionsOfFields(fields, { db, engine, boardId, today: asked.today })
  const filter = { ...asked, inFields, holds: q ? await hasTextOrKeyAmong(db, engine, q, all) : undefined }
  const counts = await filtered(db, boardId, filter)
    .clearSelect()
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number | null>('cards.estimate').as('points'),
      eb.fn.count<number>('cards.estimate').as('estimated'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await filtered(db, boardId, filter)
    .orderBy((eb) => eb('cards.column_rank', 'is', null))
    .orderBy('cards.column_rank')
    .orderBy('cards.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total, points, estimated } = counts
  return { total, points: rounded(points ?? 0), unestimated: total - estimated, tasks: await withPartsOf(db, rows) }
}

/** Cards as they are now, for a change of many, and when their sprint ended; in the order of the ids, absent ones left out. */
export async function listCardsToChange(db: Db, ids: readonly number[]): Promise<(CardRow & { ended_at: string | null })[]> {
  const rows = await cardRows(db)
    .leftJoin('sprints', 'sprints.id', 'cards.sprint_id')
    .select('sprints.ended_at')
    .where('cards.id', 'in', ids)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The board of the first of these cards that this person sees. @throws AppError 404 when they see none of them */
export async function getBoardOf(db: Db, viewer: Actor, ids: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select('cards.board_id')
    .where('cards.id', 'in', ids)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .orderBy('cards.id')
    .limit(1)
    .executeTakeFirstOrThrow(notFound)
  return row.board_id
}
