import type { PersonSummary } from '@rodada/contract/core/fields'
import type { AdminDashboard, AdminUser } from '@rodada/contract/instance/admin'
import { defaultTimeZone, startOfDay } from '../../platform/time.ts'
import type { Act } from '../audit/queries.ts'
import { rounded } from '../sprints/figure-queries.ts'
import type { InstanceNumbers } from './instance-numbers.ts'
import type { Days } from './number-queries.ts'

const monthsShown = 6

/** A day with the last months up to its own, oldest first, each with its name 'YYYY-MM' and its instants. */
export function daysOf(today: string): Days {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const first = (index: number) => new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10)
  const months = Array.from({ length: monthsShown }, (_, index) => {
    const day = first(index - monthsShown + 1)
    const next = first(index - monthsShown + 2)
    return { month: day.slice(0, 7), from: startOfDay(day, defaultTimeZone), until: startOfDay(next, defaultTimeZone) }
  })
  return { today, months }
}

/** The instance in numbers as its page shows them; `faces` are those of the people among them. */
export function dashboardView(
  { boards, sums, people, openSprints }: InstanceNumbers,
  {
    users,
    faces,
    months,
  }: { users: { users: number; active_users: number }; faces: ReadonlyMap<number, PersonSummary> } & Pick<Days, 'months'>,
): Omit<AdminDashboard, 'current_sprint'> {
  const sum = (name: string): number => sums[name] ?? 0
  const labelled = (name: string) => ({
    open: sum(name) - sum(`${name} completed`),
    completed: sum(`${name} completed`),
    opened_this_month: sum(`${name} opened`),
  })
  return {
    stats: {
      ...users,
      boards,
      active_sprints: openSprints,
      tasks: sum('tasks'),
      completed: sum('completed'),
      in_progress: sum('in_progress'),
      overdue: sum('overdue'),
    },
    performance: people.flatMap(({ user_id, points, total, completed, in_progress, overdue }) => {
      const user = faces.get(user_id)
      return user ? [{ user, total, completed, in_progress, overdue, points: rounded(points) }] : []
    }),
    monthly: months.map(({ month }) => ({
      month,
      created: sum(`created ${month}`),
      completed: sum(`completed ${month}`),
      points: rounded(sum(`points ${month}`)),
    })),
    bugs: labelled('bugs'),
    improvements: labelled('improvements'),
  }
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
