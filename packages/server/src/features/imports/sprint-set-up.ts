import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { addColumns } from '../sprints/columns/queries.ts'
import { addSprint, keepPast, markStartTold } from '../sprints/queries.ts'
import { today } from '../sprints/sprint-queries.ts'
import type { OutsideSprint } from './model.ts'
import type { Maps } from './queries.ts'

/** What a column is known by: a file may give two sprints columns of the same id. */
export const columnKey = (sprint: string, column: string): string => `${sprint} ${column}`

/**
 * Gives a new board the sprints of a file, with their columns: those that ended with what they counted. Nobody is told again that one began. Until
 * when the journal counts for one that ended is noted where the journal comes to it (`write-own.ts`).
 */
export async function makeSprints(trx: Db, boardId: number, all: readonly OutsideSprint[]): Promise<Pick<Maps, 'sprints' | 'columns'>> {
  const maps: Pick<Maps, 'sprints' | 'columns'> = { sprints: {}, columns: {} }
  const now = instant()
  // The last of a file is the first that was made.
  for (const { id, columns, created_at, ended, ...sprint } of all.toReversed()) {
    const made = await addSprint(trx, boardId, sprint)
    await keepPast(trx, made, { created_at: created_at < now ? created_at : now, ended })
    if (ended || sprint.starts_on <= today()) await markStartTold(trx, made)
    maps.sprints[id] = made
    const rows = await addColumns(
      trx,
      made,
      columns.map(({ name, status, status_chosen }) => ({ name, status, status_chosen: status_chosen ? 1 : 0 })),
    )
    for (const [index, column] of columns.entries()) maps.columns[columnKey(id, column.id)] = rows[index]?.id ?? 0
  }
  return maps
}
