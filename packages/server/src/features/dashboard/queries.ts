import type { DashboardStats } from '@rodada/contract/dashboard'
import type { Db } from '../../migrations/schema.ts'
import { type Asker, visibleBoardIds } from '../boards/queries.ts'

const recentActivities = 10

/**
 * The newest things that happened on the boards this person sees. Whatever happens on a board makes it the latest changed, so
 * as many of those as there are rows to show hold them all, and each gives its newest from an index.
 */
export async function listRecentActivity(db: Db, viewer: Asker): Promise<DashboardStats['recentActivity']> {
  const boards = await visibleBoardIds(db, viewer).orderBy('boards.updated_at', 'desc').limit(recentActivities).execute()
  const newest = await Promise.all(boards.map(({ id }) => listNewest(db, id)))
  return newest
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, recentActivities)
}

async function listNewest(db: Db, boardId: number): Promise<DashboardStats['recentActivity']> {
  const rows = await db
    .selectFrom('activities')
    .leftJoin('users', 'users.id', 'activities.user_id')
    .select([
      'activities.id',
      'kind',
      'subject',
      'details',
      'activities.created_at',
      'board_id',
      'card_id',
      'user_id',
      'users.name',
      'users.avatar_url',
    ])
    .where('board_id', '=', boardId)
    .orderBy('activities.id', 'desc')
    .limit(recentActivities)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    action: row.kind,
    task: row.subject,
    time: row.created_at,
    to: (JSON.parse(row.details) as { to?: string }).to ?? null,
    user: row.user_id === null ? null : { id: row.user_id, name: row.name ?? '', avatar_url: row.avatar_url },
    board_id: row.board_id,
    card_id: row.card_id,
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
