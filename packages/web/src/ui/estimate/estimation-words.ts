import { t } from '../../i18n/index.ts'
import { today } from '../../lib/dates/days.ts'
import { format } from '../../lib/dates/format.ts'

const weekMs = 7 * 86_400_000

/** 'quinta-feira, às 18:00' within a week, beyond it the date. */
export function whenText(instant: string, now = Date.now()): string {
  const isNear = Math.abs(Date.parse(instant) - now) < weekMs
  const day = isNear ? format.longWeekday(today(new Date(instant))) : format.shortDate(instant)
  return t('estimations:page.when', { day, time: format.time(instant) })
}

/** 'faltam 2 dias', in the largest unit that is over. */
export function leftText(closesAt: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(closesAt) - now) / 60_000))
  if (minutes >= 48 * 60) return t('estimations:page.leftDays', { count: Math.floor(minutes / (24 * 60)) })
  if (minutes >= 120) return t('estimations:page.leftHours', { count: Math.floor(minutes / 60) })
  return t('estimations:page.leftMinutes', { count: minutes })
}
