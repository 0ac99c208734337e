import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'

const dayMs = 86_400_000
/** How soon an end is told as near. Days. */
const soonDays = 7

export type Expiry = { text: string; tone: 'ended' | 'soon' | undefined }

/** Until when a token counts, as one would say it: a date, or in how many days when that is near. */
export function expiryOf(expiresAt: string, now = Date.now()): Expiry {
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return { text: t('programs:expires.ended', { date: format.date(expiresAt) }), tone: 'ended' }
  const days = Math.round(left / dayMs)
  if (days > soonDays) return { text: format.date(expiresAt), tone: undefined }
  return { text: days === 0 ? t('programs:expires.today') : t('programs:expires.soon', { count: days }), tone: 'soon' }
}
