import { conditionSize, type FieldCondition, fittingCondition } from '@rodada/contract/boards/field-conditions'
import type { FieldType } from '@rodada/contract/boards/fields'
import { cardStates, type DueFilter } from '@rodada/contract/boards/settings'
import type { Priority } from '@rodada/contract/core/fields'

/** A person by id; null is nobody, and 'me' the viewer. */
export type WantedPerson = number | 'me' | null
/** A value of a field: an option or a person by id; true is any value at all, null is none. */
export type WantedValue = number | true | null

/** Which cards are shown. Within a group any match counts, between groups all must. An empty group lets everything through. */
export type CardFilter = {
  text: string
  people: readonly WantedPerson[]
  labels: readonly number[]
  priorities: readonly Priority[]
  due: readonly DueFilter[]
  /** By the day on which work is to begin: 'late' is what should have begun and waits. */
  start: readonly DueFilter[]
  /** By the ids of the board's fields. */
  fields: Readonly<Record<number, readonly WantedValue[]>>
  /** What values must be, by the same ids: a field is one group with what `fields` asks of it. */
  conditions: Readonly<Record<number, FieldCondition>>
  /** Only cards that wait for another one. */
  blocked: boolean
  /** Only work that nobody moved for long. */
  idle: boolean
  /** Only cards that come again. */
  recurs: boolean
  /** Only cards with files. */
  files: boolean
  /** Only cards without an estimate. */
  unestimated: boolean
}

export const noFilter: CardFilter = {
  text: '',
  people: [],
  labels: [],
  priorities: [],
  due: [],
  start: [],
  fields: {},
  conditions: {},
  blocked: false,
  idle: false,
  recurs: false,
  files: false,
  unestimated: false,
}

/** How many filters beside the text are in use. */
export const filterCount = (filter: CardFilter): number =>
  [filter.people, filter.labels, filter.priorities, filter.due, filter.start, ...Object.values(filter.fields)].reduce(
    (count, wanted) => count + wanted.length,
    cardStates.filter((state) => filter[state]).length,
  ) + Object.values(filter.conditions).reduce((count, condition) => count + conditionSize(condition), 0)

/** Whether a filter asks anything of a field. */
export const asksField = ({ fields, conditions }: Pick<CardFilter, 'fields' | 'conditions'>, id: number): boolean =>
  (fields[id] ?? []).length > 0 || conditionSize(conditions[id] ?? {}) > 0

export const isFiltering = (filter: CardFilter): boolean => filter.text.trim() !== '' || filterCount(filter) > 0

/** What a board has that cards may be filtered by. */
export type FilteredBoard = {
  labels: readonly { id: number; name: string }[]
  members: readonly { user: { id: number; name: string } }[]
  fields: readonly { id: number; type: FieldType; on_card: boolean }[]
}

/** The filter without labels, people and fields that the board does not have: they were deleted, or belong to another board. */
export function keepKnown(filter: CardFilter, { labels, members, fields }: FilteredBoard): CardFilter {
  const labelIds = new Set(labels.map(({ id }) => id))
  const people = new Set(members.map(({ user }) => user.id))
  return {
    ...filter,
    labels: filter.labels.filter((id) => labelIds.has(id)),
    people: filter.people.filter((person) => typeof person !== 'number' || people.has(person)),
    fields: Object.fromEntries(fields.flatMap(({ id }) => (filter.fields[id]?.length ? [[id, filter.fields[id]]] : []))),
    conditions: Object.fromEntries(
      fields.flatMap(({ id, type }) => {
        const fitting = fittingCondition(filter.conditions[id] ?? {}, type)
        return fitting ? [[id, fitting]] : []
      }),
    ),
  }
}
