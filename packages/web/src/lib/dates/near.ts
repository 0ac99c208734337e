import { t } from '../../i18n/index.ts'
import { type Day, daysBetween, today } from './days.ts'
import { format } from './format.ts'

/** Days ahead that still count as 'now'. */
const soonDays = 7

export type DueTone = 'late' | 'today' | 'soon' | 'later'

/** How urgent a date is, and how it is said: 'Ontem', 'Hoje', 'qui, 13 nov'. */
export function readDue(due: Day, now: Day = today()): { tone: DueTone; text: string } {
  const days = daysBetween(now, due)
  if (days < -6) return { tone: 'late', text: format.day(due) }
  if (days < -1) return { tone: 'late', text: t('work:near.lateDays', { count: -days }) }
  if (days === -1) return { tone: 'late', text: t('work:near.yesterday') }
  if (days === 0) return { tone: 'today', text: t('work:near.today') }
  if (days === 1) return { tone: 'soon', text: t('work:near.tomorrow') }
  if (days <= soonDays) return { tone: 'soon', text: `${format.weekday(due)}, ${format.day(due)}` }
  return { tone: 'later', text: format.day(due) }
}
