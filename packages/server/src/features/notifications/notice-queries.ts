import { limits } from '@rodada/contract/core/limits'
import type { Notification } from '@rodada/contract/notifications/notifications'
import { type NotificationKind, switchOfKind } from '@rodada/contract/notifications/settings'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { excerptOf } from '../../platform/excerpt.ts'
import { slicesOf } from '../../platform/slices.ts'
import { listParticipantIds } from '../cards/participants/queries.ts'
import { listWatchers, watchersOf } from '../cards/watching/queries.ts'
import { nextMorning } from './clock.ts'

/** How long news waits for more of it before an email takes all. */
const mailAfterMs = 10_000
/** Rows of one insert: SQLite binds no more than 32,766 values. */
const rowsAtOnce = 1000
/** Unread rows of one kind, person and board that stand by themselves; further news is counted in one row. */
const mostApart = 10
/** Kinds that a person can cause as often as they like. */
const crowding: readonly NotificationKind[] = [
  'card_assigned',
  'card_joined',
  'card_mentioned',
  'card_commented',
  'card_changed',
  'card_due',
  'sprint_ended',
]
/** Cards that one notification names. */
export const namedCards = 3

/** What is stored with a notification. The comment is none of what is shown: its words are, as long as it is there. */
export type StoredDetails = Notification['details'] & { comment?: number }

export type Notice = {
  kind: NotificationKind
  /** null for what no board has: only those who are asked for by name are notified, wherever they are. */
  board_id: number | null
  card_id?: number
  sprint_id?: number
  estimation_id?: number
  /** The acting person, who is not notified. */
  actor_id: number | null
  subject: string
  details?: StoredDetails
  /** Unread rows with the same key become part of this one. */
  gather?: string
  /** How many things this row stands for. */
  count?: number
  /** People who watch and see the board now (`listWatchers`): they need not be on it. */
  watchers?: ReadonlySet<number>
  /** The instant, if not now: people who joined the board later are not notified. */
  happened_at?: string
}

/** The condition that a person did not turn off what a kind belongs to. */
export const wants = (kind: NotificationKind) => (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('settings')
        .select('settings.name')
        .whereRef('settings.user_id', '=', 'users.id')
        .where('settings.name', '=', switchOfKind[kind])
        .where('settings.value', '=', 'false'),
    ),
  )

/**
 * Notifies people in the transaction of the act: those who are on the board, where there is one, have an active account, and did not turn this kind off.
 * @returns the notified people, whose pages are told after the commit
 */
export async function addNotices(
  trx: Db,
  notice: Notice,
  to: readonly number[] | 'members' | { membersBut: readonly number[] },
  now = new Date(),
): Promise<number[]> {
  const except = typeof to === 'object' && 'membersBut' in to ? to.membersBut : []
  const asked = to === 'members' || 'membersBut' in to ? undefined : [...new Set(to)].filter((id) => id !== notice.actor_id)
  if (asked?.length === 0) return []
  const watchers = [...(notice.watchers ?? [])]
  const people = await trx
    .selectFrom('users')
    .select(['users.id', 'users.timezone'])
    .where((eb) => {
      const onBoard = eb(
        'users.id',
        'in',
        eb
          .selectFrom('board_members')
          .select('board_members.user_id')
          .where('board_id', '=', notice.board_id ?? 0)
          .$if(notice.happened_at !== undefined, (query) => query.where('joined_at', '<=', notice.happened_at ?? '')),
      )
      if (notice.board_id === null) return eb.lit(asked !== undefined)
      return watchers.length === 0 ? onBoard : eb.or([onBoard, eb('users.id', 'in', watchers)])
    })
    .where('users.deactivated_at', 'is', null)
    .$if(asked !== undefined, (query) => query.where('users.id', 'in', asked ?? [0]))
    .$if(except.length > 0, (query) => query.where('users.id', 'not in', except))
    .$if(notice.actor_id !== null, (query) => query.where('users.id', '!=', notice.actor_id ?? 0))
    .where(wants(notice.kind))
    .orderBy('users.id')
    .execute()
  if (people.length === 0) return []
  const ids = people.map(({ id }) => id)
  const crowded = await findCrowded(trx, notice, ids)
  await write(
    trx,
    notice,
    people.filter(({ id }) => !crowded.has(id)),
    now,
  )
  if (crowded.size > 0)
    await write(
      trx,
      await ofBoard(trx, notice),
      people.filter(({ id }) => crowded.has(id)),
      now,
    )
  return ids
}

/** People with so many unread rows of this kind from this person on this board that one more would only hide others' news. */
async function findCrowded(
  trx: Db,
  { kind, board_id, actor_id, gather }: Notice,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (gather === undefined || !crowding.includes(kind)) return new Set()
  const rows = await trx
    .selectFrom('notifications')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('read_at', 'is', null)
    .where('actor_id', actor_id === null ? 'is' : '=', actor_id)
    .where('board_id', board_id === null ? 'is' : '=', board_id)
    .where('kind', '=', kind)
    .groupBy('user_id')
    // News of the same card goes into its row.
    .having((eb) => eb.fn.sum<number>(eb.case().when('gather_key', '=', gather).then(1).else(0).end()), '=', 0)
    .having((eb) => eb.fn.countAll<number>(), '>=', mostApart)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Everything that a person did of a kind on a board has this key. */
export const gatheredOnBoard = (kind: NotificationKind, boardId: number, by: number | string | null) => `${kind}:board:${boardId}:${by}`

/** The key of board news beyond the rows that stand by themselves. */
async function ofBoard(trx: Db, { kind, board_id, actor_id, subject, details, count = 1 }: Notice): Promise<Notice> {
  if (board_id === null) throw new Error('what no board has is not gathered by its board')
  const { title } = await trx.selectFrom('boards').select('title').where('id', '=', board_id).executeTakeFirstOrThrow()
  // News without an actor: cards that are due on a day, seen from that day or the one before.
  const gather = gatheredOnBoard(kind, board_id, actor_id ?? `${details?.when}.${details?.due_date}`)
  return { kind, board_id, actor_id, subject: title, details: { cards: [subject], ...details }, gather, count }
}

async function write(trx: Db, notice: Notice, people: readonly { id: number; timezone: string }[], now: Date): Promise<void> {
  if (people.length === 0) return
  const before = await takeUnread(
    trx,
    notice.gather,
    people.map(({ id }) => id),
  )
  const rows = people.map(({ id, timezone }) => {
    const earlier = before.get(id)
    return {
      user_id: id,
      kind: notice.kind,
      gather_key: notice.gather ?? null,
      actor_id: notice.actor_id,
      board_id: notice.board_id,
      card_id: notice.card_id ?? null,
      sprint_id: notice.sprint_id ?? null,
      estimation_id: notice.estimation_id ?? null,
      subject: notice.subject,
      count: (notice.count ?? 1) + (earlier?.count ?? 0),
      details: JSON.stringify(notice.details ?? {}),
      created_at: now.toISOString(),
      read_at: null,
      // All changes of a board in a day are one email in the morning.
      mail_at:
        earlier?.mail_at ??
        (switchOfKind[notice.kind] === 'board_updates' ? nextMorning(now, timezone) : new Date(now.getTime() + mailAfterMs).toISOString()),
      // A person with unread board news is not notified again.
      push_at: earlier && notice.kind === 'board_updated' ? earlier.push_at : now.toISOString(),
    }
  })
  for (const some of slicesOf(rows, rowsAtOnce)) await trx.insertInto('notifications').values(some).execute()
}

type Earlier = { count: number; mail_at: string | null; push_at: string | null }

/** Deletes the unread rows of a gathering; the new row contains them and is on top. */
async function takeUnread(trx: Db, gather: string | undefined, userIds: readonly number[]): Promise<Map<number, Earlier>> {
  if (gather === undefined) return new Map()
  const rows = await trx
    .deleteFrom('notifications')
    .where('gather_key', '=', gather)
    .where('user_id', 'in', userIds)
    .where('read_at', 'is', null)
    .returning(['user_id', 'count', 'mail_at', 'push_at'])
    .execute()
  return new Map(rows.map(({ user_id, ...earlier }) => [user_id, earlier]))
}

/** Notifies a person of cards assigned to them: one by itself, many as one row. */
export const tellAssigned = (
  trx: Db,
  { boardId, boardTitle, cards }: { boardId: number; boardTitle: string; cards: readonly { id: number; title: string }[] },
  assigneeId: number,
  actorId: number | null,
): Promise<number[]> => {
  const [first, second] = cards
  if (!first) return Promise.resolve([])
  const about = { kind: 'card_assigned' as const, board_id: boardId, actor_id: actorId }
  const notice: Notice =
    second === undefined
      ? { ...about, card_id: first.id, subject: first.title, gather: `assigned:${first.id}` }
      : {
          ...about,
          subject: boardTitle,
          details: { cards: cards.slice(0, namedCards).map(({ title }) => title) },
          count: cards.length,
          gather: gatheredOnBoard('card_assigned', boardId, actorId),
        }
  return addNotices(trx, notice, [assigneeId])
}

type Commented = { id: number; board_id: number; title: string; assignee_id: number | null; created_by: number | null }
/** With `edited` only the newly mentioned people are notified. */
type Comment = { commentId: number; content: string; mentioned: readonly number[]; actorId: number | null; edited: boolean }

const ofComment = (card: Commented, { commentId, content, actorId }: Pick<Comment, 'content' | 'actorId'> & { commentId?: number }) => ({
  board_id: card.board_id,
  card_id: card.id,
  actor_id: actorId,
  subject: card.title,
  details: { excerpt: wordsOf(content), ...(commentId !== undefined && { comment: commentId }) },
})

/** Notifies the mentioned people of a new comment, those whose card it is, and who watches it: each once. */
export async function tellCommented(trx: Db, card: Commented, comment: Comment): Promise<number[]> {
  const about = ofComment(card, comment)
  const mention: Notice = { ...about, kind: 'card_mentioned', gather: `mentioned:${card.id}` }
  const mentioned = await addNotices(trx, mention, comment.mentioned)
  if (comment.edited) return mentioned
  const watchers = watchersOf(await listWatchers(trx, card.board_id, [card.id]), card.id)
  const concerned = [card.assignee_id, card.created_by, ...(await listParticipantIds(trx, card.id)), ...watchers]
  // Who is called by name hears it as that.
  const others = concerned.flatMap((id) => (id === null || comment.mentioned.includes(id) ? [] : [id]))
  const notice: Notice = { ...about, kind: 'card_commented', gather: `commented:${card.id}`, watchers }
  return [...mentioned, ...(await addNotices(trx, notice, others))]
}

/** The key of what a person did on a watched card. */
export const changesOf = (cardId: number, actorId: number | null) => `changed:${cardId}:${actorId}`

/**
 * Notifies the people whom a description or an item mentions now. Of a card that was just made, those who watch the board heard already
 * that it is there: the mention takes the place of that.
 */
export async function tellMentioned(
  trx: Db,
  card: Commented,
  mention: Omit<Comment, 'edited' | 'commentId'> & { isNew: boolean },
): Promise<number[]> {
  if (mention.isNew) await takeUnread(trx, changesOf(card.id, mention.actorId), mention.mentioned)
  return addNotices(trx, { ...ofComment(card, mention), kind: 'card_mentioned', gather: `mentioned:${card.id}` }, mention.mentioned)
}

/** The beginning of what somebody wrote, in one line. */
export const wordsOf = (content: string): string => excerptOf(content.replace(/\s+/g, ' ').trim(), limits.excerpt)

/** What people were told about a card belongs to another board from now on. */
export async function setBoardOfNotices(trx: Db, cardId: number, boardId: number): Promise<void> {
  await trx.updateTable('notifications').set({ board_id: boardId }).where('card_id', '=', cardId).execute()
}
