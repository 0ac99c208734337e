import type { ActivityKind } from '@rodada/contract/boards/activities'
import type { WorkStatus } from '@rodada/contract/core/fields'
import type { Db, Engine } from '../../platform/database.ts'
import { listWatchers, watchersOf } from '../cards/watching/queries.ts'
import { addNotices, namedCards, wants } from './notice-queries.ts'

const activitiesAtOnce = 1000
/** These are told one by one, or are about the person, so they are no board news. */
const unheard: (ActivityKind | 'card.state')[] = [
  'card.state',
  'card.assigned',
  'card.participant_added',
  'card.participant_removed',
  'card.commented',
  'member.added',
  'member.updated',
  'member.removed',
  'member.group_added',
  'member.group_updated',
  'member.group_removed',
  'board.created',
]

/** Boards and people of one transaction: for each it is asked who is to hear. */
const groupsAtOnce = 50

const groupOf = ({ board_id, user_id }: { board_id: number; user_id: number | null }): string => `board:${board_id}:${user_id}`

/** The first of some activities: of not too many boards and people. */
function firstGroups<Line extends { board_id: number; user_id: number | null }>(lines: readonly Line[]): readonly Line[] {
  const groups = new Set<string>()
  const end = lines.findIndex((line) => groups.add(groupOf(line)).size > groupsAtOnce)
  return end < 0 ? lines : lines.slice(0, end)
}

/** The latest activity that anybody sees; 0 before the first. */
export async function findLastActivityId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('activities')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** Whether watchers hear of it at once: of each change of a card itself, whose line says what the card was then, unless it went to another board. */
const isToldToWatchers = ({ kind, status }: Done): boolean => status !== null && kind !== 'card.left'

/**
 * Turns activities since the last run into one notification for each member, board and acting person.
 * @param upTo the last of them, below which nobody still writes any
 * @returns the notified people; undefined when nothing has happened since
 */
export async function gatherUpdates(trx: Db, engine: Engine, upTo: number, now: Date): Promise<number[] | undefined> {
  const cursor = trx.selectFrom('notification_cursor').select('activity_id').where('id', '=', 1)
  // One process at a time continues where the last one stopped.
  const { activity_id } = await (engine === 'postgres' ? cursor.forUpdate() : cursor).executeTakeFirstOrThrow()
  const next = await trx
    .selectFrom('activities')
    .innerJoin('boards', 'boards.id', 'activities.board_id')
    .select(['activities.id', 'activities.board_id', 'activities.user_id', 'activities.kind', 'activities.card_id', 'activities.subject'])
    .select(['activities.status', 'boards.title', 'activities.created_at'])
    .where('activities.id', '>', activity_id)
    .where('activities.id', '<=', upTo)
    .orderBy('activities.id')
    .limit(activitiesAtOnce)
    .execute()
  const activities = firstGroups(next)
  const last = activities.at(-1)
  if (!last) return undefined
  await trx.updateTable('notification_cursor').set({ activity_id: last.id }).where('id', '=', 1).execute()

  const groups = new Map<string, (typeof next)[number][]>()
  for (const activity of activities) {
    if (unheard.includes(activity.kind)) continue
    const key = groupOf(activity)
    groups.set(key, [...(groups.get(key) ?? []), activity])
  }
  const told = new Set<number>()
  for (const [gather, group] of groups) {
    const [first] = group
    if (!first) continue
    const notice = {
      kind: 'board_updated' as const,
      board_id: first.board_id,
      actor_id: first.user_id,
      subject: first.title,
      details: { cards: namedIn(group) },
      gather,
      count: group.length,
      happened_at: group.at(-1)?.created_at ?? first.created_at,
    }
    const apart = await toldApart(trx, first.board_id, group)
    for (const id of await addNotices(trx, notice, { membersBut: [...apart.keys()] }, now)) told.add(id)
    for (const [userId, already] of apart) {
      const rest = group.filter((activity) => !already.has(activity))
      if (rest.length === 0) continue
      const own = { ...notice, details: { cards: namedIn(rest) }, count: rest.length }
      for (const id of await addNotices(trx, own, [userId], now)) told.add(id)
    }
  }
  return [...told]
}

type Done = { kind: ActivityKind | 'card.state'; card_id: number | null; subject: string; status: WorkStatus | null }

const namedIn = (activities: readonly Done[]): string[] =>
  [...new Set(activities.flatMap(({ card_id, subject }) => (card_id === null ? [] : [subject])))].slice(-namedCards)

/** What of some activities was told already to each of those who watch the cards or the board (`tellWatchers`). */
async function toldApart<One extends Done>(trx: Db, boardId: number, activities: readonly One[]): Promise<Map<number, Set<One>>> {
  const ofCards = activities.filter(isToldToWatchers)
  const cardIds = [...new Set(ofCards.flatMap(({ card_id }) => card_id ?? []))]
  if (cardIds.length === 0) return new Map()
  const watching = await listWatchers(trx, boardId, cardIds)
  const told = new Map<number, Set<One>>()
  for (const activity of ofCards)
    for (const id of watchersOf(watching, activity.card_id ?? 0)) told.set(id, (told.get(id) ?? new Set()).add(activity))
  if (told.size === 0) return told
  // Who does not want them one by one hears of them with the rest.
  const wanting = await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.id', 'in', [...told.keys()])
    .where(wants('card_changed'))
    .execute()
  const ids = new Set(wanting.map(({ id }) => id))
  return new Map([...told].filter(([id]) => ids.has(id)))
}
