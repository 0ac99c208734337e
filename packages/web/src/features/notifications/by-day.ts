import type { Notification } from '@rodada/contract/notifications/notifications'
import { type Day, today } from '../../lib/dates/days.ts'

/** Notifications under the day that they came on, where the person is. They arrive, and stay, with the newest first. */
export function byDay(notifications: readonly Notification[]): [Day, Notification[]][] {
  const days = new Map<Day, Notification[]>()
  for (const one of notifications) {
    const day = today(new Date(one.created_at))
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return [...days]
}
