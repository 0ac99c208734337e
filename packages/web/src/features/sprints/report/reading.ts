import type { Burndown, SprintReport, Velocity } from '@rodada/contract/sprint-reports'
import { t } from '../../../i18n/index.ts'
import { type Day, daysBetween } from '../../../lib/days.ts'
import { amountText, type Unit } from './amounts.ts'

export type BurndownNow = { remaining: number; ideal: number; scope: number; index: number }

/** Where the sprint stands: the last day that has a number. Null before the first. */
export function standing({ days }: Burndown, unit: Unit): BurndownNow | null {
  const index = days.findLastIndex(({ remaining }) => remaining !== null)
  const day = days[index]
  if (!day?.remaining) return null
  return { remaining: day.remaining[unit], ideal: day.ideal[unit], scope: (day.scope ?? day.remaining)[unit], index }
}

/** The first day with anything to do: a sprint that was filled late has nothing to tell of the days before. */
export const firstDay = ({ days }: Burndown): number =>
  Math.max(
    0,
    days.findIndex(({ scope }) => scope !== null && scope.tasks > 0),
  )

/** How much a day has to bring so that nothing is left: today counts, unless it is over. Null when it cannot be said any more. */
export function neededPace(remaining: number, now: Day, end: Day): number | null {
  const left = daysBetween(now, end)
  if (left < 0) return null
  return remaining / Math.max(1, left)
}

/** What the pace so far would leave undone on the last day. Null without a pace. */
export function projectedSpill(burndown: Burndown, unit: Unit): number | null {
  const now = standing(burndown, unit)
  if (!now) return null
  const pace = burndown.completed[unit] / (now.index + 1 - firstDay(burndown))
  if (!(pace > 0)) return null
  return Math.max(0, now.remaining - pace * (burndown.days.length - now.index - 1))
}

/** Differences smaller than this share of the commitment are no difference. */
const tolerance = 0.05

/** What a colleague would say about the chart: the first sentence is the main one, with what matters in <b>. */
export function readReport(
  { report, burndown, velocity }: { report: SprintReport; burndown: Burndown; velocity: Velocity },
  unit: Unit,
  now: Day,
): string[] {
  const { sprint } = report
  const amount = (value: number) => amountText(value, unit)
  if (sprint.status === 'encerrada') return readEnded(report, velocity, unit)
  const here = standing(burndown, unit)
  if (!here)
    return [
      burndown.committed[unit] > 0
        ? t('report:reading.planned', { amount: amount(burndown.committed[unit]) })
        : t('report:reading.plannedNone'),
    ]
  if (here.scope === 0) return [t('report:reading.nothing')]
  if (here.remaining === 0) return [t('report:reading.finished')]
  if (daysBetween(now, sprint.data_fim) < 0) return [t('report:reading.late', { amount: amount(here.remaining) })]
  const gap = here.remaining - here.ideal
  const first =
    Math.abs(gap) <= Math.max(0.5, burndown.committed[unit] * tolerance)
      ? t('report:reading.onTrack')
      : t(gap > 0 ? 'report:reading.behind' : 'report:reading.ahead', { amount: amount(Math.abs(gap)) })
  const spill = projectedSpill(burndown, unit)
  const second =
    spill === null
      ? t('report:reading.noPace')
      : spill >= 0.5
        ? t('report:reading.spill', { amount: amount(Math.round(spill)) })
        : t('report:reading.fits')
  return [first, second]
}

function readEnded({ completed, spilled, added }: SprintReport, { average }: Velocity, unit: Unit): string[] {
  const done = amountText(completed[unit], unit)
  const scope = completed[unit] + spilled[unit]
  if (scope === 0) return [t('report:reading.nothing')]
  const first =
    spilled[unit] === 0 ? t('report:reading.endedAll', { done }) : t('report:reading.ended', { done, scope: amountText(scope, unit) })
  const mean = amountText(average[unit], unit)
  const rest = [
    added[unit] > 0 ? t('report:reading.endedAdded', { amount: amountText(added[unit], unit) }) : '',
    average[unit] > 0
      ? t(completed[unit] > average[unit] ? 'report:reading.aboveAverage' : 'report:reading.belowAverage', { average: mean })
      : '',
  ]
  return [first, ...rest.filter(Boolean)]
}

/** What would have to leave for the rest to fit: the smallest open task that is as big as what is projected to stay. Null when none is. */
export function taskToDrop<Task extends { points: number | null; hours: number | null }>(
  open: readonly Task[],
  spill: number | null,
  unit: Unit,
): Task | null {
  if (spill === null || spill < 0.5 || unit === 'tasks') return null
  const size = (task: Task) => task[unit] ?? 0
  return open.filter((task) => size(task) >= spill).sort((a, b) => size(a) - size(b))[0] ?? null
}
