import type { ChatMessage } from '@rodada/contract/rooms/rooms'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'

const day = (instant: string | Date): string => format.date(instant)

/** Whether a message opens a day that the one before it does not belong to, in the reader's time zone. */
export const isNewDay = (before: ChatMessage | undefined, message: ChatMessage): boolean =>
  before === undefined || day(before.timestamp) !== day(message.timestamp)

/** 'hoje, 10:02' · 'ontem, 18:40' · '19/11/2026, 09:15' */
export function dayLabel(instant: string, now: Date = new Date()): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const name =
    day(instant) === day(now) ? t('rooms:chat.today') : day(instant) === day(yesterday) ? t('rooms:chat.yesterday') : day(instant)
  return `${name}, ${format.time(instant)}`
}
