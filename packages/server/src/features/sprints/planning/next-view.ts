import { limits } from '@rodada/contract/core/limits'
import type { Planning } from '@rodada/contract/sprints/reports'
import { firstSprintDays } from '@rodada/contract/sprints/settings'
import { addDays, daysFrom, isWeekend } from '../../../platform/time.ts'
import type { SprintRow } from '../queries.ts'

type Known = Pick<SprintRow, 'id' | 'name' | 'starts_on' | 'ends_on' | 'ended_at'>

/**
 * What is proposed for the next sprint of a board: it begins when the open ones are over, on a weekday, and lasts as long as the one that
 * was made last. The first begins today.
 * @param today 'YYYY-MM-DD'
 */
export function nextSprint(sprints: readonly Known[], today: string): Planning['next'] {
  const last = sprints.reduce<Known | undefined>((newest, sprint) => (newest && newest.id > sprint.id ? newest : sprint), undefined)
  if (!last) return { nome: 'Sprint 1', data_inicio: today, data_fim: addDays(today, firstSprintDays - 1) }
  const ends = sprints.flatMap(({ ends_on, ended_at }) => (ended_at === null ? [addDays(ends_on, 1)] : []))
  const starts_on = weekdayFrom([today, ...ends].sort().at(-1) ?? today)
  const days = daysFrom(last.starts_on, last.ends_on).length
  return { nome: nextName(last.name, sprints.length), data_inicio: starts_on, data_fim: addDays(starts_on, days - 1) }
}

const weekdayFrom = (day: string): string => (isWeekend(day) ? weekdayFrom(addDays(day, 1)) : day)

/** 'Sprint 12 · Pagamento' → 'Sprint 13': a name is counted on up to its first number. */
function nextName(name: string, count: number): string {
  const [, before = '', number] = /^(\D*)(\d{1,6})/.exec(name) ?? []
  const counted = `${before}${Number(number) + 1}`
  // A digit more may be one too many.
  return number === undefined || counted.length > limits.sprintName ? `Sprint ${count + 1}` : counted
}
