import type { DashboardStats } from '@rodada/contract/dashboard'
import type { Db } from '../../migrations/schema.ts'
import { listActivities } from '../activities/queries.ts'
import { type Asker, visibleBoardIds } from '../boards/queries.ts'
import { getFigures } from '../sprints/figure-queries.ts'
import { currentFirst, statusOn } from '../sprints/queries.ts'

const recentActivities = 10

/**
 * The newest things that happened on the boards this person sees. Whatever happens on a board makes it the latest changed, so
 * as many of those as there are rows to show hold them all, and each gives its newest from an index.
 */
export async function listRecentActivity(db: Db, viewer: Asker): Promise<DashboardStats['recentActivity']> {
  const boards = await visibleBoardIds(db, viewer).orderBy('boards.updated_at', 'desc').limit(recentActivities).execute()
  const newest = await Promise.all(boards.map(({ id }) => listActivities(db, { boardId: id }, { limit: recentActivities })))
  return newest
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, recentActivities)
    .map(({ id, kind, subject, created_at, details, user, board_id, card_id }) => ({
      id,
      action: kind,
      task: subject,
      time: created_at,
      to: details.to ?? null,
      user,
      board_id,
      card_id,
    }))
}

/**
 * Of the sprints of the visible boards that are not over, the one under way that ends first on `today` ('YYYY-MM-DD'), else the
 * one that is planned, else the one that is late the longest. With its figures.
 */
export async function findCurrentSprint(db: Db, viewer: Asker, today: string) {
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
