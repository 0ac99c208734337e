import type { BoardRole, WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import type { SprintStatus } from '@rodada/contract/sprints/sprints'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import type { Db, Engine } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { AppError, conflict } from '../../platform/http/errors.ts'
import { normalize } from '../../platform/normalize.ts'
import { holdsAnywhere } from '../../platform/text-queries.ts'
import type { Actor } from '../auth/queries.ts'
import { type BoardRow, changeBoard, visibleBoardIds } from '../boards/queries.ts'
import type { FinalNumbers } from './figure-queries.ts'

/** A sprint with what its board says about it and about the person who asks. */
export type SprintRow = {
  id: number
  board_id: number
  name: string
  description: string
  starts_on: string
  ends_on: string
  status: 'planejada' | 'ativa' | 'encerrada'
  version: number
  created_at: string
  ended_at: string | null
  final: string | null
  /** Whether its end was written down so that it can be taken back. */
  can_reopen: number
  board_name: string
  board_color: string
  is_public: number
  member_role: BoardRole | null
}

/** The sprints of the boards that this person sees. */
const visibleSprints = (db: Db, viewer: Actor) =>
  db
    .selectFrom('sprints')
    .innerJoin('boards', 'boards.id', 'sprints.board_id')
    .leftJoin('board_members as own', (join) => join.onRef('own.board_id', '=', 'sprints.board_id').on('own.user_id', '=', viewer.userId))
    .select([
      'sprints.id',
      'sprints.board_id',
      'sprints.name',
      'sprints.description',
      'sprints.starts_on',
      'sprints.ends_on',
      'sprints.status',
      'sprints.version',
      'sprints.created_at',
      'sprints.ended_at',
      'sprints.final',
      'boards.title as board_name',
      'boards.color as board_color',
      'boards.is_public',
      'own.role as member_role',
    ])
    .select(sql<number>`case when sprints.closing is null then 0 else 1 end`.as('can_reopen'))
    .where('sprints.board_id', 'in', visibleBoardIds(db, viewer))

/** Those that last by their last day, then those that ended, the last first. */
const inOrder = (sprints: ReturnType<typeof visibleSprints>) =>
  sprints
    .orderBy(sql`case when sprints.ended_at is null then 0 else 1 end`)
    .orderBy(sql`case when sprints.ended_at is null then sprints.ends_on end`)
    .orderBy('sprints.ended_at', 'desc')
    .orderBy('sprints.id', 'desc')

const sprintGone = () => new AppError('not_found', texts.sprintNotFound)

/** A sprint as this person sees it; undefined when it is absent or on a board they cannot see. */
export const findSprint = (db: Db, viewer: Actor, sprintId: number): Promise<SprintRow | undefined> =>
  visibleSprints(db, viewer).where('sprints.id', '=', sprintId).executeTakeFirst()

/** As `findSprint`. @throws AppError 404 */
export async function getSprint(db: Db, viewer: Actor, sprintId: number): Promise<SprintRow> {
  const sprint = await findSprint(db, viewer, sprintId)
  if (!sprint) throw sprintGone()
  return sprint
}

/**
 * Begins a change of a sprint or of what is in it: holds its board (see `changeBoard`) and reads the sprint as it is from then on.
 * @throws AppError 404 as `getSprint`, 403 when the person may not write on the board, 409 when it ended and only lasting ones will do.
 */
export async function changeSprint(
  trx: Db,
  viewer: Actor,
  sprintId: number,
  { ended = false }: { ended?: boolean } = {},
): Promise<{ sprint: SprintRow; board: BoardRow }> {
  const { board_id } = await getSprint(trx, viewer, sprintId)
  const board = await changeBoard(trx, viewer, board_id)
  const sprint = await getSprint(trx, viewer, sprintId)
  if (!ended) requireOpen(sprint)
  return { sprint, board }
}

/**
 * For the order of sprints that last, planned ones included: which of them is the current one on a day, 'YYYY-MM-DD'. Those under
 * way come first, then what is planned, then what is late.
 */
export const currentFirst = (today: string) => sql<number>`
  case when sprints.ends_on < ${today} then 2 when sprints.status = 'planejada' and sprints.starts_on > ${today} then 1 else 0 end`

/** @throws AppError 409 when the sprint ended. */
export function requireOpen(sprint: { ended_at: string | null }): void {
  if (sprint.ended_at !== null) throw conflict(texts.sprintEnded)
}

/** What a sprint is on a day, 'YYYY-MM-DD': a planned one begins with its first day without being written. */
export function statusOn(sprint: Pick<SprintRow, 'status' | 'starts_on' | 'ended_at'>, today: string): SprintStatus {
  if (sprint.ended_at !== null) return 'encerrada'
  return sprint.status === 'ativa' || sprint.starts_on <= today ? 'ativa' : 'planejada'
}

export type SprintFilter = { status: 'todas' | 'ativas' | 'encerradas'; q?: string; limit: number; offset: number }

/** The sprints that a person sees, planned ones among the active. */
export const listSprints = (db: Db, engine: Engine, viewer: Actor, { status, q, limit, offset }: SprintFilter): Promise<SprintRow[]> =>
  inOrder(visibleSprints(db, viewer))
    .$if(status === 'ativas', (query) => query.where('sprints.ended_at', 'is', null))
    .$if(status === 'encerradas', (query) => query.where('sprints.ended_at', 'is not', null))
    .$if(Boolean(q), (query) => query.where(holdsAnywhere(engine, sql`sprints.search_text`, q ?? '')))
    .limit(limit)
    .offset(offset)
    .execute()

/** The sprints of a board. The caller has made sure that the viewer sees it. */
export const listSprintsOfBoard = (db: Db, viewer: Actor, boardId: number): Promise<SprintRow[]> =>
  inOrder(visibleSprints(db, viewer)).where('sprints.board_id', '=', boardId).limit(limits.boardSprints).execute()

/** Sprints by their ids, as far as this person sees them. */
export const listSprintsById = async (db: Db, viewer: Actor, ids: readonly number[]): Promise<SprintRow[]> =>
  ids.length === 0 ? [] : inOrder(visibleSprints(db, viewer)).where('sprints.id', 'in', ids).execute()

export type NewSprint = Pick<SprintRow, 'name' | 'description' | 'starts_on' | 'ends_on' | 'status'>

/** @throws AppError 409 when the board has too many. */
export async function addSprint(trx: Db, boardId: number, sprint: NewSprint): Promise<number> {
  const { n } = await trx
    .selectFrom('sprints')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow()
  if (n >= limits.boardSprints) throw conflict(texts.tooManySprints)
  const { id } = await trx
    .insertInto('sprints')
    .values({ ...sprint, board_id: boardId, search_text: normalize(sprint.name), version: 1, created_at: instant() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a sprint as it is to be; new texts and dates count its version. False when it is so already. */
export async function updateSprint(trx: Db, sprint: SprintRow, wanted: NewSprint): Promise<boolean> {
  const edited = (['name', 'description', 'starts_on', 'ends_on'] as const).some((field) => wanted[field] !== sprint[field])
  if (!edited && wanted.status === sprint.status) return false
  await trx
    .updateTable('sprints')
    .set({ ...wanted, search_text: normalize(wanted.name), version: sprint.version + (edited ? 1 : 0) })
    .where('id', '=', sprint.id)
    .execute()
  return true
}

/** Notes that it is told that a sprint began. False when it was told before. */
export async function markStartTold(trx: Db, sprintId: number): Promise<boolean> {
  const marked = await trx
    .updateTable('sprints')
    .set({ start_told: 1 })
    .where('id', '=', sprintId)
    .where('start_told', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Some of the open sprints that have begun without a word. */
export const listUntoldStarts = (db: Db, today: string, most: number): Promise<{ id: number; name: string; board_id: number }[]> =>
  db
    .selectFrom('sprints')
    .innerJoin('boards', 'boards.id', 'sprints.board_id')
    .select(['sprints.id', 'sprints.name', 'sprints.board_id'])
    .where('start_told', '=', 0)
    .where('starts_on', '<=', today)
    .where('ended_at', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .orderBy('starts_on')
    .limit(most)
    .execute()

/** Ends a sprint with its numbers. What the journal says from here on no longer counts for it. */
export async function closeSprint(trx: Db, sprintId: number, at: string, final: FinalNumbers): Promise<void> {
  await trx
    .updateTable('sprints')
    .set((eb) => ({
      status: 'encerrada' as const,
      ended_at: at,
      final: JSON.stringify(final),
      journal_end: eb.selectFrom('activities').select(eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last')),
    }))
    .where('id', '=', sprintId)
    .execute()
}

/** Says when a sprint that was brought was made, and how it ended. Until `endJournal`, its journal counts up to that instant. */
export async function keepPast(
  trx: Db,
  sprintId: number,
  { created_at, ended }: { created_at: string; ended: { at: string; final: FinalNumbers | null } | null },
): Promise<void> {
  const end = ended && { ended_at: ended.at, ...(ended.final && { final: JSON.stringify(ended.final) }) }
  await trx
    .updateTable('sprints')
    .set({ created_at, ...end })
    .where('id', '=', sprintId)
    .execute()
}

/** Of sprints that ended, nothing counts that the journal of their board says from here on. */
export async function endJournal(trx: Db, boardId: number, sprintIds: readonly number[]): Promise<void> {
  if (sprintIds.length === 0) return
  await trx
    .updateTable('sprints')
    .set((eb) => ({
      journal_end: eb
        .selectFrom('activities')
        .select(eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
        .where('board_id', '=', boardId),
    }))
    .where('id', 'in', sprintIds)
    .execute()
}

/** Deletes a sprint with its columns. Its tasks must have been freed. */
export async function deleteSprint(trx: Db, sprintId: number): Promise<void> {
  await trx.deleteFrom('sprints').where('id', '=', sprintId).execute()
}

/** Statuses of work that is over, one way or the other. */
export const overStatuses: WorkStatus[] = ['concluida', 'cancelada']
