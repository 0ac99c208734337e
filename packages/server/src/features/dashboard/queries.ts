import type { DashboardStats } from '@rodada/contract/instance/dashboard'
import type { Db } from '../../platform/database.ts'
import { listActivities } from '../activities/queries.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'
import { getFigures } from '../sprints/figure-queries.ts'
import { currentFirst, statusOn } from '../sprints/queries.ts'

const recentActivities = 10

/**
 * The newest activity on the boards this person sees. Activity makes its board the latest changed, so the latest boards, as many as there
 * are rows to show, hold all of it, and each reads its newest from an index.
 */
export async function listRecentActivity(db: Db, viewer: Actor): Promise<DashboardStats['recentActivity']> {
  const boards = await visibleBoardIds(db, viewer).orderBy('boards.updated_at', 'desc').limit(recentActivities).execute()
  const newest = await Promise.all(boards.map(({ id }) => listActivities(db, { boardId: id }, { limit: recentActivities })))
  return newest
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, recentActivities)
    .map(({ id, kind, subject, created_at, details, user, by_program, board_id, card_id }) => ({
      id,
      action: kind,
      task: subject,
      time: created_at,
      to: details.to ?? null,
      user,
      by_program,
      board_id,
      card_id,
    }))
}

/**
 * The current sprint of the visible boards, with its figures: the one under way that ends first on `today` ('YYYY-MM-DD'), else a planned
 * one, else the one that is late the longest.
 */
export async function findCurrentSprint(db: Db, viewer: Actor, today: string) {
  const sprint = await db
    .selectFrom('sprints')
    .select(['id', 'name', 'starts_on', 'ends_on', 'status', 'ended_at', 'final'])
    .where('board_id', 'in', visibleBoardIds(db, viewer))
    .where('status', 'in', ['planejada', 'ativa'])
    .orderBy(currentFirst(today))
    .orderBy('ends_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return sprint && { ...sprint, status: statusOn(sprint, today), figures: await getFigures(db, sprint) }
}
export type CurrentSprint = NonNullable<Awaited<ReturnType<typeof findCurrentSprint>>>
