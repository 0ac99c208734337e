import { adminApi } from '@rodada/contract/instance/admin'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { dayOf, defaultTimeZone } from '../../platform/time.ts'
import { addAudit } from '../audit/queries.ts'
import { accountChanged, twoFactorReset } from '../auth/events.ts'
import type { Write } from '../boards/write.ts'
import { loadSprint } from '../sprints/sprint-queries.ts'
import { changeAccount, createBug, resetTwoFactor } from './commands.ts'
import { bugWords, improvementWords } from './label-words.ts'
import { countInstance, countLabelled, countMonths, findCurrentSprintId, listAccounts, listPerformance } from './queries.ts'
import { listTasks } from './task-queries.ts'
import { changeActs, lastMonths } from './view.ts'

/** The instance in numbers, and its accounts. */
export function adminRoutes(route: Route, deps: Pick<Deps, 'db' | 'engine' | 'events' | 'limits' | 'reads'>, write: Write): void {
  const { reads } = deps
  route(adminApi.dashboard, async ({ viewer }) => {
    const today = dayOf(new Date(), defaultTimeZone)
    const months = lastMonths(today)
    const [thisMonth] = months.slice(-1)
    if (!thisMonth) throw new Error('there is no month')
    const sprintId = await findCurrentSprintId(reads, today)
    return {
      stats: await countInstance(reads, today),
      current_sprint: sprintId === undefined ? null : await loadSprint(reads, viewer, sprintId),
      performance: await listPerformance(reads, today),
      monthly: await countMonths(reads, months),
      bugs: await countLabelled(reads, bugWords, thisMonth),
      improvements: await countLabelled(reads, improvementWords, thisMonth),
    }
  })

  // A text that no card contains may read every card. The limit is enough for a person who types.
  const searches = deps.limits('admin-tasks', { points: 60, seconds: 10 })
  route(adminApi.tasks, async ({ viewer, query }) => {
    await requirePoints(searches, viewer.userId)
    return listTasks(reads, deps.engine, viewer, { ...query, today: dayOf(new Date(), defaultTimeZone) })
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
