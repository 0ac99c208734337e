import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { expectRows } from '../../../platform/limits/costly-turns.ts'
import { readPage } from '../../../platform/limits/page-turns.ts'
import { countedAs } from '../../../platform/limits/person-limit.ts'
import { dayOf } from '../../../platform/time.ts'
import { getBoardAccess } from '../../boards/queries.ts'
import { readOwn } from '../../cards/search/own-figure-queries.ts'
import { haveManyTasks, listPoints } from '../figure-queries.ts'
import { readFigures } from '../figure-reads.ts'
import { nextSprint } from '../planning/next-view.ts'
import { getSprint, listSprintsById, listSprintsOfBoard } from '../queries.ts'
import { loadSprint, showSprints, today } from '../sprint-queries.ts'
import { countOwnBySprint, countOwnStates, countOwnTasks, listOwnTasks } from '../tasks/my-task-queries.ts'
import { groupsOf, monthsOf } from '../tasks/my-tasks-view.ts'
import { hasLongJournal, listEnded } from './queries.ts'
import { readBurndown, readReport } from './report-queries.ts'
import { velocityView } from './view.ts'

/** What sprints became, read from their journals. */
export function reportRoutes(route: Route, deps: Pick<Deps, 'db' | 'reads'>): void {
  const { db, reads } = deps
  /** Reads the journal of a sprint; a long one beside the event loop, when it is the network's turn. */
  const readJournal = async <T>(viewer: Viewer, sprintId: number, read: (from: Db) => Promise<T>): Promise<T> =>
    (await hasLongJournal(db, sprintId))
      ? readPage({ address: viewer.address, whose: `account ${countedAs(viewer)}` }, () => read(reads))
      : read(db)

  route(sprintReportsApi.burndown, async ({ viewer, params }) => {
    const sprint = await getSprint(db, viewer, params.sprintId)
    return { data: await readJournal(viewer, sprint.id, (from) => readBurndown(from, sprint, today())) }
  })

  route(sprintReportsApi.report, async ({ viewer, params }) => {
    const sprint = await getSprint(db, viewer, params.sprintId)
    const { report } = await readJournal(viewer, sprint.id, (from) => readReport(from, sprint, today()))
    return { data: { sprint: await loadSprint(db, viewer, sprint.id), ...report } }
  })

  route(sprintReportsApi.velocity, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return { data: velocityView(await listEnded(db, boardId)) }
  })

  route(sprintReportsApi.planning, async ({ viewer, params: { boardId } }) => {
    const board = await getBoardAccess(db, viewer, boardId)
    const sprints = await listSprintsOfBoard(db, viewer, boardId)
    const lasting = sprints.filter(({ ended_at }) => ended_at === null)
    const { open, points } = await readFigures({ deps, viewer }, lasting, async (from) => ({
      open: await showSprints(from, viewer, lasting),
      points: await listPoints(
        from,
        lasting.map(({ id }) => id),
      ),
    }))
    const none = { points: 0, done_points: 0, unestimated: 0 }
    return {
      data: {
        velocity: velocityView(await listEnded(db, boardId)),
        sprints: open.map((sprint) => ({ sprint, ...(points.get(sprint.id) ?? none) })),
        next: nextSprint(sprints, today()),
        automatic: board.auto_sprint === 1,
      },
    }
  })

  route(sprintReportsApi.myTasks, async ({ viewer, query }) => {
    const day = dayOf(new Date(), viewer.timeZone)
    const { year = Number(day.slice(0, 4)), month = Number(day.slice(5, 7)) } = query
    const months = monthsOf(year)
    const scope = query.scope ?? months[month - 1] ?? { first: day, last: day }
    const own = await readOwn(deps, viewer, async (from) => ({
      from,
      counts: await countOwnTasks(from, viewer, ['open', 'undated', ...months], day),
      stats: await countOwnStates(from, viewer, scope, day),
      bySprint: await countOwnBySprint(from, viewer, scope, day),
    }))
    const [open = 0, undated = 0, ...counts] = own.counts
    await expectRows(Math.max(open, undated, ...counts))
    // Where they were counted, but in the turn of the answer: who has it waits for no other one.
    const tasks = await listOwnTasks(own.from, viewer, scope, day)
    const ids = [...new Set(tasks.flatMap(({ sprint_id }) => sprint_id ?? []))]
    const rows = await listSprintsById(db, viewer, ids)
    const sprints = await showSprints((await haveManyTasks(db, rows)) ? reads : db, viewer, rows)
    return {
      data: {
        user: { id: viewer.userId, name: viewer.name, avatar_url: viewer.avatar },
        year,
        month,
        scope: query.scope ?? null,
        stats: own.stats,
        open,
        undated,
        months: counts,
        sprints: groupsOf(tasks, sprints, own.bySprint),
      },
    }
  })
}
