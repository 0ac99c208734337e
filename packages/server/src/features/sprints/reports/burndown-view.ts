import { setImmediate as nextLoop } from 'node:timers/promises'
import { limits } from '@rodada/contract/core/limits'
import type { Amount, Burndown, BurndownDay } from '@rodada/contract/sprints/reports'
import { addDays, dayOf, daysFrom, defaultTimeZone, isWeekend } from '../../../platform/time.ts'
import { rounded } from '../figure-queries.ts'
import type { SprintRow } from '../queries.ts'
import type { Step, Stretch } from './queries.ts'

/** The days that a sprint's numbers depend on, 'YYYY-MM-DD'. */
export type SprintDays = {
  starts_on: string
  ends_on: string
  /** When it was made. */
  made_on: string
  /** Whether it waits for its first day; one that was started before it, or ended, does not. */
  waits: boolean
  /** null while it lasts. */
  ended_on: string | null
  today: string
}

/** What the numbers of a sprint are read by. */
export type ReportedSprint = Pick<SprintRow, 'id' | 'starts_on' | 'ends_on' | 'created_at' | 'status' | 'ended_at' | 'final'>

export const daysOf = (sprint: ReportedSprint, today: string): SprintDays => ({
  starts_on: sprint.starts_on,
  ends_on: sprint.ends_on,
  made_on: dayOf(sprint.created_at, defaultTimeZone),
  waits: sprint.status === 'planejada',
  ended_on: sprint.ended_at === null ? null : dayOf(sprint.ended_at, defaultTimeZone),
  today,
})

const none: Amount = { points: 0, hours: 0, tasks: 0 }
const combine = (a: Amount, b: Amount, sign = 1): Amount => ({
  points: rounded(a.points + sign * b.points),
  hours: rounded(a.hours + sign * b.hours),
  tasks: a.tasks + sign * b.tasks,
})

/** The day whose end fixes what a sprint promised: the first or, for one that was made later, the day on which it was made. */
export const commitmentDay = ({ starts_on, made_on }: Pick<SprintDays, 'starts_on' | 'made_on'>): string =>
  made_on > starts_on ? made_on : starts_on

type State = { scope: Amount; open: Amount }
/** By how much the work of a sprint changed on a day. */
export type DayStep = State & { day: string }

/** How many hours are looked at before everybody else has a turn: some ten milliseconds. */
const hoursAtOnce = 2000

/** The hours of a journal by their days. */
export async function gatherDays(journal: readonly Step[]): Promise<DayStep[]> {
  const steps: DayStep[] = []
  for (const [at, step] of journal.entries()) {
    if (at > 0 && at % hoursAtOnce === 0) await nextLoop()
    const day = dayOf(`${step.hour}:00:00Z`, defaultTimeZone)
    const change = {
      scope: { points: step.points, hours: step.hours, tasks: step.tasks },
      open: { points: step.open_points, hours: step.open_hours, tasks: step.open_tasks },
    }
    const last = steps.at(-1)
    if (last?.day === day) Object.assign(last, { scope: combine(last.scope, change.scope), open: combine(last.open, change.open) })
    else steps.push({ day, ...change })
  }
  return steps
}

/** Adds steps up, which are in the order of their days; asked for days in order too, it looks at each step once. */
function createSum(steps: readonly DayStep[]): (day?: string) => State {
  let next = 0
  let sum: State = { scope: none, open: none }
  return (day) => {
    for (let step = steps[next]; step && (day === undefined || step.day <= day); step = steps[next]) {
      sum = { scope: combine(sum.scope, step.scope), open: combine(sum.open, step.open) }
      next += 1
    }
    return sum
  }
}

/** Which part of the commitment is to be left after each day: from all on the first to nothing on the last, level over weekends. */
export function idealShares(first: string, last: string): Map<string, number> {
  const [, ...later] = daysFrom(first, last)
  const weekdays = later.filter((day) => !isWeekend(day))
  const working = new Set(weekdays.length > 0 ? weekdays : later)
  const shares = new Map([[first, 1]])
  let left = working.size
  for (const day of later) {
    if (working.has(day)) left -= 1
    shares.set(day, left / working.size)
  }
  return shares
}

/**
 * The hours of a journal that a burndown does not tell apart: those before the first day that it shows, those between its last and the one that
 * fixes what was promised, and those behind both. A journal that was brought may have a million. No time zone is a day away from UTC.
 */
export function alikeFor(days: SprintDays): Stretch[] {
  const known = days.ended_on ?? days.today
  const hourOf = (day: string, later: number) => `${addDays(day, later)}T00`
  const [fixedOn, last] = [commitmentDay(days), lastDay(days, known)]
  const [first, behind] = [hourOf(firstShown(days, known), -1), hourOf(last, 2)]
  const over = fixedOn > last ? hourOf(fixedOn, 2) : behind
  return [
    { from: '', until: first, as: first },
    { from: behind, until: hourOf(fixedOn, -1), as: behind },
    { from: over, until: '9999', as: over },
  ]
}

/** A burndown from the days of a sprint's journal. */
export function burndownView(days: SprintDays, steps: readonly DayStep[]): Burndown {
  const now = createSum(steps)()
  const fixedOn = commitmentDay(days)
  const committed = createSum(steps)(fixedOn).scope
  const known = days.ended_on ?? days.today
  const shares = idealShares(days.starts_on, days.ends_on)

  /** What the work had become by the end of a day. */
  const stateAfter = createSum(steps)
  let before: State = { scope: none, open: none }
  const shown = daysFrom(firstShown(days, known), lastDay(days, known)).map((day): BurndownDay => {
    // Work done before the first day is ahead of an ideal that begins with it.
    const share = shares.get(day) ?? (day < days.starts_on ? 1 : 0)
    const ideal = {
      points: rounded(committed.points * share),
      hours: rounded(committed.hours * share),
      tasks: Math.round(committed.tasks * share),
    }
    if (day > known || day < days.made_on) return { day, ideal, remaining: null, scope: null, added: null }
    const { scope, open } = stateAfter(day)
    const added = day > fixedOn ? combine(scope, before.scope, -1) : none
    before = { scope, open }
    return { day, ideal, remaining: open, scope, added }
  })
  return { committed, completed: combine(now.scope, now.open, -1), days: shown }
}

/**
 * A sprint that was started before its first day is shown from today on until that day comes: nobody wrote down when it was. That day may be a
 * thousand years away, and no more of them are shown than a sprint may last.
 */
function firstShown({ starts_on, waits }: SprintDays, known: string): string {
  if (waits || known >= starts_on) return starts_on
  const earliest = addDays(starts_on, -limits.sprintDays)
  return known > earliest ? known : earliest
}

/** A sprint that is late is shown until today, or until it ended, but not for ever. */
function lastDay({ ends_on }: SprintDays, known: string): string {
  if (known <= ends_on) return ends_on
  const latest = addDays(ends_on, limits.sprintDays)
  return known < latest ? known : latest
}
