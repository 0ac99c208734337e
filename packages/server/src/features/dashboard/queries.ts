import type { DashboardStats } from '@rodada/contract/dashboard'
import type { Db } from '../../migrations/schema.ts'
import { listActivities } from '../boards/activity-queries.ts'
import { type Asker, visibleBoardIds } from '../boards/queries.ts'
import { isTask } from '../cards/count-queries.ts'
import { currentFirst } from '../sprints/queries.ts'

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
 * one that is planned, else the one that is late the longest. With its cards counted.
 */
export async function findCurrentSprint(
  db: Db,
  viewer: Asker,
  today: string,
): Promise<{ id: number; name: string; ends_on: string; total: number; completed: number } | undefined> {
  const sprint = await db
    .selectFrom('sprints')
    .select(['id', 'name', 'ends_on'])
    .where('board_id', 'in', visibleBoardIds(db, viewer))
    .where('status', 'in', ['planejada', 'ativa'])
    .orderBy(currentFirst(today))
    .orderBy('ends_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!sprint) return undefined
  const rows = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select((eb) => ['cards.status', eb.fn.countAll<number>().as('n')])
    .where('cards.sprint_id', '=', sprint.id)
    .where(isTask)
    .groupBy('cards.status')
    .execute()
  return {
    ...sprint,
    total: rows.reduce((sum, row) => sum + row.n, 0),
    completed: rows.find((row) => row.status === 'concluida')?.n ?? 0,
  }
}
