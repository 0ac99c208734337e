import { sprintEndsInDays, sprintStartsInDays } from '@rodada/contract/sprint-settings'
import { t } from '../../i18n/index.ts'
import { addDays, type Day, teamToday } from '../../lib/days.ts'

export type SprintFields = { nome: string; descricao: string; data_inicio: string; data_fim: string }

/** What a new sprint's form begins with. */
export const newSprint = (now: Day = teamToday()): SprintFields => ({
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

/** What is wrong with a sprint's form, by field: the specification's rules. */
export function checkSprint({ nome, data_inicio, data_fim }: SprintFields): Record<string, string> {
  const problems: Record<string, string> = {}
  if (nome.trim() === '') problems.nome = t('texts:sprintNameRequired')
  if (data_inicio === '') problems.data_inicio = t('texts:sprintDatesRequired')
  else if (data_fim === '') problems.data_fim = t('texts:sprintDatesRequired')
  else if (data_inicio >= data_fim) problems.data_fim = t('texts:sprintDatesOrder')
  return problems
}
