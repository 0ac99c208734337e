import { t } from '../../i18n/index.ts'
import type { Sprint } from '../call/sprint-words.ts'
import { type Day, daysBetween, teamToday } from './days.ts'
import { format } from './format.ts'

type Dates = Pick<Sprint, 'status' | 'starts_on' | 'ends_on' | 'ended_at'>

/** 'planned' counts as active: only what was ended is over. */
export const isActive = ({ status }: Pick<Sprint, 'status'>): boolean => status !== 'ended'

/** How a sprint stands to today. `days` are those left, late, or until it starts. */
export type SprintTime = { state: 'starts' | 'left' | 'late' | 'ended'; days: number }

export function sprintTime({ status, starts_on, ends_on }: Dates, now: Day = teamToday()): SprintTime {
  if (status === 'ended') return { state: 'ended', days: 0 }
  const untilStart = daysBetween(now, starts_on)
  // One that was started before its day is under way.
  if (status === 'planned' && untilStart > 0) return { state: 'starts', days: untilStart }
  const left = daysBetween(now, ends_on)
  return left < 0 ? { state: 'late', days: -left } : { state: 'left', days: left }
}

/** '03/11/2025 a 14/11/2025' */
export const sprintDates = ({ starts_on, ends_on }: Pick<Sprint, 'starts_on' | 'ends_on'>): string =>
  t('work:sprint.dates', { from: format.numericDay(starts_on), to: format.numericDay(ends_on) })

/** What to say of it, the number apart since it is drawn heavier: '3 dias' + 'restantes', or 'começa em' + '6 dias'. */
export function sprintTimeParts(sprint: Dates, now: Day = teamToday()): { before: string; strong: string; after: string } {
  const { state, days } = sprintTime(sprint, now)
  const whole = (text: string) => ({ before: text, strong: '', after: '' })
  if (state === 'ended') return whole(t('work:sprint.when.ended', { day: shortDay(sprint) }))
  if (state === 'starts') {
    if (days === 1) return whole(t('work:sprint.when.tomorrow'))
    return { before: t('work:sprint.when.startsRest'), strong: t('work:sprint.when.starts', { count: days }), after: '' }
  }
  if (state === 'late') return { before: '', strong: t('work:sprint.when.late', { count: days }), after: t('work:sprint.when.lateRest') }
  if (days === 0) return whole(t('work:sprint.when.today'))
  return { before: '', strong: t('work:sprint.when.left', { count: days }), after: t('work:sprint.when.leftRest', { count: days }) }
}

/** The same in one piece: '3 dias restantes', 'planejada, começa em 6 dias'. Its texts are the namespace 'work'. */
export function sprintTimeText(sprint: Dates, now: Day = teamToday()): string {
  const { before, strong, after } = sprintTimeParts(sprint, now)
  const when = [before, strong, after].filter(Boolean).join(' ')
  return sprintTime(sprint, now).state === 'starts' ? t('work:sprint.when.planned', { when }) : when
}

const shortDay = ({ ended_at, ends_on }: Dates): string => (ended_at ? format.shortDate(ended_at) : format.shortDay(ends_on))
