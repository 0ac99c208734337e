import type { CardHit } from '@rodada/contract/cards/cards'
import type { TaskFilter } from '@rodada/contract/instance/admin'
import { sql } from 'kysely'
import type { Db, Engine } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { isOpen, isOverdue, isTask } from '../cards/count-queries.ts'
import { isOfPerson } from '../cards/participants/queries.ts'
import { hits, hitsOf } from '../cards/search/hit-queries.ts'
import { holdsText } from '../cards/search/queries.ts'
import { sumOfStatus } from './number-queries.ts'

/**
 * A page of the tasks of the boards that this person sees (all boards, for a system admin), the latest changed first, and how many pass the
 * filters. Cancelled tasks are included only when that status is asked for. `today` is 'YYYY-MM-DD'.
 * @param known how many pass the filters, where that is known
 */
export async function listTasks(
  db: Db,
  engine: Engine,
  viewer: Actor,
  { q = '', status, late, board_id, assigned_to, limit, offset, today }: TaskFilter & { today: string },
  known?: number,
): Promise<{ total: number; tasks: CardHit[] }> {
  const passing = hits(db, viewer)
    .$if(status !== undefined, (query) => query.where('cards.status', '=', status ?? 'pendente'))
    .$if(status === undefined, (query) => query.where(isTask))
    .$if(late === true, (query) => query.where(isOverdue(today)))
    // Those of a template are found where it is chosen.
    .$if(board_id === undefined, (query) => query.where('boards.is_template', '=', 0))
    .$if(board_id !== undefined, (query) => query.where('cards.board_id', '=', board_id ?? 0))
    .$if(assigned_to !== undefined, (query) => query.where(isOfPerson(assigned_to ?? 0)))
    .$if(q !== '', (query) => query.where(holdsText(engine, q)))
  const count = () =>
    passing
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  const total = known ?? (await count()).total
  const rows = await (known === undefined ? passing : inIndex(passing, { status, late }))
    .orderBy('cards.updated_at', 'desc')
    .orderBy('cards.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total, tasks: await hitsOf(db, viewer, rows) }
}

/**
 * Says the conditions of the indexes `cards_of_status` and `cards_late`, in which such tasks are in order. Without them SQLite goes through all tasks
 * for those of a rare status, and sorts all that are late.
 */
const inIndex = (tasks: ReturnType<typeof hits>, { status, late }: Pick<TaskFilter, 'status' | 'late'>) =>
  tasks
    .$if(status !== undefined, (query) => query.where(sql<boolean>`cards.status > ''`))
    .$if(late === true, (query) => query.where(sql<boolean>`${isOpen} = true`))

/** The number of the instance that says how many tasks pass a filter, if one does: all, all that are late, or all of a status. */
export function sumOf({ q, status, late, board_id, assigned_to }: TaskFilter): string | undefined {
  if (q || board_id !== undefined || assigned_to !== undefined || (late && status)) return undefined
  if (status) return sumOfStatus[status]
  return late ? 'overdue' : 'tasks'
}
