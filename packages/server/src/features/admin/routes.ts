import { adminApi } from '@rodada/contract/instance/admin'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { dayOf, defaultTimeZone } from '../../platform/time.ts'
import { addAudit } from '../audit/queries.ts'
import { accountChanged, twoFactorReset } from '../auth/events.ts'
import type { Write } from '../boards/write.ts'
import { findSprint } from '../sprints/queries.ts'
import { showSprint } from '../sprints/sprint-queries.ts'
import { changeAccount, createBug, resetTwoFactor } from './commands.ts'
import { createInstanceNumbers } from './instance-numbers.ts'
import { countUsers, listAccounts, listFaces } from './queries.ts'
import { listTasks, sumOf } from './task-queries.ts'
import { changeActs, dashboardView, daysOf } from './view.ts'

/** The instance in numbers, and its accounts. */
export function adminRoutes(route: Route, deps: Pick<Deps, 'db' | 'engine' | 'events' | 'limits' | 'reads'>, write: Write): void {
  const { reads } = deps
  const today = () => dayOf(new Date(), defaultTimeZone)
  const countInstance = createInstanceNumbers(reads)
  route(adminApi.dashboard, async ({ viewer }) => {
    const days = daysOf(today())
    const numbers = await countInstance(days)
    const users = await countUsers(reads)
    const faces = await listFaces(
      reads,
      numbers.people.map(({ user_id }) => user_id),
    )
    // Who deletes it meanwhile leaves none.
    const sprint = numbers.sprintId === undefined ? undefined : await findSprint(reads, viewer, numbers.sprintId)
    return {
      ...dashboardView(numbers, { users, faces, months: days.months }),
      current_sprint: sprint ? await showSprint(reads, viewer, sprint) : null,
    }
  })

  // A text that no card contains may read every card. The limit is enough for a person who types.
  const searches = deps.limits('admin-tasks', { points: 60, seconds: 10 })
  route(adminApi.tasks, async ({ viewer, query }) => {
    await requirePoints(searches, viewer.userId)
    const day = today()
    const name = sumOf(query)
    const known = name === undefined ? undefined : ((await countInstance(daysOf(day))).sums[name] ?? 0)
    return listTasks(reads, deps.engine, viewer, { ...query, today: day }, known)
  })

  route(adminApi.users, ({ query }) => listAccounts(reads, query))

  route(adminApi.updateUser, async (context) => {
    const { user, roleChanged, endedSessions } = await deps.db.transaction().execute(async (trx) => {
      const change = await changeAccount(deps.events.begin(trx, context.viewer), context.viewer, context.params.userId, context.body)
      for (const act of changeActs(change)) await addAudit(trx, context, act)
      return change
    })
    await deps.events.announce(accountChanged, { userId: user.id, roleChanged, deactivated: !user.is_active, endedSessions })
    return user
  })

  route(adminApi.resetTwoFactor, (context) =>
    deps.db.transaction().execute(async (trx) => {
      const { user, dropped } = await resetTwoFactor(trx, context.viewer, context.params.userId)
      if (!dropped) return user
      await deps.events.begin(trx, context.viewer).emit(twoFactorReset, { userId: user.id })
      await addAudit(trx, context, { kind: 'two_factor.reset', subject: user.email })
      return user
    }),
  )

  route(adminApi.reportBug, ({ viewer, body }) => write(viewer, (work) => createBug(work, viewer, body)))
}
