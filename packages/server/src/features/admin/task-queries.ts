import type { CardHit } from '@rodada/contract/cards/cards'
import type { TaskFilter } from '@rodada/contract/instance/admin'
import type { Db, Engine } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { isOverdue, isTask } from '../cards/count-queries.ts'
import { isOfPerson } from '../cards/participants/queries.ts'
import { hits, hitsOf } from '../cards/search/hit-queries.ts'
import { holdsText } from '../cards/search/queries.ts'

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
  const rows = await passing.orderBy('cards.updated_at', 'desc').orderBy('cards.id', 'desc').limit(limit).offset(offset).execute()
  return { total, tasks: await hitsOf(db, rows) }
}

/** Whether a filter lets all tasks pass, or all that are late: so many are among the numbers of the instance. */
export const isCounted = ({ q, status, board_id, assigned_to }: TaskFilter): boolean =>
  !q && status === undefined && board_id === undefined && assigned_to === undefined
