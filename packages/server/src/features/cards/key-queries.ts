import { type CardKey, parseKey } from '@rodada/contract/cards/keys'
import { sql } from 'kysely'
import type { Db, Engine } from '../../platform/database.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'

/** Boards whose keys begin or began with a prefix. */
const boardsOf = (prefix: string) => sql`
  select id from boards where key_prefix = ${prefix} union select board_id from board_prefixes where prefix = ${prefix}`

/** Ids of the cards that have a key or had it: on their board, or on one that they left. */
const idsOfKey = ({ prefix, number }: CardKey) => sql`
  select id from cards where number = ${number} and board_id in (${boardsOf(prefix)})
  union select card_id from card_keys where number = ${number} and board_id in (${boardsOf(prefix)})`

/** Whether a card has this key or had it. */
export const hasKey = (key: CardKey) => sql<boolean>`cards.id in (${idsOfKey(key)})`

/** As `hasKey`, for cards that may also be found another way: PostgreSQL would read all of them unless the ids stand in an array. */
export const orHasKey = (engine: Engine, key: CardKey) =>
  engine === 'sqlite' ? hasKey(key) : sql<boolean>`cards.id = any(array(${idsOfKey(key)}))`

/**
 * The card that a person means by a key: one of their own boards before public ones, one that has it before those that had it, and then the
 * newest. @throws AppError 404 when they see none
 */
export async function findCardId(db: Db, viewer: Actor, text: string): Promise<number> {
  const key = parseKey(text)
  if (!key) throw notFound()
  const { id } = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .select('cards.id')
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where(hasKey(key))
    .orderBy(
      sql`case when exists (select 1 from board_members where board_id = boards.id and user_id = ${viewer.userId}) then 0 else 1 end`,
    )
    .orderBy(sql`case when boards.key_prefix = ${key.prefix} and cards.number = ${key.number} then 0 else 1 end`)
    .orderBy('cards.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(notFound)
  return id
}

/** Ids of the cards of a board, not deleted, that some keys name: one that they have or had, there or on a board that they left. */
export async function listIdsOfKeys(db: Db, boardId: number, keys: readonly CardKey[]): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select('cards.id')
    .where('cards.board_id', '=', boardId)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where((eb) => eb.or(keys.map(hasKey)))
    .orderBy('cards.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the cards that went from a board to another one behind a revision, and are not back. */
export const listLeft = async (db: Db, boardId: number, since: number): Promise<number[]> =>
  (await db.selectFrom('card_keys').select('card_id').where('board_id', '=', boardId).where('revision', '>', since).execute()).map(
    ({ card_id }) => card_id,
  )

/** Keeps the number of a card that leaves a held board. */
export async function keepNumber(
  trx: Db,
  { id, number }: { id: number; number: number },
  from: { id: number; revision: number },
): Promise<void> {
  await trx.insertInto('card_keys').values({ board_id: from.id, number, card_id: id, revision: from.revision }).execute()
}

/** Takes back the number that a card had on a held board; undefined when it never was there. */
export async function takeBackNumber(trx: Db, cardId: number, boardId: number): Promise<number | undefined> {
  const kept = await trx.deleteFrom('card_keys').where('card_id', '=', cardId).where('board_id', '=', boardId).returning('number').execute()
  return kept[0]?.number
}
