import type { DashboardStats } from '@rodada/contract/dashboard'
import type { Db } from '../../migrations/schema.ts'
import { listActivities } from '../boards/activity-queries.ts'
import { type Asker, visibleBoardIds } from '../boards/queries.ts'

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

/** The active sprint that ends first among the visible boards, with its cards counted. */
export async function findCurrentSprint(
  db: Db,
  viewer: Asker,
): Promise<{ id: number; name: string; ends_on: string; total: number; completed: number } | undefined> {
  const sprint = await db
    .selectFrom('sprints')
    .select(['id', 'name', 'ends_on'])
    .where('board_id', 'in', visibleBoardIds(db, viewer))
    .where('status', '=', 'ativa')
    .orderBy('ends_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!sprint) return undefined
  const rows = await db
    .selectFrom('cards')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .where('sprint_id', '=', sprint.id)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('status', '!=', 'cancelada')
    .groupBy('status')
    .execute()
  return {
    ...sprint,
    total: rows.reduce((sum, row) => sum + row.n, 0),
    completed: rows.find((row) => row.status === 'concluida')?.n ?? 0,
  }
}
