import { sprintEndsInDays, sprintStartsInDays } from '@rodada/contract/sprints/settings'
import { t } from '../../../i18n/index.ts'
import { addDays, type Day, teamToday } from '../../../lib/dates/days.ts'

export type SprintFields = { name: string; description: string; starts_on: string; ends_on: string }

/** What a new sprint's form begins with. */
export const newSprint = (now: Day = teamToday()): SprintFields => ({
  name: '',
  description: '',
  starts_on: addDays(now, sprintStartsInDays),
  ends_on: addDays(now, sprintEndsInDays),
})

/** What a form shows of a sprint. */
export const fieldsOf = ({ name, description, starts_on, ends_on }: SprintFields): SprintFields => ({
  name,
  description,
  starts_on,
  ends_on,
})

/** What is wrong with a sprint's form, by field: the specification's rules. */
export function checkSprint({ name, starts_on, ends_on }: SprintFields): Record<string, string> {
  const problems: Record<string, string> = {}
  if (name.trim() === '') problems.name = t('texts:sprintNameRequired')
  if (starts_on === '') problems.starts_on = t('texts:sprintDatesRequired')
  else if (ends_on === '') problems.ends_on = t('texts:sprintDatesRequired')
  else if (starts_on >= ends_on) problems.ends_on = t('texts:sprintDatesOrder')
  return problems
}
