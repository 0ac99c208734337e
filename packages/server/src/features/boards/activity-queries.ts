import type { Activity, ActivityKind } from '@rodada/contract/activities'
import { activityKinds } from '@rodada/contract/board-settings'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { prepared } from '../../platform/prepared-queries.ts'
import { type Actor, addAudit } from '../audit/queries.ts'

export type NewActivity = {
  board_id: number
  card_id?: number
  /** null for what no person did. */
  user_id: number | null
  kind: ActivityKind
  /** The name, at this moment, of what it was done to. */
  subject: string
  details?: Activity['details']
}

type ActivityRow = Omit<NewActivity, 'card_id' | 'details'> & { card_id: number | null; details: string; created_at: string }
const rowOf = ({ details, card_id, ...activity }: NewActivity): ActivityRow => ({
  ...activity,
  card_id: card_id ?? null,
  details: JSON.stringify(details ?? {}),
  created_at: instant(),
})

const insertActivity = prepared((db, { board_id, card_id, user_id, kind, subject, details, created_at }: ActivityRow) =>
  db.insertInto('activities').values({ board_id, card_id, user_id, kind, subject, details, created_at }),
)

export async function addActivity(trx: Db, activity: NewActivity): Promise<void> {
  await insertActivity(trx, rowOf(activity))
}

/** Adds what happened to many at once, in one statement. */
export async function addActivities(trx: Db, activities: readonly NewActivity[]): Promise<void> {
  if (activities.length === 0) return
  await trx.insertInto('activities').values(activities.map(rowOf)).execute()
}

type IntegrationAct = {
  kind: 'integration.set' | 'integration.changed' | 'integration.confirmed' | 'integration.removed'
  service: 'Slack' | 'GitHub'
  /** Where it leads, as far as everybody on the board may know. */
  to?: string
}

/** Tells the board what was done to an integration, and the audit log whatever gives or takes somebody's way in or out. */
export async function noteIntegration(
  trx: Db,
  actor: Actor & { viewer: { userId: number } },
  board: { id: number; title: string },
  { kind, service, to = '' }: IntegrationAct,
): Promise<void> {
  await addActivity(trx, { board_id: board.id, user_id: actor.viewer.userId, kind, subject: service })
  if (kind !== 'integration.changed') await addAudit(trx, actor, { kind, subject: board.title, details: { board: board.id, service, to } })
}

/** What happened on a board or with one of its cards, newest first. The caller has made sure that the viewer sees it. */
export async function listActivities(
  db: Db,
  of: { boardId: number } | { cardId: number },
  { before, limit }: { before?: number; limit: number },
): Promise<Activity[]> {
  const rows = await db
    .selectFrom('activities')
    .leftJoin('users', 'users.id', 'activities.user_id')
    .select([
      'activities.id',
      'kind',
      'board_id',
      'card_id',
      'user_id',
      'subject',
      'details',
      'activities.created_at',
      'users.name',
      'users.avatar_url',
    ])
    // Of a newer version, beside which this one may still run, nothing can be said.
    .where('kind', 'in', activityKinds)
    .$if('boardId' in of, (query) => query.where('board_id', '=', 'boardId' in of ? of.boardId : 0))
    .$if('cardId' in of, (query) => query.where('card_id', '=', 'cardId' in of ? of.cardId : 0))
    .$if(before !== undefined, (query) => query.where('activities.id', '<', before ?? 0))
    .orderBy('activities.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ user_id, name, avatar_url, details, ...row }) => ({
    ...row,
    details: JSON.parse(details) as Activity['details'],
    user: user_id === null ? null : { id: user_id, name: name ?? '', avatar_url },
  }))
}
