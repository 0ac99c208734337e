import type { Db } from '../../platform/database.ts'
import { addColumns } from '../sprints/columns/queries.ts'
import { addSprint, markStartTold } from '../sprints/queries.ts'
import { today } from '../sprints/sprint-queries.ts'
import type { OutsideSprint } from './model.ts'
import type { Maps } from './queries.ts'

/** What a column is known by: a file may give two sprints columns of the same id. */
export const columnKey = (sprint: string, column: string): string => `${sprint} ${column}`

/** Gives a new board the sprints of a file that last, with their columns. Nobody is told again that one began. */
export async function makeSprints(trx: Db, boardId: number, all: readonly OutsideSprint[]): Promise<Pick<Maps, 'sprints' | 'columns'>> {
  const maps: Pick<Maps, 'sprints' | 'columns'> = { sprints: {}, columns: {} }
  for (const { id, columns, ...sprint } of all) {
    const made = await addSprint(trx, boardId, sprint)
    if (sprint.starts_on <= today()) await markStartTold(trx, made)
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
