import type { Burndown } from '@rodada/contract/sprints/reports'
import { t } from '../../../i18n/index.ts'
import type { SprintReport, Velocity } from '../../../lib/call/sprint-words.ts'
import { addDays, type Day, daysBetween, weekdaysFrom } from '../../../lib/dates/days.ts'
import { amountText, formOf, type Unit } from './amounts.ts'

/** What a report page is made of. */
export type ReportData = { report: SprintReport; burndown: Burndown; velocity: Velocity }

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

/** Without a commitment there is no pace that would have been ideal. */
export const hasIdeal = ({ committed }: Burndown, unit: Unit): boolean => committed[unit] > 0

/** The highest of what the chart draws: its line begins at the scope of the first day that has any. */
export function highest(burndown: Burndown, unit: Unit): number {
  const { committed, days } = burndown
  const begin = days[firstDay(burndown)]?.scope?.[unit] ?? 0
  return Math.max(committed[unit], begin, ...days.map(({ remaining, ideal }) => Math.max(remaining?.[unit] ?? 0, ideal[unit])))
}

/** The days that are left to work on, as the ideal counts them: weekdays. Today counts, it is not over. */
const daysLeft = (now: Day, end: Day): number => Math.max(1, weekdaysFrom(now, end))

/** How much a day has to bring so that nothing is left. Null when it cannot be said any more. */
export function neededPace(remaining: number, now: Day, end: Day): number | null {
  return now > end ? null : remaining / daysLeft(now, end)
}

/**
 * What the pace so far would leave undone on the last day. Null without a pace. The pace is of what was done until yesterday, as today
 * is not over: of today's share only what is not done yet is still to come.
 */
export function projectedSpill(burndown: Burndown, unit: Unit): number | null {
  const { completed, days } = burndown
  const now = standing(burndown, unit)
  const [first, today, last] = [days[firstDay(burndown)], days[now?.index ?? -1], days.at(-1)]
  if (!now || !first || !today || !last) return null
  const yesterday = days[now.index - 1]
  // What was opened again since is not done.
  const before = Math.min(completed[unit], (yesterday?.scope?.[unit] ?? 0) - (yesterday?.remaining?.[unit] ?? 0))
  // As long as nothing was done before today, as on the first day, today is all there is to go by.
  const [done, until] = before > 0 ? [before, addDays(today.day, -1)] : [completed[unit], today.day]
  const pace = done / Math.max(1, weekdaysFrom(first.day, until))
  if (!(pace > 0)) return null
  const doneToday = completed[unit] - before
  const fromTomorrow = pace * weekdaysFrom(addDays(today.day, 1), last.day)
  return Math.max(0, now.remaining - Math.max(fromTomorrow, pace * daysLeft(today.day, last.day) - doneToday))
}

/** So many days have to be recorded before anything is forecast: less is no pace. */
const daysForForecast = 3

/** How many days are still to be recorded before there is a forecast; 0 when there is one. */
export function daysToForecast(burndown: Burndown, unit: Unit): number {
  const now = standing(burndown, unit)
  const recorded = now ? Math.max(0, now.index - firstDay(burndown) + 1) : 0
  return Math.max(0, daysForForecast - recorded)
}

/** As `projectedSpill`, once enough days are recorded. */
export const forecast = (burndown: Burndown, unit: Unit): number | null =>
  daysToForecast(burndown, unit) > 0 ? null : projectedSpill(burndown, unit)

/** Differences smaller than this share of the commitment are no difference. */
const tolerance = 0.05

/** What a colleague would say about the chart: the first sentence is the main one, with what matters in <b>. */
export function readReport({ report, burndown, velocity }: ReportData, unit: Unit, now: Day): string[] {
  const { sprint } = report
  const amount = (value: number) => amountText(value, unit)
  if (sprint.status === 'ended') return readEnded(report, velocity, unit)
  const here = standing(burndown, unit)
  if (!here)
    return [
      burndown.committed[unit] > 0
        ? t(`report:reading.planned_${formOf(burndown.committed[unit])}`, { amount: amount(burndown.committed[unit]) })
        : t('report:reading.plannedNone'),
    ]
  if (here.scope === 0) return [t('report:reading.nothing')]
  if (here.remaining === 0) return [t('report:reading.finished')]
  // One day, on which nothing had to be done yet, is no pace.
  if (now < sprint.starts_on) return [t('report:reading.early', { done: amount(burndown.completed[unit]), scope: amount(here.scope) })]
  if (daysBetween(now, sprint.ends_on) < 0) return [t(`report:reading.late_${formOf(here.remaining)}`, { amount: amount(here.remaining) })]
  const gap = here.remaining - here.ideal
  const place = !hasIdeal(burndown, unit)
    ? 'open'
    : Math.abs(gap) <= Math.max(0.5, burndown.committed[unit] * tolerance)
      ? 'onTrack'
      : gap > 0
        ? 'behind'
        : 'ahead'
  const first =
    place === 'open'
      ? t(`report:reading.open_${formOf(here.remaining)}`, { amount: amount(here.remaining) })
      : t(`report:reading.${place}`, { amount: amount(Math.abs(gap)) })
  return [first, readForecast(burndown, unit, place)]
}

type Standing = 'open' | 'onTrack' | 'behind' | 'ahead'

/** What is to come, said so that it does not contradict where the sprint stands: what runs against that says so. */
function readForecast(burndown: Burndown, unit: Unit, place: Standing): string {
  const missing = daysToForecast(burndown, unit)
  if (missing > 0) return t('report:reading.tooEarly', { count: missing })
  const spill = forecast(burndown, unit)
  if (spill === null) return t('report:reading.noPace')
  if (spill < 0.5) return t(place === 'behind' ? 'report:reading.fitsStill' : 'report:reading.fits')
  const isExpected = place === 'behind' || place === 'open'
  const amount = { amount: amountText(Math.round(spill), unit) }
  return t(`report:reading.${isExpected ? 'spill' : 'spillStill'}_${formOf(Math.round(spill))}`, amount)
}

function readEnded({ sprint, completed, spilled, added }: SprintReport, { average }: Velocity, unit: Unit): string[] {
  if (!sprint.recorded) return [t('report:reading.unrecorded')]
  const done = amountText(completed[unit], unit)
  const scope = completed[unit] + spilled[unit]
  if (scope === 0) return [t('report:reading.nothing')]
  const first =
    spilled[unit] === 0 ? t('report:reading.endedAll', { done }) : t('report:reading.ended', { done, scope: amountText(scope, unit) })
  const mean = amountText(average[unit], unit)
  const rest = [
    added[unit] > 0 ? t(`report:reading.endedAdded_${formOf(added[unit])}`, { amount: amountText(added[unit], unit) }) : '',
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
