import { firstColumns } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { type CreateSprint, Sprint, type UpdateSprint } from '@rodada/contract/sprints/sprints'
import type { SprintBoard, SprintChanges, SprintColumn } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db } from '../../platform/database.ts'
import { conflict, invalid, stale } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { addDays } from '../../platform/time.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { firstStatus, nextStatus as statusAfter, statusOfName } from '../boards/lists/status-policy.ts'
import { type BoardRow, changeBoard, getBoardAccess } from '../boards/queries.ts'
import type { Change } from '../boards/write.ts'
import { addColumns, type ColumnRow, deleteColumn, getColumn, listColumns, moveColumn, updateColumn } from './columns/queries.ts'
import { endSprint } from './end-commands.ts'
import { sprintStarted } from './events.ts'
import { moveToBacklog, moveToColumn, passStatus, releaseTasks } from './move-commands.ts'
import { listTasksOfColumn, listTasksOfSprint } from './place-queries.ts'
import { nextSprint } from './planning/next-view.ts'
import {
  addSprint,
  changeSprint,
  deleteSprint,
  getSprint,
  listSprintsOfBoard,
  markStartTold,
  overStatuses,
  type SprintRow,
  updateSprint,
} from './queries.ts'
import { loadSprint, showSprint, today } from './sprint-queries.ts'
import { listChangedTasks, listTasks } from './tasks/queries.ts'
import { columnsView, taskView } from './view.ts'

const changed = <T>(board: BoardRow, result: T): Change<T> => ({ boardId: board.id, revision: board.revision, result })

/**
 * A sprint without its tasks. The revision is read first: what is read after it may be newer, never older, so a client that asks
 * for changes since this revision misses nothing.
 */
async function frame(db: Db, viewer: Actor, sprintId: number) {
  const { board_id } = await getSprint(db, viewer, sprintId)
  const { revision } = await getBoardAccess(db, viewer, board_id)
  return { sprint: await loadSprint(db, viewer, sprintId), columns: columnsView(await listColumns(db, sprintId)), revision }
}

/** A whole sprint. @throws AppError 404 */
export async function loadSprintBoard(db: Db, viewer: Actor, sprintId: number): Promise<SprintBoard> {
  return { ...(await frame(db, viewer, sprintId)), tasks: (await listTasks(db, sprintId)).map(taskView) }
}

/** What changed in a sprint behind a revision of its board. @throws AppError 404 */
export async function loadSprintChanges(db: Db, viewer: Actor, sprintId: number, since: number): Promise<SprintChanges> {
  const shown = await frame(db, viewer, sprintId)
  const { tasks, removed } = await listChangedTasks(db, { id: sprintId, board_id: shown.sprint.board_id }, since)
  return { ...shown, tasks: tasks.map(taskView), removed }
}

/** A new sprint with its first columns. @throws AppError 404 or 403 for the board, 409 when it has too many. */
export async function createSprint(
  work: Work,
  viewer: Actor & Pick<Viewer, 'language'>,
  input: z.output<typeof CreateSprint>,
): Promise<Change<Sprint>> {
  const board = await changeBoard(work.trx, viewer, input.board_id)
  const id = await makeSprint(work, viewer, board, input)
  return changed(board, await loadSprint(work.trx, viewer, id))
}

/** As `createSprint`, on a held board. @returns its id */
export async function makeSprint(
  work: Work,
  viewer: Pick<Viewer, 'language'>,
  board: BoardRow,
  input: Omit<z.output<typeof CreateSprint>, 'board_id'>,
): Promise<number> {
  const { trx } = work
  requireDates(input.data_inicio, input.data_fim)
  const status = plannedOn(input.data_inicio)
  const id = await addSprint(trx, board.id, {
    name: input.nome,
    description: input.descricao,
    starts_on: input.data_inicio,
    ends_on: input.data_fim,
    status,
  })
  await addColumns(
    trx,
    id,
    firstColumns[viewer.language].map((name) => ({ name, status: statusOfName(name) })),
  )
  if (status === 'ativa') await tellStarted(work, board, { id, name: input.nome })
  return id
}

/** Tells that a sprint of a held board began, unless it was told. */
export async function tellStarted(work: Work, board: BoardRow, { id, name }: { id: number; name: string }): Promise<void> {
  if (await markStartTold(work.trx, id)) await work.emit(sprintStarted, { board, sprint: { id, name } })
}

/**
 * The next sprint of a held board that makes it itself, once a sprint ended and no other is open. It is the one that was proposed before, so it
 * begins after the planned end of the sprint that ended.
 * @returns its id; null when none is made, also because the board has too many, or dates end
 */
export async function makeNextSprint(
  work: Work,
  viewer: Actor & Pick<Viewer, 'language'>,
  board: BoardRow,
  endedId: number,
): Promise<number | null> {
  if (board.auto_sprint === 0) return null
  const sprints = await listSprintsOfBoard(work.trx, viewer, board.id)
  if (sprints.length >= limits.boardSprints || sprints.some(({ ended_at }) => ended_at === null)) return null
  const before = sprints.map((sprint) => (sprint.id === endedId ? { ...sprint, ended_at: null } : sprint))
  const next = nextSprint(before, today())
  if (next.data_fim > `${limits.lastYear}-12-31`) return null
  return makeSprint(work, viewer, board, { ...next, descricao: '' })
}

/** @throws AppError 400 when a sprint would end before it starts, or last longer than sprints do. */
function requireDates(first: string, last: string): void {
  if (first >= last) throw invalid({ data_fim: texts.sprintDatesOrder })
  if (addDays(first, limits.sprintDays) < last) throw invalid({ data_fim: texts.sprintTooLong })
}

const plannedOn = (firstDay: string) => (firstDay > today() ? 'planejada' : 'ativa')

/**
 * Changes a sprint, starts it before its day, or ends it.
 * @throws AppError 400 when it would end before it starts, 409 when it ended, or with the fresh sprint when the change is late.
 */
export async function editSprint(
  work: Work,
  viewer: Actor & Pick<Viewer, 'language'>,
  sprintId: number,
  { version, status, ...input }: z.output<typeof UpdateSprint>,
): Promise<Change<Sprint>> {
  const { trx } = work
  const { sprint, board } = await changeSprint(trx, viewer, sprintId)
  const fields = Object.values(input).some((value) => value !== undefined)
  if (fields && version !== undefined && version !== sprint.version) throw stale(Sprint.parse(await showSprint(trx, viewer, sprint)))
  const [starts_on, ends_on] = [input.data_inicio ?? sprint.starts_on, input.data_fim ?? sprint.ends_on]
  requireDates(starts_on, ends_on)
  const ends = status === 'encerrada' || status === 'concluida'
  const wanted = {
    name: input.nome ?? sprint.name,
    description: input.descricao ?? sprint.description,
    starts_on,
    ends_on,
    status: nextStatus(sprint, starts_on, ends ? undefined : status),
  }
  const changes = await updateSprint(trx, sprint, wanted)
  if (wanted.status === 'ativa' && !ends) await tellStarted(work, board, { id: sprintId, name: wanted.name })
  if (ends) {
    await endSprint(work, viewer, board, { ...sprint, ...wanted })
    await makeNextSprint(work, viewer, board, sprintId)
  }
  const change = changed(board, await loadSprint(trx, viewer, sprintId))
  return ends || changes ? change : { ...change, revision: null }
}

/** A new first day decides again whether the sprint waits for it, as at its creation; asking for a status decides too. */
function nextStatus(sprint: SprintRow, firstDay: string, wanted: 'planejada' | 'ativa' | undefined): 'planejada' | 'ativa' {
  if (wanted === 'ativa') return 'ativa'
  if (wanted === 'planejada' || firstDay !== sprint.starts_on) return plannedOn(firstDay)
  return sprint.status === 'ativa' ? 'ativa' : 'planejada'
}

/** Deletes a sprint with its numbers. Its open tasks go on top of the backlog, the others stay on the board. */
export async function removeSprint(work: Work, viewer: Actor, sprintId: number): Promise<Change<Record<string, never>>> {
  const { trx } = work
  const { board } = await changeSprint(trx, viewer, sprintId, { ended: true })
  const tasks = await listTasksOfSprint(trx, sprintId)
  await moveToBacklog(
    work,
    board,
    tasks.filter(({ status }) => !overStatuses.includes(status)),
    { follows: true },
  )
  await releaseTasks(
    work,
    board,
    tasks.filter(({ status }) => overStatuses.includes(status)),
  )
  await deleteSprint(trx, sprintId)
  return changed(board, {})
}

const showColumn = async (trx: Db, column: Pick<ColumnRow, 'id' | 'sprint_id'>): Promise<SprintColumn> => {
  const shown = columnsView(await listColumns(trx, column.sprint_id)).find(({ id }) => id === column.id)
  if (!shown) throw new Error('a column that was just written is gone')
  return shown
}

/** A new column at the end. @throws AppError 409 when the sprint ended or has too many. */
export async function createColumn(
  { trx }: Work,
  viewer: Actor,
  sprintId: number,
  { nome, status }: { nome: string; status?: ColumnRow['status'] },
): Promise<Change<SprintColumn>> {
  const { board } = await changeSprint(trx, viewer, sprintId)
  const [column] = await addColumns(trx, sprintId, [{ name: nome, ...firstStatus(nome, status) }])
  if (!column) throw new Error('a column was not added')
  return changed(board, await showColumn(trx, column))
}

/**
 * Changes a column; a new status passes to its tasks. Another name guesses the status again, unless somebody chose it.
 * @throws AppError 404 when it is not one of the sprint's, 409 when that ended, or with the fresh column when a new name is late.
 */
export async function editColumn(
  work: Work,
  viewer: Actor,
  { sprintId, columnId }: { sprintId: number; columnId: number },
  { nome, status, ordem, version }: { nome?: string; status?: ColumnRow['status']; ordem?: number; version?: number },
): Promise<Change<SprintColumn>> {
  const { trx } = work
  const { board } = await changeSprint(trx, viewer, sprintId)
  const column = await getColumn(trx, sprintId, columnId)
  if (nome !== undefined && version !== undefined && version !== column.version) throw stale(await showColumn(trx, column))
  const next = statusAfter(column, nome === column.name ? undefined : nome, status)
  const written = await updateColumn(trx, column, {
    ...(nome !== undefined && { name: nome }),
    ...(next !== undefined && { status: next }),
    // What says nothing new is no choice either: it wakes nobody.
    ...(status !== undefined && (next !== undefined || (nome ?? column.name) !== column.name) && { status_chosen: 1 }),
  })
  if (next !== undefined) await passStatus(work, board, await listTasksOfColumn(trx, column.id), next)
  const moved = ordem !== undefined && (await moveColumn(trx, column, ordem, board.revision))
  const change = changed(board, await showColumn(trx, column))
  return written || moved ? change : { ...change, revision: null }
}

/**
 * Deletes a column; its tasks go to the end of another, the first unless one is named, and get its status.
 * @throws AppError 404, 409 when it is the last, 400 when the other is not one of the sprint's.
 */
export async function removeColumn(
  work: Work,
  viewer: Actor,
  { sprintId, columnId }: { sprintId: number; columnId: number },
  targetId?: number,
): Promise<Change<Record<string, never>>> {
  const { trx } = work
  const { board } = await changeSprint(trx, viewer, sprintId)
  const column = await getColumn(trx, sprintId, columnId)
  const others = (await listColumns(trx, sprintId)).filter(({ id }) => id !== columnId)
  if (others.length === 0) throw conflict(texts.lastColumn)
  const target = targetId === undefined ? others[0] : others.find(({ id }) => id === targetId)
  if (!target) throw invalid({ target_column_id: texts.columnElsewhere })
  await moveToColumn(work, board, await listTasksOfColumn(trx, column.id), target, { follows: true })
  await deleteColumn(trx, columnId)
  return changed(board, {})
}
