import type { CardHit } from '@rodada/contract/cards/cards'
import { type DueGroup, dueGroups, type OwnCards } from '@rodada/contract/cards/own-cards'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import type { Actor } from '../../auth/queries.ts'
import { isOpen, isOwnTask } from '../count-queries.ts'
import { hasTextOrKeyAmong, hits, hitsOf, openStatuses, type Page, visibleCards } from './hit-queries.ts'
import { dueGroupOf, ownTasks } from './own-figure-queries.ts'

/** Which of a person's cards: by their status, or those due before today. */
type OwnFilter = 'completed' | 'in_progress' | 'pending' | 'overdue'
const statusesOf: Record<OwnFilter, WorkStatus[]> = {
  completed: ['concluida'],
  in_progress: ['em_andamento'],
  pending: ['pendente', 'impedimento'],
  overdue: openStatuses,
}

/** Cards that are the person's, the nearest due date first, undated ones last. `today` is 'YYYY-MM-DD' where they are. */
export async function listOwnCards(
  db: Db,
  engine: Engine,
  viewer: Actor,
  { status, q, today, limit, offset }: Page & { status?: OwnFilter; q?: string; today: string },
): Promise<CardHit[]> {
  const own = () => visibleCards(db, viewer).select('cards.id').where(isOwnTask(db, viewer)).execute()
  const holds = q ? await hasTextOrKeyAmong(db, engine, q, own) : undefined
  const rows = await hits(db, viewer)
    .where(isOwnTask(db, viewer))
    .$if(status !== undefined, (query) => query.where('cards.status', 'in', statusesOf[status ?? 'pending']))
    .$if(holds !== undefined, (query) => query.where(holds ?? sql<boolean>`true`))
    .$if(status === 'overdue', (query) => query.where('cards.due_date', '<', today))
    // The databases sort nulls at opposite ends.
    .orderBy((eb) => eb.fn.coalesce('cards.due_date', eb.val('9999-12-31')))
    .orderBy('cards.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return hitsOf(db, viewer, rows)
}

/** A page of each group of what is open with a person, or of one, and how much there is. `today` is 'YYYY-MM-DD' where they are. */
export async function listOwnByDue(db: Db, viewer: Actor, { due, ...page }: Page & { due?: DueGroup; today: string }): Promise<OwnCards> {
  const asked = due === undefined ? dueGroups : [due]
  const rows = await readGroups(db, viewer, { asked, ...page })
  const groups = rows.filter(({ id }) => id === null)
  const dues = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row.due]])))
  const cards = Map.groupBy(await findHits(db, viewer, [...dues.keys()]), ({ id }) => dues.get(id))
  return {
    open: groups.reduce((sum, { count }) => sum + (count ?? 0), 0),
    points: rounded(groups.reduce((sum, { points }) => sum + (points ?? 0), 0)),
    boards: groups[0]?.boards ?? 0,
    groups: asked.flatMap((each) =>
      groups
        .filter((group) => group.due === each)
        .map(({ count, points }) => ({ due: each, count: count ?? 0, points: rounded(points ?? 0), cards: cards.get(each) ?? [] })),
    ),
  }
}

/** Estimates have at most two decimals: sums of binary fractions are put right. */
const rounded = (points: number): number => Math.round(points * 100) / 100

/** A group without an id, with how much there is in it and on how many boards there is something at all; and a card of its page, with its id alone. */
type GroupRow = { due: DueGroup } & (
  | { id: null; count: number | null; points: number | null; boards: number | null }
  | { id: number; count: null; points: null; boards: null }
)

/** Every group of what is open with a person, and a page of those that are asked for, by one look at their cards. */
async function readGroups(
  db: Db,
  viewer: Actor,
  { asked, today, limit, offset }: Page & { asked: readonly DueGroup[]; today: string },
): Promise<GroupRow[]> {
  const open = ownTasks(db, viewer)
    .where(isOpen)
    .select(['cards.id', 'cards.board_id', 'cards.due_date', 'cards.estimate', urgency.as('urgency'), dueGroupOf(today).as('due')])
  // SQLite makes room for as many as there could be, unless it knows the limit beforehand.
  const pages = asked.map(
    (due) => sql`union all select due, id, null, null, null from (
      select due, id from open_tasks where due = ${sql.lit(due)}
      order by due_date, urgency, board_id, id limit ${sql.lit(limit)} offset ${offset}
    ) as page`,
  )
  const { rows } = await sql<GroupRow>`with open_tasks as materialized ${open}
    select due, null as id, count(*) as count, sum(estimate) as points, (select count(distinct board_id) from open_tasks) as boards
    from open_tasks group by due ${sql.join(pages, sql` `)}`.execute(db)
  return rows
}

/** Some cards: the nearest due date first, then the higher priority, then by board. */
async function findHits(db: Db, viewer: Actor, ids: readonly number[]): Promise<CardHit[]> {
  if (ids.length === 0) return []
  const rows = await hits(db, viewer)
    .where('cards.id', 'in', ids)
    .orderBy('cards.due_date')
    .orderBy(urgency)
    .orderBy('cards.board_id')
    .orderBy('cards.id')
    .execute()
  return hitsOf(db, viewer, rows)
}

/** The most urgent first; a card without a priority is stored as one of medium priority beside a mark. */
const urgency = sql<number>`case cards.priority
  when 'urgent' then 0 when 'high' then 1 when 'medium' then case cards.has_priority when 0 then 4 else 2 end else 3 end`
