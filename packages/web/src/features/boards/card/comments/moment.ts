import { t } from '../../../../i18n/index.ts'
import { today } from '../../../../lib/dates/days.ts'
import { format } from '../../../../lib/dates/format.ts'

/** When something happened, as people say it: 'agora', 'há 5 min', 'hoje, 16:40', 'ontem, 16:40', '14/11/2025, 16:40'. */
export function momentText(instant: string, now = new Date()): string {
  const at = new Date(instant)
  // A clock that is a little behind the server's must not put things into the future.
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return t('card:time.now')
  if (minutes < 60) return t('card:time.minutes', { count: minutes })
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (today(at) === today(now)) return t('card:time.today', { time: format.time(at) })
  if (today(at) === today(yesterday)) return t('card:time.yesterday', { time: format.time(at) })
  return format.dateTime(at)
}
