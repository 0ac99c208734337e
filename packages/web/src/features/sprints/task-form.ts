import { limits } from '@rodada/contract/limits'
import { hoursStep } from '@rodada/contract/sprint-settings'
import type { SprintTask } from '@rodada/contract/sprint-tasks'
import { t } from '../../i18n/index.ts'

/** A task's form, as its fields hold it: texts. */
export type TaskFields = {
  titulo: string
  descricao: string
  prioridade: string
  estimativa_horas: string
  estimativa_pontos: string
  data_limite: string
  observacoes: string
  assigned_to: string
  column_id: string
}

export const emptyTask = (columnId: number | null = null): TaskFields => ({
  titulo: '',
  descricao: '',
  prioridade: 'medium',
  estimativa_horas: '',
  estimativa_pontos: '',
  data_limite: '',
  observacoes: '',
  assigned_to: '',
  column_id: columnId === null ? '' : String(columnId),
})

export const fieldsOf = (task: SprintTask): TaskFields => ({
  titulo: task.titulo,
  descricao: task.descricao,
  prioridade: task.prioridade,
  estimativa_horas: numberText(task.estimativa_horas),
  estimativa_pontos: numberText(task.estimativa_pontos),
  data_limite: task.data_limite ?? '',
  observacoes: task.observacoes,
  assigned_to: task.assigned_user ? String(task.assigned_user.id) : '',
  column_id: task.column_id === null ? '' : String(task.column_id),
})

const numberText = (value: number | null): string => (value === null ? '' : String(value))

/** '' → null, '2,5' and '2.5' → 2.5, anything else NaN. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

const inRange = (value: number): boolean => value >= 0 && value <= limits.estimate

/** What is wrong with a task's form, by field. */
export function checkTask(fields: TaskFields): Record<string, string> {
  const problems: Record<string, string> = {}
  if (fields.titulo.trim() === '') problems.titulo = t('texts:taskTitleRequired')
  const hours = readNumber(fields.estimativa_horas)
  if (hours !== null && !(inRange(hours) && Number.isInteger(hours / hoursStep))) problems.estimativa_horas = t('texts:hoursInvalid')
  const points = readNumber(fields.estimativa_pontos)
  if (points !== null && !inRange(points)) problems.estimativa_pontos = t('texts:estimateInvalid')
  return problems
}

type TaskBody = {
  titulo: string
  descricao: string
  estimativa_horas: number | null
  estimativa_pontos: number | null
  data_limite: string | null
  observacoes: string
  assigned_to: number | null
  column_id?: number
}

/** What is sent of a valid form; the priority is the caller's, since two forms spell it differently. */
export const bodyOf = (fields: TaskFields): TaskBody => ({
  titulo: fields.titulo.trim(),
  descricao: fields.descricao,
  estimativa_horas: readNumber(fields.estimativa_horas),
  estimativa_pontos: readNumber(fields.estimativa_pontos),
  data_limite: fields.data_limite || null,
  observacoes: fields.observacoes,
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
