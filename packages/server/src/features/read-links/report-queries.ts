import type { Db } from '../../platform/database.ts'

/** The sprint of a report that strangers read; undefined when it is gone. */
export const findPublicSprint = (db: Db, sprintId: number, boardId: number) =>
  db
    .selectFrom('sprints')
    .select(['id', 'name', 'starts_on', 'ends_on', 'created_at', 'status', 'ended_at', 'final'])
    .where('id', '=', sprintId)
    .where('board_id', '=', boardId)
    .executeTakeFirst()
export type PublicSprint = NonNullable<Awaited<ReturnType<typeof findPublicSprint>>>

/** Who answers for the open cards of a sprint now, by their names. */
export const listPublicAssignees = (db: Db, sprintId: number): Promise<{ card_id: number; name: string }[]> =>
  db
    .selectFrom('cards')
    .innerJoin('users', 'users.id', 'cards.assignee_id')
    .select(['cards.id as card_id', 'users.name'])
    .where('cards.sprint_id', '=', sprintId)
    .where('cards.deleted_at', 'is', null)
    .execute()
