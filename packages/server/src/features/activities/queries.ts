import type { Activity } from '@rodada/contract/activities'
import { activityKinds } from '@rodada/contract/board-settings'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../migrations/schema.ts'

export type NewEntry = Insertable<Schema['activities']>

/** Rows of one insert: SQLite binds no more than 32,766 values. */
const rowsAtOnce = 1000

/** Adds entries to the journal, in their order. */
export async function addEntries(trx: Db, entries: readonly NewEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce)
    await trx
      .insertInto('activities')
      .values(entries.slice(from, from + rowsAtOnce))
      .execute()
}

/** How lists, columns, sprints or people are called now, by their ids. */
export async function findNames(
  db: Db,
  of: 'lists' | 'sprint_columns' | 'sprints' | 'users',
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows =
    of === 'lists'
      ? await db.selectFrom('lists').select(['id', 'title as name']).where('id', 'in', known).execute()
      : await db.selectFrom(of).select(['id', 'name']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
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
    // Entries that are only numbers are no line of text, and neither are those of a newer version beside this one.
    .where('kind', 'in', activityKinds)
    .$if('boardId' in of, (query) => query.where('board_id', '=', 'boardId' in of ? of.boardId : 0))
    .$if('cardId' in of, (query) => query.where('card_id', '=', 'cardId' in of ? of.cardId : 0))
    .$if(before !== undefined, (query) => query.where('activities.id', '<', before ?? 0))
    .orderBy('activities.id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ user_id, name, avatar_url, details, kind, ...row }) =>
    kind === 'card.state'
      ? []
      : {
          ...row,
          kind,
          details: JSON.parse(details) as Activity['details'],
          user: user_id === null ? null : { id: user_id, name: name ?? '', avatar_url },
        },
  )
}

/** Which sprint an entry is about: the one the card is in, or the one that it left. */
const entriesOf = (
  sprint: RawBuilder<unknown>,
  inSprint: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  sprints: RawBuilder<unknown>,
) => sql`
  select activities.id, ${sprint} as sprint_id, of_card_id as card_id, subject as title, ${inSprint} as in_sprint, activities.status,
    estimate as points, estimated_hours as hours, activities.created_at as happened_at
  from activities join sprints on sprints.id = ${sprint}
  where ${sprint} in (${sprints}) ${where}
    and (sprints.ended_at is null or activities.id <= sprints.journal_end
      or (sprints.journal_end is null and activities.created_at <= sprints.ended_at))`

/**
 * The journal of sprints, as a table: what each of their cards was, `id` by `id`, and whether it counted as one of the sprint's then.
 * It says nothing of what happened after a sprint's end. `sprints` are ids, or a query of ids.
 */
export const sprintJournal = (sprints: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  ${entriesOf(sql`activities.sprint_id`, sql`shown`, sql``, sprints)}
  union all
  ${entriesOf(sql`activities.from_sprint_id`, sql`0`, sql`and (activities.sprint_id is null or activities.sprint_id <> activities.from_sprint_id)`, sprints)}
)`
