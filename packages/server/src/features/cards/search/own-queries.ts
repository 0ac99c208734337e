import type { CardHit } from '@rodada/contract/cards/cards'
import { type DueGroup, dueGroups, type OwnCards } from '@rodada/contract/cards/own-cards'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { keepBusy } from '../../../platform/work-time.ts'
import type { Actor } from '../../auth/queries.ts'
import { isOpen, isOwnTask } from '../count-queries.ts'
import { priorityOf } from '../queries.ts'
import { hasTextOrKeyAmong, hits, hitsOf, openStatuses, type Page, visibleCards } from './hit-queries.ts'
import { type OwnState, openByDue } from './own-view.ts'

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
  return hitsOf(db, rows)
}

/** What the numbers of a person's tasks are counted from: those that are not cancelled, or the open ones alone. */
export async function listOwnStates(db: Db, viewer: Actor, which: 'all' | 'open'): Promise<OwnState[]> {
  const rows = await visibleCards(db, viewer)
    .select([
      'cards.id',
      'cards.board_id',
      'cards.status',
      'cards.priority',
      'cards.has_priority',
      'cards.due_date',
      'cards.completed_at',
      'cards.estimate',
    ])
    .where(isOwnTask(db, viewer))
    .$if(which === 'open', (query) => query.where(isOpen))
    .execute()
  return rows.map(({ has_priority, priority, ...row }) => ({ ...row, priority: priorityOf({ priority, has_priority }) }))
}

/** A page of each group of what is open with a person, or of one, and how much there is. `today` is 'YYYY-MM-DD' where they are. */
export async function listOwnByDue(
  db: Db,
  viewer: Actor,
  { due, today, limit, offset }: Page & { due?: DueGroup; today: string },
): Promise<OwnCards> {
  const open = await listOwnStates(db, viewer, 'open')
  const byDue = keepBusy(() => openByDue(open, today))
  const groups = dueGroups.filter((each) => byDue[each].length > 0 && (due === undefined || each === due))
  const pageOf = (each: DueGroup) => byDue[each].slice(offset, offset + limit)
  const cards = await findHits(
    db,
    viewer,
    groups.flatMap(pageOf).map(({ id }) => id),
  )
  return {
    open: open.length,
    points: pointsOf(open),
    boards: new Set(open.map(({ board_id }) => board_id)).size,
    groups: groups.map((each) => ({
      due: each,
      count: byDue[each].length,
      points: pointsOf(byDue[each]),
      cards: pageOf(each).flatMap(({ id }) => cards.get(id) ?? []),
    })),
  }
}

/** Estimates have at most two decimals: sums of binary fractions are put right. */
const pointsOf = (tasks: readonly OwnState[]): number =>
  Math.round(tasks.reduce((sum, { estimate }) => sum + (estimate ?? 0), 0) * 100) / 100

async function findHits(db: Db, viewer: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, CardHit>> {
  if (ids.length === 0) return new Map()
  const found = await hitsOf(db, await hits(db, viewer).where('cards.id', 'in', ids).execute())
  return new Map(found.map((hit) => [hit.id, hit]))
}
