import type { Burndown } from '@rodada/contract/sprints/reports'
import { t } from '../../../i18n/index.ts'
import type { SprintReport } from '../../../lib/call/sprint-words.ts'
import { teamToday } from '../../../lib/dates/days.ts'
import { isActive } from '../../../lib/dates/sprint-time.ts'
import type { Figure } from '../../../ui/page/Figures.tsx'
import { formOf, shown, signed, type Unit } from './amounts.ts'
import { neededPace, standing } from './reading.ts'

/**
 * The strip of a report: what was promised, what came, what is done, and what stayed or how fast the rest has to go. Of a sprint that nobody recorded
 * only what is done is known.
 */
export function figuresOf(report: SprintReport, burndown: Burndown, unit: Unit): Figure[] {
  const { sprint, committed, added, completed, spilled } = report
  const word = (value: number) => t(`report:units.${unit}_${formOf(value)}`)
  const here = standing(burndown, unit)
  const pace = here && neededPace(here.remaining, teamToday(), sprint.ends_on)
  const done = {
    key: 'completed',
    label: t(`report:figures.completed.${unit}`),
    value: shown(completed[unit]),
    unit: word(completed[unit]),
  }
  if (!sprint.recorded) return [done]
  const figures: Figure[] = [
    { key: 'committed', label: t(`report:figures.committed.${unit}`), value: shown(committed[unit]), unit: word(committed[unit]) },
    { key: 'added', label: t('report:figures.added'), value: signed(added[unit]) },
    done,
  ]
  if (!isActive(sprint))
    return [...figures, { key: 'spilled', label: t('report:figures.spilled'), value: shown(spilled[unit]), unit: word(spilled[unit]) }]
  const value = pace === null ? '–' : shown(pace)
  return [...figures, { key: 'pace', label: t('report:figures.pace'), value, unit: pace === null ? undefined : t('report:figures.perDay') }]
}
