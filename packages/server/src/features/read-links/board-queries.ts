import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../platform/database.ts'
import { isShown } from '../cards/count-queries.ts'

/** The lists of a board, in their order. */
export const listPublicLists = (db: Db, boardId: number) =>
  db
    .selectFrom('lists')
    .select(['id', 'title', 'status'])
    .where('board_id', '=', boardId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('rank')
    .orderBy('id')
    .execute()

const shownCards = (db: Db, boardId: number) =>
  db.selectFrom('cards').innerJoin('lists', 'lists.id', 'cards.list_id').where('cards.board_id', '=', boardId).where(isShown)

/** The cards of a board that anybody may see, list by list in their order, as many as are shown. */
export const listPublicCards = (db: Db, boardId: number) =>
  shownCards(db, boardId)
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .select(['cards.id', 'cards.list_id', 'cards.number', 'boards.key_prefix', 'cards.title', 'cards.status', 'cards.start_date'])
    .select(['cards.due_date', 'cards.estimate', 'cards.checklist_done', 'cards.checklist_total', 'cards.assignee_id'])
    .orderBy('lists.rank')
    .orderBy('lists.id')
    .orderBy('cards.rank')
    .orderBy('cards.id')
    .limit(limits.publicCards)
    .execute()

export async function countPublicCards(db: Db, boardId: number): Promise<number> {
  const { n } = await shownCards(db, boardId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Which labels are on which shown cards of a board. */
export const listPublicCardLabels = (db: Db, boardId: number) =>
  shownCards(db, boardId)
    .innerJoin('card_labels', 'card_labels.card_id', 'cards.id')
    .select(['card_labels.card_id', 'card_labels.label_id'])
    .execute()

/** Who answers for the shown cards of a board, and who takes part in them, by their names. */
export async function listPublicPeople(db: Db, boardId: number): Promise<{ card_id: number; user_id: number; name: string }[]> {
  const assigned = await shownCards(db, boardId)
    .innerJoin('users', 'users.id', 'cards.assignee_id')
    .select(['cards.id as card_id', 'users.id as user_id', 'users.name'])
    .execute()
  const taking = await shownCards(db, boardId)
    .innerJoin('card_participants', 'card_participants.card_id', 'cards.id')
    .innerJoin('users', 'users.id', 'card_participants.user_id')
    .select(['cards.id as card_id', 'users.id as user_id', 'users.name'])
    .orderBy('users.name')
    .execute()
  return [...assigned, ...taking]
}
