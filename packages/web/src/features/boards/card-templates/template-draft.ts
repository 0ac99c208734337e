import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValue, FieldValues } from '@rodada/contract/cards/field-values'
import type { CardTemplate } from '@rodada/contract/cards/templates'
import type { Priority } from '@rodada/contract/core/fields'
import { hoursStep } from '@rodada/contract/sprints/settings'
import { readNumber, writtenNumber } from '../../../ui/cards/read-number.ts'
import { readEstimate } from '../card/facts/estimate.ts'

/** A checklist as it is written: one item a line. `key` tells those of a form apart. */
export type ChecklistDraft = { key: number; title: string; items: string }
/** A template as a form has it: numbers as they are typed. */
export type TemplateDraft = {
  name: string
  title: string
  description: string
  priority: Priority
  estimate: string
  hours: string
  labelIds: readonly number[]
  assignedTo: number | null
  participantIds: readonly number[]
  checklists: readonly ChecklistDraft[]
  /** By the id of the field; an empty one is absent. */
  fields: Readonly<Record<string, string | boolean>>
}

export const emptyDraft: TemplateDraft = {
  name: '',
  title: '',
  description: '',
  priority: 'medium',
  estimate: '',
  hours: '',
  labelIds: [],
  assignedTo: null,
  participantIds: [],
  checklists: [],
  fields: {},
}

const typed = (number: number | null): string => (number === null ? '' : writtenNumber(number))
const typedValue = (value: FieldValue): string | boolean => (typeof value === 'number' ? writtenNumber(value) : value)

export const draftOf = (template: CardTemplate): TemplateDraft => ({
  name: template.name,
  title: template.title,
  description: template.description,
  priority: template.priority,
  estimate: typed(template.estimate),
  hours: typed(template.estimated_hours),
  labelIds: template.label_ids,
  assignedTo: template.assigned_to,
  participantIds: template.participant_ids,
  checklists: template.checklists.map(({ title, items }, key) => ({ key, title, items: items.join('\n') })),
  fields: Object.fromEntries(Object.entries(template.fields).map(([id, value]) => [id, typedValue(value)])),
})

/** The lines of a text that say something. */
const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

/** A value as it is sent; null for none, undefined for a number that is none. */
function sentValue(type: BoardField['type'], value: string | boolean | undefined): FieldValue | null | undefined {
  if (value === undefined || value === '' || value === false) return null
  if (typeof value === 'boolean' || type === 'text' || type === 'date') return value
  return readNumber(value)
}

/** Hours as people type them, in steps of a half; null for none, undefined when they are none. */
function readHours(typed: string): number | null | undefined {
  const hours = readEstimate(typed)
  return typeof hours === 'number' && !Number.isInteger(hours / hoursStep) ? undefined : hours
}

/** What is wrong with a draft by the names of its controls, in the order of the form. */
export function wrongIn(draft: TemplateDraft, fields: readonly BoardField[]): ('name' | 'estimate' | 'hours' | `field-${number}`)[] {
  return [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...(readEstimate(draft.estimate) === undefined ? (['estimate'] as const) : []),
    ...(readHours(draft.hours) === undefined ? (['hours'] as const) : []),
    ...fields.flatMap(({ id, type }) => (sentValue(type, draft.fields[id]) === undefined ? [`field-${id}` as const] : [])),
  ]
}

/** A draft as the calls take it. A checklist that nobody filled in is none. */
export function sentTemplate(draft: TemplateDraft, fields: readonly BoardField[]) {
  const values: FieldValues = {}
  for (const { id, type } of fields) {
    const value = sentValue(type, draft.fields[id])
    if (value !== null && value !== undefined) values[id] = value
  }
  return {
    name: draft.name.trim(),
    title: draft.title.trim(),
    description: draft.description,
    priority: draft.priority,
    estimate: readEstimate(draft.estimate) ?? null,
    estimated_hours: readHours(draft.hours) ?? null,
    label_ids: [...draft.labelIds],
    assigned_to: draft.assignedTo,
    participant_ids: [...draft.participantIds],
    checklists: draft.checklists.flatMap(({ title, items }) =>
      title.trim() === '' && items.trim() === '' ? [] : [{ title: title.trim(), items: linesOf(items) }],
    ),
    fields: values,
  }
}
