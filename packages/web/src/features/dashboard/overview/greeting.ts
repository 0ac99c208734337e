import type { DashboardStats } from '@rodada/contract/instance/dashboard'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'

/** 'Boa tarde, Ana': by the hour, with the first name. */
export function greeting(fullName: string, hour: number): string {
  const name = fullName.trim().split(/\s+/)[0] ?? ''
  if (hour >= 5 && hour < 12) return t('dashboard:greeting.morning', { name })
  if (hour >= 12 && hour < 18) return t('dashboard:greeting.afternoon', { name })
  return t('dashboard:greeting.night', { name })
}

const spelled = (count: number): string => t('dashboard:day.numbers').split(' ')[count] ?? format.integer(count)

/** The line below the greeting: 'Duas tarefas vencem hoje e uma passou do prazo.' */
export function daySentence({ total, completed, dueToday, overdue }: DashboardStats['userTasks']): string {
  const due = t('dashboard:day.due', { count: dueToday, words: spelled(dueToday) })
  const late = spelled(overdue)
  if (dueToday > 0 && overdue > 0) {
    const alsoLate = t('dashboard:day.alsoLate', { count: overdue, words: late.toLowerCase() })
    return t('dashboard:day.both', { due, late: alsoLate })
  }
  if (dueToday > 0) return t('dashboard:day.one', { sentence: due })
  if (overdue > 0) return t('dashboard:day.one', { sentence: t('dashboard:day.late', { count: overdue, words: late }) })
  if (total === 0) return t('dashboard:day.none')
  return t(completed === total ? 'dashboard:day.allDone' : 'dashboard:day.free')
}
