import type { FieldCondition } from '@rodada/contract/boards/field-conditions'
import type { BoardField } from '@rodada/contract/boards/fields'
import { cardStates } from '@rodada/contract/boards/settings'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import type { CardFilter, WantedValue } from './card-filter.ts'
import { toggled } from './FilterChips.tsx'
import type { FilterChoices } from './filter-choices.ts'

/** A value of a field as people call it. */
export function fieldValueText({ type, options }: BoardField, value: WantedValue, members: FilterChoices['board']['members']): string {
  const word = (ticked: 'ticked' | 'unticked', filled: 'filled' | 'empty') => t(`filters:field.${type === 'checkbox' ? ticked : filled}`)
  if (value === null) return word('unticked', 'empty')
  if (value === true) return word('ticked', 'filled')
  return (
    (type === 'person' ? members.find(({ user }) => user.id === value)?.user.name : options.find(({ id }) => id === value)?.name) ?? '?'
  )
}

const between = (from: string | undefined, to: string | undefined): string =>
  from !== undefined && to !== undefined
    ? t('filters:range.between', { from, to })
    : from !== undefined
      ? t('filters:range.from', { from })
      : t('filters:range.to', { to: to ?? '' })

/** The parts of a condition in words, each with the condition without it. */
function conditionParts({ has, min, max, from, to, when = [], ...rest }: FieldCondition): { text: string; without: FieldCondition }[] {
  const whole = { ...rest, has, min, max, from, to, when }
  const day = (one: string | undefined) => (one === undefined ? undefined : format.numericDay(one))
  const number = (one: number | undefined) => (one === undefined ? undefined : format.precise(one))
  return [
    ...(has === undefined ? [] : [{ text: t('filters:range.has', { text: has }), without: { ...whole, has: undefined } }]),
    ...((min ?? max) === undefined
      ? []
      : [{ text: between(number(min), number(max)), without: { ...whole, min: undefined, max: undefined } }]),
    ...((from ?? to) === undefined ? [] : [{ text: between(day(from), day(to)), without: { ...whole, from: undefined, to: undefined } }]),
    ...when.map((way) => ({ text: t(`filters:days.${way}`), without: { ...whole, when: toggled(when, way) } })),
  ]
}

/** One part of a filter in words, and the filter without it. */
export type FilterPart = { key: string; name: string; without: CardFilter }

/** The parts of a filter besides its text and its people, which a search box and the faces of the people show. */
export function partsOf(filter: CardFilter, { labels, members, fields }: FilterChoices['board']): FilterPart[] {
  const part = (key: string, name: string, without: Partial<CardFilter>): FilterPart => ({ key, name, without: { ...filter, ...without } })
  return [
    ...filter.labels.map((id) =>
      part(`label ${id}`, labels.find((label) => label.id === id)?.name ?? '?', { labels: toggled(filter.labels, id) }),
    ),
    ...filter.priorities.map((priority) => part(priority, t(`priority.${priority}`), { priorities: toggled(filter.priorities, priority) })),
    ...filter.due.map((due) => part(`due ${due}`, t(`filters:dues.${due}`), { due: toggled(filter.due, due) })),
    ...filter.start.map((start) => part(`start ${start}`, t(`filters:starts.${start}`), { start: toggled(filter.start, start) })),
    ...cardStates.filter((state) => filter[state]).map((state) => part(state, t(`filters:states.${state}`), { [state]: false })),
    ...fields.flatMap((field) =>
      conditionParts(filter.conditions[field.id] ?? {}).map(({ text, without }) =>
        part(`field ${field.id} ${text}`, t('filters:ofField', { field: field.name, value: text }), {
          conditions: { ...filter.conditions, [field.id]: without },
        }),
      ),
    ),
    ...fields.flatMap((field) =>
      (filter.fields[field.id] ?? []).map((value) =>
        part(`field ${field.id} ${value}`, t('filters:ofField', { field: field.name, value: fieldValueText(field, value, members) }), {
          fields: { ...filter.fields, [field.id]: toggled(filter.fields[field.id] ?? [], value) },
        }),
      ),
    ),
  ]
}
