import { priorities } from '@rodada/contract/boards/settings'
import type { Priority } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { hoursStep } from '@rodada/contract/sprints/settings'
import { t } from '../../../i18n/index.ts'
import type { SprintTask } from '../../../lib/call/sprint-words.ts'
import { readNumber, writtenNumber } from '../../../ui/cards/read-number.ts'

/** A task's form, as its fields hold it: texts. */
export type TaskFields = {
  title: string
  description: string
  priority: string
  estimated_hours: string
  estimate: string
  due_date: string
  notes: string
  assigned_to: string
  column_id: string
}

export const emptyTask = (columnId: number | null = null): TaskFields => ({
  title: '',
  description: '',
  priority: 'medium',
  estimated_hours: '',
  estimate: '',
  due_date: '',
  notes: '',
  assigned_to: '',
  column_id: columnId === null ? '' : String(columnId),
})

export const fieldsOf = (task: SprintTask): TaskFields => ({
  title: task.title,
  description: task.description,
  priority: task.priority,
  estimated_hours: numberText(task.estimated_hours),
  estimate: numberText(task.estimate),
  due_date: task.due_date ?? '',
  notes: task.notes,
  assigned_to: task.assigned_user ? String(task.assigned_user.id) : '',
  column_id: task.column_id === null ? '' : String(task.column_id),
})

const numberText = (value: number | null): string => (value === null ? '' : writtenNumber(value))

/** Points as people type them; null for an empty field, undefined for what is no such number. */
function readPoints(typed: string): number | null | undefined {
  const points = readNumber(typed)
  return typeof points === 'number' && (points < 0 || points > limits.estimate) ? undefined : points
}
/** Hours, which come in steps of a half, in the same way. */
function readHours(typed: string): number | null | undefined {
  const hours = readPoints(typed)
  return typeof hours === 'number' && !Number.isInteger(hours / hoursStep) ? undefined : hours
}

/** What is wrong with a task's form, by field. */
export function checkTask(fields: TaskFields): Record<string, string> {
  const problems: Record<string, string> = {}
  if (fields.title.trim() === '') problems.title = t('texts:taskTitleRequired')
  if (readHours(fields.estimated_hours) === undefined) problems.estimated_hours = t('texts:hoursInvalid')
  if (readPoints(fields.estimate) === undefined) problems.estimate = t('texts:estimateInvalid')
  return problems
}

type TaskBody = {
  title: string
  description: string
  priority: Priority
  estimated_hours: number | null
  estimate: number | null
  due_date: string | null
  notes: string
  assigned_to: number | null
  column_id?: number
}

/** What is sent of a valid form. */
export const bodyOf = (fields: TaskFields): TaskBody => ({
  title: fields.title.trim(),
  description: fields.description,
  priority: priorities.find((known) => known === fields.priority) ?? 'medium',
  estimated_hours: readHours(fields.estimated_hours) ?? null,
  estimate: readPoints(fields.estimate) ?? null,
  due_date: fields.due_date || null,
  notes: fields.notes,
  assigned_to: fields.assigned_to === '' ? null : Number(fields.assigned_to),
  ...(fields.column_id === '' ? {} : { column_id: Number(fields.column_id) }),
})

/** Of what is sent, only what this person changed: the rest stays what somebody else may have made of it meanwhile. */
export function changesOf(before: TaskFields, now: TaskFields): Partial<TaskBody> {
  const body = bodyOf(now)
  return Object.fromEntries(
    Object.entries(body).filter(([key]) => before[key as keyof TaskFields] !== now[key as keyof TaskFields]),
  ) as Partial<TaskBody>
}
