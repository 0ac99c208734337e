import type { Db } from '../../platform/database.ts'
import { listFields } from '../boards/fields/queries.ts'
import { listLabels } from '../boards/label-queries.ts'
import { listMembers } from '../boards/members/queries.ts'
import type { Lists } from './history-view.ts'
import type { Maps } from './queries.ts'
import { listListsById } from './set-up-queries.ts'
import { listOpenColumns } from './sprint-source-queries.ts'
import { Stopped } from './steps.ts'

const only = <Value>(all: Record<string, Value>, isThere: (value: Value) => boolean): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => isThere(value)))

/**
 * What of an import's maps is on a board that people work on meanwhile: they delete lists, labels, fields and sprints, and take members off. A card
 * that is there stays where it is when its list of the file is gone; a new one goes to the first list of the file that is left (`forNew`).
 * @throws Stopped when the board has no list of the file any more
 */
export async function presentMaps(trx: Db, boardId: number, maps: Maps): Promise<{ maps: Maps; forNew: Maps; lists: Lists }> {
  const lists = await listListsById(trx, boardId)
  const labels = new Set((await listLabels(trx, boardId)).map(({ id }) => id))
  const fields = new Map((await listFields(trx, boardId)).map((field) => [field.id, field]))
  const members = new Set((await listMembers(trx, boardId)).map(({ user_id }) => user_id))
  const columns = new Map((await listOpenColumns(trx, boardId)).map(({ id, sprint_id }) => [id, sprint_id]))
  const sprints = new Set(columns.values())
  const there: Maps = {
    ...maps,
    people: Object.fromEntries(
      Object.entries(maps.people).map(([id, account]) => [id, account !== null && members.has(account) ? account : null]),
    ),
    lists: only(maps.lists, (id) => lists.get(id)?.deleted_at === null),
    labels: only(maps.labels, (id) => labels.has(id)),
    fields: Object.fromEntries(
      Object.entries(maps.fields).flatMap(([id, field]) => {
        const own = fields.get(field.id)
        const options = new Set(own?.options.map((option) => option.id))
        return own ? [[id, { ...field, type: own.type, options: only(field.options, (option) => options.has(option)) }]] : []
      }),
    ),
    sprints: only(maps.sprints, (id) => sprints.has(id)),
    columns: only(maps.columns, (id) => columns.has(id)),
  }
  const known = Object.values(there.lists)
  const first = known.find((id) => lists.get(id)?.hidden === false) ?? known[0]
  if (first === undefined) throw new Stopped({ kind: 'board_gone' })
  const forNew = { ...there, lists: Object.fromEntries(Object.keys(maps.lists).map((id) => [id, there.lists[id] ?? first])) }
  return { maps: there, forNew, lists }
}
