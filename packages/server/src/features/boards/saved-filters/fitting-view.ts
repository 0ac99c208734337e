import { fittingCondition } from '@rodada/contract/boards/field-conditions'
import type { CardFilter, SavedFilter } from '@rodada/contract/boards/saved-filters'
import type { Db } from '../../../platform/database.ts'
import { listFields } from '../fields/queries.ts'
import { listLabels } from '../label-queries.ts'
import { listAssignable } from '../members/queries.ts'
import type { SavedFilterRow } from './queries.ts'

/** Filters as their board has them now: labels, people, fields and options that it does not have are left out. */
export async function fittingFilters(db: Db, boardId: number, rows: readonly SavedFilterRow[]): Promise<SavedFilter[]> {
  const labels = new Set((await listLabels(db, boardId)).map(({ id }) => id))
  const fields = new Map((await listFields(db, boardId)).map((field) => [String(field.id), field]))
  // Not by the people that are named: many filters name more than one statement takes, and nobody would read any of them.
  const people = await listAssignable(db, boardId)
  const has = (fieldId: string, value: number): boolean =>
    fields.get(fieldId)?.type === 'person' ? people.has(value) : (fields.get(fieldId)?.options ?? []).some(({ id }) => id === value)
  const kept = (filter: CardFilter): CardFilter => ({
    ...filter,
    labels: filter.labels.filter((id) => labels.has(id)),
    people: filter.people.filter((person) => typeof person !== 'number' || people.has(person)),
    fields: Object.fromEntries(
      Object.entries(filter.fields)
        .filter(([id]) => fields.has(id))
        .map(([id, wanted]) => [id, wanted.filter((value) => typeof value !== 'number' || has(id, value))]),
    ),
    conditions: Object.fromEntries(
      Object.entries(filter.conditions).flatMap(([id, condition]) => {
        const fitting = fittingCondition(condition, fields.get(id)?.type ?? '')
        return fitting ? [[id, fitting]] : []
      }),
    ),
  })
  return rows.map(({ user_id, filter, ...row }) => ({ ...row, shared: user_id === null, filter: kept(filter) }))
}
