import { setImmediate as nextLoop } from 'node:timers/promises'
import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../platform/database.ts'
import { slicesOf } from '../../platform/slices.ts'
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

/** So many cards' labels, or people, are read at once: each card may have dozens. */
const atOnce = 500

/** What some cards have, a few of them at a time, and others have their turn in between. */
async function ofCards<Row>(cardIds: readonly number[], read: (some: readonly number[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (const some of slicesOf(cardIds, atOnce)) {
    rows.push(...(await read(some)))
    await nextLoop()
  }
  return rows
}

/** Which labels are on some cards. */
export const listPublicCardLabels = (db: Db, cardIds: readonly number[]) =>
  ofCards(cardIds, (some) => db.selectFrom('card_labels').select(['card_id', 'label_id']).where('card_id', 'in', some).execute())

/** Who answers for some cards, and who takes part in them, by their names. */
export const listPublicPeople = (db: Db, cardIds: readonly number[]): Promise<{ card_id: number; user_id: number; name: string }[]> =>
  ofCards(cardIds, async (some) => {
    const assigned = await db
      .selectFrom('cards')
      .innerJoin('users', 'users.id', 'cards.assignee_id')
      .select(['cards.id as card_id', 'users.id as user_id', 'users.name'])
      .where('cards.id', 'in', some)
      .execute()
    const taking = await db
      .selectFrom('card_participants')
      .innerJoin('users', 'users.id', 'card_participants.user_id')
      .select(['card_participants.card_id', 'users.id as user_id', 'users.name'])
      .where('card_participants.card_id', 'in', some)
      .orderBy('users.name')
      .execute()
    return [...assigned, ...taking]
  })
