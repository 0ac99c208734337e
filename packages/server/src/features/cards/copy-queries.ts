import { setImmediate as nextLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import type { Pair } from './copy-column-queries.ts'
import { piecesOf } from './copy-pieces.ts'
import { copyReferences } from './copy-reference-queries.ts'
import { copyValues, copyValuesElsewhere } from './fields/queries.ts'

/** Cards of one statement, before everybody else has a turn: each may have 100 labels and 30 values of 500 letters. */
const cardsAtOnce = 100

/** Which cards are copied: one, or the shown ones of a list or board. */
export type Copied = { cardId: number } | { listId: number } | { boardId: number }

const cardIds = (db: Db, of: Copied) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select('cards.id')
    .where('cards.deleted_at', 'is', null)
    .$if('cardId' in of, (query) => query.where('cards.id', '=', 'cardId' in of ? of.cardId : 0))
    .$if('listId' in of, (query) => query.where('cards.list_id', '=', 'listId' in of ? of.listId : 0))
    .$if('boardId' in of, (query) =>
      query
        .where('cards.board_id', '=', 'boardId' in of ? of.boardId : 0)
        .where('lists.archived_at', 'is', null)
        .where('lists.deleted_at', 'is', null),
    )
    .$if(!('cardId' in of), (query) => query.where('cards.archived_at', 'is', null))

/** The cards of a list or board that are copied, in the order of their lists. */
export const listCopied = (db: Db, of: Copied): Promise<{ id: number; list_id: number; rank: string; checklist_total: number }[]> =>
  cardIds(db, of).select(['cards.list_id', 'cards.rank', 'cards.checklist_total']).orderBy('cards.list_id').orderBy('cards.rank').execute()

async function countOn(db: Db, table: 'checklists' | 'card_labels' | 'card_participants', of: Copied): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('card_id', 'in', cardIds(db, of))
    .executeTakeFirstOrThrow()
  return n
}

/** Only copies of boards have the relations of their cards. */
async function countRelationsOf(db: Db, of: Copied): Promise<number> {
  const { n } = await db
    .selectFrom('card_relations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('from_card_id', 'in', cardIds(db, of))
    .executeTakeFirstOrThrow()
  return n
}

/** What copies write at most: rows of what hangs on the cards, letters of these and of the cards' own texts, and bytes of files. */
export async function measureCopies(db: Db, of: Copied): Promise<{ rows: number; letters: number; files: number; bytes: number }> {
  const cards = await db
    .selectFrom('cards')
    .select(sql<number | null>`sum(length(description) + length(notes))`.as('letters'))
    .where('cards.id', 'in', cardIds(db, of))
    .executeTakeFirstOrThrow()
  const files = await db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number | null>('blobs.size').as('bytes')])
    .where('card_id', 'in', cardIds(db, of))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('checklist_items')
    .innerJoin('checklists', 'checklists.id', 'checklist_items.checklist_id')
    .select((eb) => [eb.fn.countAll<number>().as('n'), sql<number | null>`sum(length(checklist_items.title))`.as('letters')])
    .where('checklists.card_id', 'in', cardIds(db, of))
    .executeTakeFirstOrThrow()
  const attachments = await db
    .selectFrom('attachments')
    .select((eb) => [eb.fn.countAll<number>().as('n'), sql<number | null>`sum(length(url) + length(title))`.as('letters')])
    .where('card_id', 'in', cardIds(db, of))
    .executeTakeFirstOrThrow()
  const values = await db
    .selectFrom('card_field_values')
    .select((eb) => [eb.fn.countAll<number>().as('n'), sql<number | null>`sum(length(text_value))`.as('letters')])
    .where('card_id', 'in', cardIds(db, of))
    .executeTakeFirstOrThrow()
  // One after another: a transaction has one connection.
  let others = 'boardId' in of ? await countRelationsOf(db, of) : 0
  for (const table of ['checklists', 'card_labels', 'card_participants'] as const) others += await countOn(db, table, of)
  return {
    rows: files.n + items.n + attachments.n + values.n + others,
    letters: [cards, items, attachments, values].reduce((sum, { letters }) => sum + Number(letters ?? 0), 0),
    files: files.n,
    bytes: Number(files.bytes ?? 0),
  }
}

/** Labels, fields and options of fields of one board, and those of another that stand for them. */
export type Elsewhere = { labels: Known; fields: Known; options: Known }
type Known = ReadonlyMap<number, number>

/**
 * Gives copies the participants who are on their board, values of fields, labels, checklists with nothing ticked, links and files of their cards.
 * @param userId who adds them
 * @param elsewhere what of another board stands for what; absent on the same board
 */
export async function copyParts(
  trx: Db,
  pairs: readonly Pair[],
  { boardId, userId, elsewhere }: { boardId: number; userId: number; elsewhere?: Elsewhere },
): Promise<void> {
  if (pairs.length === 0) return
  const copies = pairs.map(({ to }) => to)
  const cards = await trx.selectFrom('cards').select(['id', 'checklist_total']).where('id', 'in', copies).execute()
  const totals = new Map(cards.map(({ id, checklist_total }) => [id, checklist_total]))
  const full = pairs.map((pair) => ({ ...pair, checklist_total: totals.get(pair.to) ?? 0 }))
  for (const [at, piece] of piecesOf(full, cardsAtOnce).entries()) {
    if (at > 0) await nextLoop()
    await copyPartsOf(trx, piece, { boardId, userId, elsewhere })
  }
}

const inPairs = (pairs: readonly Pair[]) =>
  sql`(values ${sql.join(pairs.map(({ from, to }) => sql`(cast(${from} as integer), cast(${to} as integer))`))})`

/** Of an empty map one pair that nothing has, because both databases want a row. */
const pairsOf = (known: Known) => inPairs(known.size > 0 ? [...known].map(([from, to]) => ({ from, to })) : [{ from: 0, to: 0 }])

async function copyPartsOf(
  trx: Db,
  some: readonly Pair[],
  { boardId, userId, elsewhere }: { boardId: number; userId: number; elsewhere: Elsewhere | undefined },
): Promise<void> {
  const now = instant()
  // Tables are crossed where SQLite could begin with another one than the cards: it takes them in their order.
  const pairs = inPairs(some)
  if (elsewhere === undefined)
    await sql`
      insert into card_labels (card_id, label_id)
      select pair.column2, label_id from ${pairs} as pair join card_labels on card_labels.card_id = pair.column1`.execute(trx)
  else if (elsewhere.labels.size > 0)
    await sql`
      insert into card_labels (card_id, label_id)
      select pair.column2, label.column2 from ${pairs} as pair cross join card_labels
      cross join ${pairsOf(elsewhere.labels)} as label
      where card_labels.card_id = pair.column1 and label.column1 = card_labels.label_id`.execute(trx)
  await sql`
    insert into card_participants (card_id, user_id, board_id)
    select pair.column2, person.user_id, ${boardId} from ${pairs} as pair
    cross join card_participants as person
    cross join board_members
    where person.card_id = pair.column1 and board_members.board_id = ${boardId} and board_members.user_id = person.user_id`.execute(trx)
  if (elsewhere === undefined) await copyValues(trx, pairs)
  else if (elsewhere.fields.size > 0)
    await copyValuesElsewhere(trx, pairs, { boardId, fields: pairsOf(elsewhere.fields), options: pairsOf(elsewhere.options) })
  await sql`
    insert into checklists (card_id, title, rank)
    select pair.column2, title, rank from ${pairs} as pair join checklists on checklists.card_id = pair.column1
    order by checklists.id`.execute(trx)
  // No two checklists of a card have the same rank.
  await sql`
    insert into checklist_items (checklist_id, title, search_text, rank)
    select fresh.id, item.title, item.search_text, item.rank from ${pairs} as pair
    join checklists as old on old.card_id = pair.column1
    join checklists as fresh on fresh.card_id = pair.column2 and fresh.rank = old.rank
    join checklist_items as item on item.checklist_id = old.id order by item.id`.execute(trx)
  await sql`
    insert into attachments (card_id, url, title, kind, user_id, created_at)
    select pair.column2, url, title, kind, ${userId}, ${now} from ${pairs} as pair
    join attachments on attachments.card_id = pair.column1 order by attachments.id`.execute(trx)
  await sql`
    insert into files (board_id, card_id, sha256, name, search_text, user_id, created_at)
    select ${boardId}, pair.column2, sha256, name, search_text, ${userId}, ${now} from ${pairs} as pair
    join files on files.card_id = pair.column1 where files.deleted_at is null order by files.id`.execute(trx)
  await copyReferences(trx, some)
}
