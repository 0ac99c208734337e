import type { CardRecurrence } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { conflict } from '../../../platform/http/errors.ts'
import { slicesOf } from '../../../platform/slices.ts'
import { nextDay } from './days.ts'

export type RecurrenceRow = Selectable<Schema['card_recurrences']>

/** Rules of one run of the job. */
const atOnce = 50

/** How a card comes again, null when it does not. */
export async function findRecurrence(db: Db, cardId: number): Promise<CardRecurrence | null> {
  const row = await db
    .selectFrom('card_recurrences')
    .leftJoin('users', 'users.id', 'set_by')
    .select(['every', 'mode', 'next_on', 'set_by', 'users.name', 'users.avatar_url'])
    .where('card_id', '=', cardId)
    .executeTakeFirst()
  if (!row) return null
  const { set_by, name, avatar_url, ...rest } = row
  return { ...rest, set_by: set_by === null ? null : { id: set_by, name: name ?? '', avatar_url } }
}

/**
 * Sets how a card comes again. Of one person a few cards do, because each run of the job looks through all that are due, and a board is held
 * for each. @throws AppError 409
 */
export async function putRecurrence(trx: Db, row: RecurrenceRow): Promise<void> {
  const { card_id, ...set } = row
  const { n } = await trx
    .selectFrom('card_recurrences')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('set_by', '=', row.set_by)
    .where('card_id', '!=', card_id)
    .executeTakeFirstOrThrow()
  if (n >= limits.repeatedCards) throw conflict(texts.tooManyRepeatedCards)
  await trx
    .insertInto('card_recurrences')
    .values(row)
    .onConflict((oc) => oc.column('card_id').doUpdateSet(set))
    .execute()
}

/**
 * Adds the rules of cards that were brought, as many as a person may have. Days that have passed by `today` passed without them.
 * @returns how many there was no room for
 */
export async function addRecurrences(
  trx: Db,
  rows: readonly Omit<RecurrenceRow, 'set_by'>[],
  { userId, today }: { userId: number; today: string },
): Promise<number> {
  if (rows.length === 0) return 0
  const { n } = await trx
    .selectFrom('card_recurrences')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('set_by', '=', userId)
    .executeTakeFirstOrThrow()
  const fitting = rows.slice(0, Math.max(0, limits.repeatedCards - n)).map((row) => ({
    ...row,
    set_by: userId,
    next_on: row.next_on !== null && row.next_on <= today ? nextDay(row.every, row.set_on, today) : row.next_on,
  }))
  if (fitting.length > 0) await trx.insertInto('card_recurrences').values(fitting).execute()
  return rows.length - fitting.length
}

/** @returns false when there was none */
export async function deleteRecurrence(trx: Db, cardId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('card_recurrences').where('card_id', '=', cardId).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Rules whose day has come, or whose card is done, of cards that are shown on boards that are no templates. A completion that found no place has a
 * day as well. People take turns, so that nobody's many hold up another's one.
 */
export const listDueRecurrences = (db: Db, today: string) =>
  db
    .selectFrom('card_recurrences')
    .select(
      sql<number>`row_number() over (
        partition by card_recurrences.set_by order by case when next_on is null then 1 else 0 end, next_on, card_id)`.as('turn'),
    )
    // Crossed, for SQLite keeps the order of these: it would begin with every list and its cards, of which few have a rule.
    .crossJoin('cards')
    .whereRef('cards.id', '=', 'card_recurrences.card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .selectAll('card_recurrences')
    .select('cards.board_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('next_on', '<=', today), eb('every', '<>', 'completion')]),
        eb.and([eb('is_done', '=', eb.lit(1)), eb.or([eb('next_on', 'is', null), eb('next_on', '<=', today)])]),
      ]),
    )
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.archived_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .where('boards.is_template', '=', 0)
    .orderBy('turn')
    .orderBy('card_id')
    .limit(atOnce)
    .execute()

/** Takes a due rule for its next day. Of several processes one finds it as it was. @returns false for the others */
export async function claimRecurrence(trx: Db, rule: RecurrenceRow, next: Pick<RecurrenceRow, 'next_on' | 'is_done'>): Promise<boolean> {
  const claimed = await trx
    .updateTable('card_recurrences')
    .set(next)
    .where('card_id', '=', rule.card_id)
    .where('is_done', '=', rule.is_done)
    .where('next_on', rule.next_on === null ? 'is' : '=', rule.next_on)
    .returning('card_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Notes that cards which come again when they are done are so, or no longer. Each completion is tried at once. */
export async function markDone(trx: Db, cardIds: readonly number[], isDone: boolean): Promise<void> {
  for (const some of slicesOf(cardIds))
    await trx
      .updateTable('card_recurrences')
      .set({ is_done: isDone ? 1 : 0, next_on: null })
      .where('card_id', 'in', some)
      .where('every', '=', 'completion')
      .execute()
}

/** The rules of some cards. */
export async function listRecurrencesOf(db: Db, cardIds: readonly number[]): Promise<RecurrenceRow[]> {
  const rules: RecurrenceRow[] = []
  for (const some of slicesOf(cardIds))
    rules.push(...(await db.selectFrom('card_recurrences').selectAll().where('card_id', 'in', some).execute()))
  return rules
}

/** The rules of a board's cards whose day has come. */
export const listDueOfBoard = (db: Db, boardId: number, today: string): Promise<RecurrenceRow[]> =>
  db
    .selectFrom('card_recurrences')
    .innerJoin('cards', 'cards.id', 'card_recurrences.card_id')
    .selectAll('card_recurrences')
    .where('next_on', '<=', today)
    .where('cards.board_id', '=', boardId)
    .execute()

export async function setNext(trx: Db, cardId: number, next_on: string | null): Promise<void> {
  await trx.updateTable('card_recurrences').set({ next_on }).where('card_id', '=', cardId).execute()
}

/** Says from which day the dates of a card are counted, or that another card comes again in its place. */
export async function carryOn(trx: Db, cardId: number, set: { dates_of: string; card_id?: number }): Promise<void> {
  await trx.updateTable('card_recurrences').set(set).where('card_id', '=', cardId).execute()
}

/** Takes every tick off a card. @returns whether there was one */
export async function untick(trx: Db, cardId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('checklist_items')
    .set({ completed_at: null })
    .where('completed_at', 'is not', null)
    .where('checklist_id', 'in', trx.selectFrom('checklists').select('id').where('card_id', '=', cardId))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
