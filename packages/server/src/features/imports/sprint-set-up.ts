import { firstColumns, workStatuses } from '@rodada/contract/boards/settings'
import type { Language } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { statusOfName } from '../boards/lists/status-policy.ts'
import { columnFor } from '../sprints/columns/policy.ts'
import { addColumns, type ColumnRow, listColumns } from '../sprints/columns/queries.ts'
import { addSprint, keepPast, markStartTold } from '../sprints/queries.ts'
import { today } from '../sprints/sprint-queries.ts'
import type { BundleHead } from './bundle-model.ts'
import { notLater } from './history-view.ts'
import type { LeftOut, OutsideSprint } from './model.ts'
import type { Maps } from './queries.ts'
import { findSources, type Known, noteSources } from './source-queries.ts'
import { listSprintsThere } from './sprint-source-queries.ts'

/** What a column is known by: a file may give two sprints columns of the same id. Of a sprint without columns it is the status that it is for. */
export const columnKey = (sprint: string, column: string): string => `${sprint} ${column}`

/**
 * The sprints of a file that come. On a board that was there already what happened in one that ended is told by its journal, so only those come that
 * last; a board of this program has its own there.
 */
export function comingSprints({ sprints, board }: BundleHead, { is_new }: { is_new: number }): BundleHead['sprints'] {
  if (is_new === 1) return sprints
  return board.settings ? [] : sprints.filter(({ ended }) => ended === null)
}

type Source = { board_id: number; source: string }

/** What is known of sprints: by their own ids, or by what a table calls them, where a table brought them. */
async function knownSprints(db: Db, of: Source, all: readonly OutsideSprint[]): Promise<(sprint: OutsideSprint) => Known | undefined> {
  const ids = all.flatMap(({ id, also }) => (also === undefined ? [id] : [id, also]))
  const known = await findSources(db, of, 'sprint', ids)
  return ({ id, also }) => {
    const named = known.get(also ?? '')
    return known.get(id) ?? (named?.digest === '' ? named : undefined)
  }
}

/** What is told of the ended sprints of a file before it brings a board up to date: they do not come, and one that lasts here is ended by people. */
export async function endedElsewhere(db: Db, of: Source, { sprints, board }: BundleHead): Promise<LeftOut[]> {
  const ended = board.settings ? [] : sprints.filter((sprint) => sprint.ended !== null)
  if (ended.length === 0) return []
  const known = await knownSprints(db, of, ended)
  const open = new Set((await listSprintsThere(db, of.board_id)).flatMap(({ id, ended_at }) => (ended_at === null ? [id] : [])))
  const lasting = ended.filter((sprint) => open.has(known(sprint)?.local_id ?? 0))
  const unknown = ended.filter((sprint) => known(sprint) === undefined)
  const told = (kind: LeftOut['kind'], some: readonly OutsideSprint[]): LeftOut[] =>
    some.length === 0 ? [] : [{ kind, count: some.length, subjects: some.slice(0, 5).map(({ name }) => name) }]
  return [...told('sprints_open_here', lasting), ...told('sprints_as_field', unknown)]
}

type SprintMaps = Pick<Maps, 'sprints' | 'columns'>

/**
 * Gives a board the sprints of a file that it does not have yet, with their columns: those that ended with what they counted. One that is there stays
 * as people made it, and takes cards while it lasts; one that somebody deleted stays so. Nobody is told again that one began. Until when the journal
 * counts for one that ended is noted where the journal comes to it (`write-own.ts`).
 * @param all those made first come first
 * @returns what is which here, which ones are new, and what did not fit
 */
export async function makeSprints(
  trx: Db,
  of: Source,
  all: readonly OutsideSprint[],
  language: Language,
): Promise<{ maps: SprintMaps; added: { id: number; source_id: string }[]; left_out: LeftOut[] }> {
  const maps: SprintMaps = { sprints: {}, columns: {} }
  const [added, left_out]: [{ id: number; source_id: string }[], LeftOut[]] = [[], []]
  const sources: Known[] = []
  const known = await knownSprints(trx, of, all)
  const there = new Map((await listSprintsThere(trx, of.board_id)).map((sprint) => [sprint.id, sprint]))
  let room = limits.boardSprints - there.size
  for (const sprint of all) {
    const { id, also, name } = sprint
    const here = known(sprint)
    if (here) {
      sources.push({ source_id: id, local_id: here.local_id, digest: '' })
      if (there.get(here.local_id)?.ended_at !== null) continue
      maps.sprints[id] = here.local_id
      byStatus(maps, id, await listColumns(trx, here.local_id))
      continue
    }
    if (room <= 0) {
      left_out.push({ kind: 'sprints_surplus', count: 1, subjects: [name] })
      continue
    }
    room -= 1
    const made = await makeOne(trx, of.board_id, sprint, { maps, language })
    added.push({ id: made, source_id: id })
    sources.push({ source_id: id, local_id: made, digest: '' })
    // A table knows it by this. Where another one of the same name comes, it has an id that tells them apart.
    if (also !== undefined) sources.push({ source_id: also, local_id: made, digest: id })
  }
  await noteSources(trx, of, 'sprint', [...new Map(sources.map((source) => [source.source_id, source])).values()])
  return { maps, added, left_out }
}

async function makeOne(
  trx: Db,
  boardId: number,
  { id, name, description, starts_on, ends_on, status, columns, created_at, ended }: OutsideSprint,
  { maps, language }: { maps: SprintMaps; language: Language },
): Promise<number> {
  const now = instant()
  const made = await addSprint(trx, boardId, { name, description, starts_on, ends_on, status })
  const end = ended && { at: notLater(ended.at, now), final: 'final' in ended ? ended.final : null }
  await keepPast(trx, made, { created_at: notLater(created_at ?? now, now), ended: end })
  if (ended || starts_on <= today()) await markStartTold(trx, made)
  maps.sprints[id] = made
  if (columns.length === 0) {
    const first = firstColumns[language].map((title) => ({ name: title, status: statusOfName(title) }))
    byStatus(maps, id, await addColumns(trx, made, first))
    return made
  }
  const rows = await addColumns(
    trx,
    made,
    columns.map((column) => ({ name: column.name, status: column.status, status_chosen: column.status_chosen ? 1 : 0 })),
  )
  for (const [index, column] of columns.entries()) maps.columns[columnKey(id, column.id)] = rows[index]?.id ?? 0
  return made
}

/** Cards go where they would if somebody planned them. */
function byStatus({ columns }: SprintMaps, sprint: string, rows: readonly ColumnRow[]): void {
  for (const status of workStatuses) columns[columnKey(sprint, status)] = columnFor(rows, { status }).id
}
