import type { AdminUser } from '@rodada/contract/instance/admin'
import { defaultTimeZone, startOfDay } from '../../platform/time.ts'
import type { Act } from '../audit/queries.ts'
import type { Span } from './queries.ts'

const monthsShown = 6

/** The last months up to that of `today`, oldest first, each with its name 'YYYY-MM' and its instants. */
export function lastMonths(today: string): (Span & { month: string })[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const first = (index: number) => new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10)
  return Array.from({ length: monthsShown }, (_, index) => {
    const day = first(index - monthsShown + 1)
    const next = first(index - monthsShown + 2)
    return { month: day.slice(0, 7), from: startOfDay(day, defaultTimeZone), until: startOfDay(next, defaultTimeZone) }
  })
}

/** What the audit log says of a change of an account. */
export function changeActs({ before, user }: { before: AdminUser; user: AdminUser }): Act[] {
  const subject = user.email
  return [
    ...(user.role === before.role
      ? []
      : [{ kind: 'account.role_changed', subject, details: { from: before.role, to: user.role } } as const]),
    ...(user.is_active === before.is_active
      ? []
      : [{ kind: user.is_active ? 'account.activated' : 'account.deactivated', subject } as const]),
  ]
}
