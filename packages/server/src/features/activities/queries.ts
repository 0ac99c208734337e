import type { Activity } from '@rodada/contract/boards/activities'
import { activityKinds } from '@rodada/contract/boards/settings'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { slicesOf } from '../../platform/slices.ts'
import { addDays, dayOf, defaultTimeZone, startOfDay } from '../../platform/time.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'

export type NewEntry = Insertable<Schema['activities']>

/** Rows of one insert: SQLite binds no more than 32,766 values. */
const rowsAtOnce = 1000

/** Adds entries to the journal, in their order. */
export async function addEntries(trx: Db, entries: readonly NewEntry[]): Promise<void> {
  for (const rows of slicesOf(entries, rowsAtOnce)) {
    await markReplaced(trx, rows)
    await trx.insertInto('activities').values(rows).execute()
  }
}

/** Adds entries of a journal that was brought, in their order: they say themselves which of them are replaced. */
export async function addBrought(trx: Db, entries: readonly NewEntry[]): Promise<void> {
  for (const some of slicesOf(entries, rowsAtOnce)) await trx.insertInto('activities').values(some).execute()
}

/** Whether a card counts as a task of its sprint, as the figures say it. */
const counts = ({ shown, status }: NewEntry): boolean => shown === 1 && status !== 'cancelada'

/**
 * Marks the entries that new ones replace in the figures of sprints. Of what a card was in one day only the last counts, and that it
 * counted at all. A sprint in which programs work has hundreds of thousands of entries; so its figures read a few for each card and day.
 * Those that nobody marked are added up to the same. An ended sprint keeps what it has.
 */
async function markReplaced(trx: Db, entries: readonly NewEntry[]): Promise<void> {
  const dayOfHour = perHour((hour) => dayOf(`${hour}:00:00Z`, defaultTimeZone))
  const groups = Map.groupBy(
    entries.filter(({ sprint_id }) => typeof sprint_id === 'number'),
    ({ sprint_id, created_at }) => `${sprint_id} ${dayOfHour(created_at)}`,
  )
  for (const [key, group] of groups) {
    const [sprintId = '', day = ''] = key.split(' ')
    const [from, until] = [startOfDay(day, defaultTimeZone), startOfDay(addDays(day, 1), defaultTimeZone)]
    const idsOf = (some: readonly NewEntry[]) => [...new Set(some.map(({ of_card_id }) => of_card_id ?? 0))]
    // Behind an entry in which the card does not count stays one in which it did.
    const counting = idsOf(group.filter(counts))
    await trx
      .updateTable('activities')
      .set({ replaced: 1 })
      .where('sprint_id', '=', Number(sprintId))
      .where('replaced', '=', (eb) => eb.lit(0))
      .where('of_card_id', 'in', idsOf(group))
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .where((eb) =>
        eb.or([eb('shown', '=', 0), eb('status', '=', 'cancelada'), ...(counting.length > 0 ? [eb('of_card_id', 'in', counting)] : [])]),
      )
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('sprints').select('id').whereRef('sprints.id', '=', 'activities.sprint_id').where('ended_at', 'is', null)),
      )
      .execute()
  }
}

/** As `of`, asked once for each hour of instants. */
function perHour(of: (hour: string) => string): (instant: string) => string {
  const known = new Map<string, string>()
  return (instant) => {
    const hour = instant.slice(0, 13)
    const value = known.get(hour) ?? of(hour)
    known.set(hour, value)
    return value
  }
}

/** The present names of lists, columns, sprints or people, by their ids. */
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
  of: { boardId: number } | { cardId: number; viewer: Actor },
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
      'activities.token_id',
      'users.name',
      'users.avatar_url',
    ])
    // Entries for figures have no text. The index of what is told of a board is found by this very condition.
    .where('kind', '<>', sql.lit('card.state'))
    // Those of kinds that only a newer version knows are left out.
    .where('kind', 'in', activityKinds)
    .$if('boardId' in of, (query) => query.where('board_id', '=', 'boardId' in of ? of.boardId : 0))
    // What happened to a card on a board that it left is for those who see that board.
    .$if('cardId' in of, (query) =>
      'cardId' in of ? query.where('card_id', '=', of.cardId).where('board_id', 'in', visibleBoardIds(db, of.viewer)) : query,
    )
    .$if(before !== undefined, (query) => query.where('activities.id', '<', before ?? 0))
    .orderBy('activities.id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ user_id, token_id, name, avatar_url, details, kind, ...row }) =>
    kind === 'card.state'
      ? []
      : {
          ...row,
          kind,
          details: JSON.parse(details) as Activity['details'],
          user: user_id === null ? null : { id: user_id, name: name ?? '', avatar_url },
          by_program: token_id !== null,
        },
  )
}

/**
 * Takes back that cards left a sprint behind an entry of the journal: the sprint was ended by mistake, and they are in it again. Otherwise
 * its figures would show a gap between the two.
 */
export async function stayInSprint(trx: Db, sprintId: number, cardIds: readonly number[], behind: number): Promise<void> {
  if (cardIds.length === 0) return
  await trx
    .updateTable('activities')
    .set({ from_sprint_id: null })
    .where('from_sprint_id', '=', sprintId)
    .where((eb) => eb.or([eb('sprint_id', 'is', null), eb('sprint_id', '<>', eb.ref('from_sprint_id'))]))
    .where('of_card_id', 'in', cardIds)
    .where('id', '>', behind)
    .execute()
}

/** The sprint of an entry: the one the card is in, or the one that it left. */
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
 * The journal of sprints as a table: the state of each of their cards, in the order of `id`, and whether the card counted as one of the
 * sprint's then. What happened after a sprint's end is left out, and what was replaced within its day (`addEntries`). `sprints` are ids, or a query of ids.
 */
export const sprintJournal = (sprints: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  ${entriesOf(sql`activities.sprint_id`, sql`shown`, sql`and replaced = 0`, sprints)}
  union all
  ${entriesOf(sql`activities.from_sprint_id`, sql`0`, sql`and (activities.sprint_id is null or activities.sprint_id <> activities.from_sprint_id)`, sprints)}
)`
