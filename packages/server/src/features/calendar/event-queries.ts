import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { workBoardIds } from '../boards/queries.ts'
import { isOpen, isOwnTask } from '../cards/count-queries.ts'
import { visibleCards } from '../cards/search/hit-queries.ts'

/** The person's open cards that are due since a day, 'YYYY-MM-DD', on the boards that they see now; the nearest first. */
export const listDueCards = (db: Db, viewer: Actor, since: string) =>
  visibleCards(db, viewer)
    .select([
      'cards.id',
      'cards.number',
      'boards.key_prefix',
      'cards.title',
      'cards.due_date',
      'cards.version',
      'cards.updated_at',
      'boards.title as board',
      'lists.title as list',
    ])
    .where(isOwnTask(db, viewer))
    .where(isOpen)
    .where('cards.due_date', '>=', since)
    .orderBy('cards.due_date')
    .orderBy('cards.id')
    .limit(limits.calendarCards)
    .execute()
export type DueCard = Awaited<ReturnType<typeof listDueCards>>[number]

/** The sprints that last until a day at least, of the boards that the person is on; the nearest first. */
export const listOwnSprints = (db: Db, viewer: Actor, since: string) =>
  db
    .selectFrom('sprints')
    .innerJoin('boards', 'boards.id', 'sprints.board_id')
    .select(['sprints.id', 'sprints.name', 'sprints.starts_on', 'sprints.ends_on', 'sprints.version', 'sprints.created_at'])
    .select('boards.title as board')
    .where('sprints.board_id', 'in', workBoardIds(db, viewer))
    .where('sprints.board_id', 'in', (eb) => eb.selectFrom('board_members').select('board_id').where('user_id', '=', viewer.userId))
    .where('sprints.ends_on', '>=', since)
    .orderBy('sprints.ends_on')
    .orderBy('sprints.id')
    .limit(limits.calendarSprints)
    .execute()
export type OwnSprint = Awaited<ReturnType<typeof listOwnSprints>>[number]

/** By which events of this installation are told from those of any other: when it was made, which nothing changes. */
export async function installationMark(db: Db): Promise<string> {
  const { created_at } = await db.selectFrom('instance').select('created_at').where('id', '=', 1).executeTakeFirstOrThrow()
  return `${Date.parse(created_at).toString(36)}.rodada`
}
