import type { Activity, ActivityKind } from '@rodada/contract/activities'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { prepared } from '../../platform/prepared-queries.ts'

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
