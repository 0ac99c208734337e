import type { ActivityKind } from '@rodada/contract/activities'
import type { Db } from '../../migrations/schema.ts'
import type { Engine } from '../../platform/database.ts'
import { addNotices, namedCards } from './notice-queries.ts'

const activitiesAtOnce = 1000
/**
 * Younger ones wait: on PostgreSQL ids are given out before the commit, so a slow transaction's could be passed over. One that takes
 * longer than this is missing from a count, nothing more.
 */
const settledAfterMs = 5_000

/** What members hear of one by one, or that is about themselves, is no news of the board. */
const unheard: (ActivityKind | 'card.state')[] = [
  'card.state',
  'card.assigned',
  'card.commented',
  'member.added',
  'member.updated',
  'member.removed',
  'board.created',
]

/**
 * Turns what happened on boards since the last time into one notification for each member, board and person who did it.
 * @returns whom it told
 */
export async function gatherUpdates(trx: Db, engine: Engine, now: Date): Promise<number[]> {
  const cursor = trx.selectFrom('notification_cursor').select('activity_id').where('id', '=', 1)
  // Of several processes one at a time goes on from where the last one stopped.
  const { activity_id } = await (engine === 'postgres' ? cursor.forUpdate() : cursor).executeTakeFirstOrThrow()
  const activities = await trx
    .selectFrom('activities')
    .innerJoin('boards', 'boards.id', 'activities.board_id')
    .select(['activities.id', 'activities.board_id', 'activities.user_id', 'activities.kind', 'activities.card_id', 'activities.subject'])
    .select(['boards.title', 'activities.created_at'])
    .where('activities.id', '>', activity_id)
    .where('activities.created_at', '<=', new Date(now.getTime() - settledAfterMs).toISOString())
    .orderBy('activities.id')
    .limit(activitiesAtOnce)
    .execute()
  const last = activities.at(-1)
  if (!last) return []
  await trx.updateTable('notification_cursor').set({ activity_id: last.id }).where('id', '=', 1).execute()

  const groups = new Map<string, typeof activities>()
  for (const activity of activities) {
    if (unheard.includes(activity.kind)) continue
    const key = `board:${activity.board_id}:${activity.user_id}`
    groups.set(key, [...(groups.get(key) ?? []), activity])
  }
  const told = new Set<number>()
  for (const [gather, group] of groups) {
    const [first] = group
    if (!first) continue
    const cards = [...new Set(group.flatMap(({ card_id, subject }) => (card_id === null ? [] : [subject])))].slice(-namedCards)
    const notice = {
      kind: 'board_updated' as const,
      board_id: first.board_id,
      actor_id: first.user_id,
      subject: first.title,
      details: { cards },
      gather,
      count: group.length,
      happened_at: group.at(-1)?.created_at ?? first.created_at,
    }
    for (const id of await addNotices(trx, notice, 'members', now)) told.add(id)
  }
  return [...told]
}
