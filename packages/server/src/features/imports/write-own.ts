import { limits } from '@rodada/contract/core/limits'
import type { Work } from '../../platform/work.ts'
import { addBrought, type NewEntry } from '../activities/queries.ts'
import { addTemplate, lettersOfContent } from '../boards/card-templates/queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import { addFilter } from '../boards/saved-filters/queries.ts'
import { endJournal } from '../sprints/queries.ts'
import type { OwnLine } from './bundle-model.ts'
import { notLater } from './history-view.ts'
import type { LeftOut, OutsideEntry, OutsideFilter, OutsideState, OutsideTemplate } from './model.ts'
import type { Maps } from './queries.ts'
import { findSources, type Known } from './source-queries.ts'
import { columnKey } from './sprint-set-up.ts'
import type { Coming } from './write-cards.ts'

/** Writes what a board of this program has besides its cards. One that is there already keeps its own. @returns what is left out */
export async function addOwn(work: Work, board: BoardRow, lines: readonly OwnLine[], coming: Coming): Promise<LeftOut[]> {
  if (coming.row.is_new === 0) return []
  const left: LeftOut[] = []
  for (const line of lines) {
    if ('template' in line) left.push(...(await addOne(work, board, line.template, coming)))
    else if ('filter' in line) await addFilter(work.trx, { board_id: board.id, user_id: null, ...filterOf(line.filter, coming) })
    else await addJournal(work, board, line.entries, coming)
  }
  return left
}

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined
const mapped = (ids: readonly number[], known: Record<string, number | null>): number[] => ids.flatMap((id) => known[id] ?? [])

/** What an id that stands in a field is here: of an option, of a person, or none at all. */
function idIn({ head, maps }: Coming, field: string, id: number): number | undefined {
  const type = head.fields.find((known) => known.id === field)?.type
  return type === 'choice' ? maps.fields[field]?.options[id] : type === 'person' ? (maps.people[id] ?? undefined) : undefined
}

/** Something by fields, with those that there are here. */
const byField = <Value, Here>(
  values: Record<string, Value>,
  maps: Maps,
  here: (field: string, value: Value) => Here | undefined,
): Record<string, Here> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const [known, is] = [maps.fields[field], here(field, value)]
      return known && is !== undefined ? [[known.id, is]] : []
    }),
  )

async function addOne(
  { trx }: Work,
  board: BoardRow,
  { name, content, created_at, updated_at }: OutsideTemplate,
  coming: Coming,
): Promise<LeftOut[]> {
  if (lettersOfContent(content) > limits.templateText) return [{ kind: 'templates_surplus', count: 1, subjects: [name] }]
  const { maps, head } = coming
  const isId = (field: string) => ['choice', 'person'].includes(head.fields.find(({ id }) => id === field)?.type ?? '')
  const here = {
    ...content,
    label_ids: mapped(content.label_ids, maps.labels),
    assigned_to: content.assigned_to === null ? null : (maps.people[content.assigned_to] ?? null),
    participant_ids: mapped(content.participant_ids, maps.people),
    fields: byField(content.fields, maps, (field, value) => (isId(field) ? idIn(coming, field, Number(value)) : value)),
  }
  await addTemplate(
    trx,
    board.id,
    { name, content: here },
    {
      created_at: notLater(created_at, coming.now),
      updated_at: notLater(updated_at, coming.now),
    },
  )
  return []
}

function filterOf({ name, filter, created_at }: OutsideFilter, coming: Coming) {
  const { maps } = coming
  const fields = byField(filter.fields, maps, (field, values) =>
    values.flatMap((value): (number | true | null)[] => [typeof value === 'number' ? idIn(coming, field, value) : value].filter(isThere)),
  )
  const people = filter.people.map((person) => (typeof person === 'number' ? (maps.people[person] ?? undefined) : person)).filter(isThere)
  const conditions = byField(filter.conditions, maps, (_, condition) => condition)
  return {
    name,
    created_at: notLater(created_at, coming.now),
    filter: { ...filter, people, labels: mapped(filter.labels, maps.labels), fields, conditions },
  }
}

/** What something is by ids of the file, by the ids here. What is gone is nothing. */
function stateOf({ list, column, sprint, status, estimate, assignee }: OutsideState, maps: Maps) {
  return {
    list_id: maps.lists[list ?? ''] ?? null,
    column_id: maps.columns[columnKey(sprint ?? '', column ?? '')] ?? null,
    sprint_id: maps.sprints[sprint ?? ''] ?? null,
    status,
    estimate,
    assignee_id: maps.people[assignee ?? ''] ?? null,
  }
}

/** Writes a part of the journal as it was, and notes which sprints end with it. */
async function addJournal({ trx }: Work, board: BoardRow, entries: readonly OutsideEntry[], coming: Coming): Promise<void> {
  const { maps, now } = coming
  const of = { board_id: board.id, source: coming.row.source }
  const ids = (all: readonly (string | number | null | undefined)[]) => [
    ...new Set(all.flatMap((id) => (id === null || id === undefined ? [] : [String(id)]))),
  ]
  const cards = await findSources(trx, of, 'card', ids(entries.map(({ card }) => card)))
  const comments = await findSources(trx, of, 'comment', ids(entries.map(({ details }) => details.comment)))
  await addBrought(
    trx,
    entries.map((entry) => rowOf(entry, { boardId: board.id, maps, now, cards, comments })),
  )
  const ended = entries.flatMap(({ ends = [] }) => ends.flatMap((id) => maps.sprints[id] ?? []))
  await endJournal(trx, board.id, ended)
}

type Here = { boardId: number; maps: Maps; now: string; cards: ReadonlyMap<string, Known>; comments: ReadonlyMap<string, Known> }

function rowOf(entry: OutsideEntry, { boardId, maps, now, cards, comments }: Here): NewEntry {
  const { kind, card, gone, by, subject, details, at, after, before, replaced } = entry
  const card_id = cards.get(card ?? '')?.local_id ?? null
  const comment = details.comment === undefined ? undefined : comments.get(String(details.comment))?.local_id
  const was = before && stateOf(before, maps)
  return {
    board_id: boardId,
    card_id,
    user_id: maps.people[by ?? ''] ?? null,
    kind,
    subject,
    details: JSON.stringify({ ...details, comment }),
    created_at: notLater(at, now),
    ...(after && {
      ...stateOf(after, maps),
      // No card here has such an id, and none will.
      of_card_id: card_id ?? -(gone ?? 0),
      estimated_hours: after.hours,
      shown: after.shown ? 1 : 0,
    }),
    ...(was && {
      from_list_id: was.list_id,
      from_column_id: was.column_id,
      from_sprint_id: was.sprint_id,
      from_status: was.status,
      from_estimate: was.estimate,
      from_assignee_id: was.assignee_id,
    }),
    replaced: replaced ? 1 : 0,
  }
}
