import { adminApi } from '@rodada/contract/admin'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
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
export function adminRoutes(route: Route, deps: Pick<Deps, 'db' | 'engine' | 'events' | 'limits'>, write: Write): void {
  const { db } = deps
  route(adminApi.dashboard, async ({ viewer }) => {
    const today = dayOf(new Date(), defaultTimeZone)
    const months = lastMonths(today)
    const [thisMonth] = months.slice(-1)
    if (!thisMonth) throw new Error('there is no month')
    const sprintId = await findCurrentSprintId(db, today)
    return {
      stats: await countInstance(db, today),
      current_sprint: sprintId === undefined ? null : await loadSprint(db, viewer, sprintId),
      performance: await listPerformance(db, today),
      monthly: await countMonths(db, months),
      bugs: await countLabelled(db, bugWords, thisMonth),
      improvements: await countLabelled(db, improvementWords, thisMonth),
    }
  })

  // A text that is nowhere may cost reading every card's: enough for who types, not for a program that asks without end.
  const searches = deps.limits('admin-tasks', { points: 60, seconds: 10 })
  route(adminApi.tasks, async ({ viewer, query }) => {
    const wait = await searches.take(String(viewer.userId))
    if (wait !== undefined) throw tooMany(wait)
    return listTasks(db, deps.engine, viewer, { ...query, today: dayOf(new Date(), defaultTimeZone) })
  })

  route(adminApi.users, ({ query }) => listAccounts(db, query))

  route(adminApi.updateUser, async (context) => {
    const { user, roleChanged, endedSessions } = await db.transaction().execute(async (trx) => {
      const change = await changeAccount(deps.events.begin(trx, context.viewer.userId), context.viewer, context.params.userId, context.body)
      for (const act of changeActs(change)) await addAudit(trx, context, act)
      return change
    })
    await deps.events.announce(accountChanged, { userId: user.id, roleChanged, deactivated: !user.is_active, endedSessions })
    return user
  })

  route(adminApi.resetTwoFactor, (context) =>
    db.transaction().execute(async (trx) => {
      const { user, dropped } = await resetTwoFactor(trx, context.viewer, context.params.userId)
      if (!dropped) return user
      await deps.events.begin(trx, context.viewer.userId).emit(twoFactorReset, { userId: user.id })
      await addAudit(trx, context, { kind: 'two_factor.reset', subject: user.email })
      return user
    }),
  )

  route(adminApi.reportBug, ({ viewer, body }) => write(viewer, (work) => createBug(work, viewer, body)))
}
