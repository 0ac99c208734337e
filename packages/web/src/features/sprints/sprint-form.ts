import { sprintEndsInDays, sprintStartsInDays } from '@rodada/contract/sprint-settings'
import { texts } from '@rodada/contract/texts'
import { addDays, type Day, today } from '../../lib/days.ts'

export type SprintFields = { nome: string; descricao: string; data_inicio: string; data_fim: string }

/** What a new sprint's form begins with. */
export const newSprint = (now: Day = today()): SprintFields => ({
  nome: '',
  descricao: '',
  data_inicio: addDays(now, sprintStartsInDays),
  data_fim: addDays(now, sprintEndsInDays),
})

/** What a form shows of a sprint. */
export const fieldsOf = ({ nome, descricao, data_inicio, data_fim }: SprintFields): SprintFields => ({
  nome,
  descricao,
  data_inicio,
  data_fim,
})

/** What the person changed: only that is sent, so that it replaces nothing that somebody else wrote. */
export function changedFields(fields: SprintFields, base: SprintFields): Partial<SprintFields> {
  const names = ['nome', 'descricao', 'data_inicio', 'data_fim'] as const
  return Object.fromEntries(names.filter((name) => fields[name].trim() !== base[name].trim()).map((name) => [name, fields[name]]))
}

/** The form over what somebody else saved meanwhile: what this person did not touch becomes theirs. */
export const meetFields = (fields: SprintFields, base: SprintFields, theirs: SprintFields): SprintFields => ({
  ...theirs,
  ...changedFields(fields, base),
})

/** What is wrong with a sprint's form, by field: the specification's rules. */
export function checkSprint({ nome, data_inicio, data_fim }: SprintFields): Record<string, string> {
  const problems: Record<string, string> = {}
  if (nome.trim() === '') problems.nome = texts.sprintNameRequired
  if (data_inicio === '') problems.data_inicio = texts.sprintDatesRequired
  else if (data_fim === '') problems.data_fim = texts.sprintDatesRequired
  else if (data_inicio >= data_fim) problems.data_fim = texts.sprintDatesOrder
  return problems
}
