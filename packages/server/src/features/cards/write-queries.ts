import type { WorkStatus } from '@rodada/contract/core/fields'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { prepared } from '../../platform/prepared-queries.ts'
import { slicesOf } from '../../platform/slices.ts'
import { type CopyPlace, type CopyTarget, copyColumns, type Pair, same } from './copy-column-queries.ts'
import type { CardState } from './events.ts'
import type { CardRow, CardUpdate } from './queries.ts'

/** New values as they are stored. */
export type StoredUpdate = Omit<CardUpdate, 'priority'> &
  Partial<Pick<CardRow, 'priority' | 'has_priority' | 'board_id' | 'number' | 'moved_at'>>

/** Whether somebody works on a card of this status, or would if nothing were in the way. */
export const isStarted = (status: WorkStatus): boolean => status === 'em_andamento' || status === 'impedimento'

export const insertCard = prepared(
  (
    db,
    card: Omit<
      CardRow,
      | 'id'
      | 'start_date'
      | 'cover_file_id'
      | 'shown_fields'
      | 'archived_at'
      | 'deleted_at'
      | 'from_sprint_id'
      | 'list_hidden'
      | 'key_prefix'
    >,
  ) =>
    db
      .insertInto('cards')
      .values({
        board_id: card.board_id,
        number: card.number,
        list_id: card.list_id,
        title: card.title,
        description: card.description,
        search_text: card.search_text,
        priority: card.priority,
        has_priority: card.has_priority,
        due_date: card.due_date,
        rank: card.rank,
        status: card.status,
        estimate: card.estimate,
        estimated_hours: card.estimated_hours,
        notes: card.notes,
        assignee_id: card.assignee_id,
        sprint_id: card.sprint_id,
        column_id: card.column_id,
        column_rank: card.column_rank,
        comment_count: card.comment_count,
        checklist_total: card.checklist_total,
        checklist_done: card.checklist_done,
        attachment_count: card.attachment_count,
        file_count: card.file_count,
        github_state: card.github_state,
        version: card.version,
        revision: card.revision,
        created_by: card.created_by,
        created_at: card.created_at,
        updated_at: card.updated_at,
        started_at: card.started_at,
        completed_at: card.completed_at,
        moved_at: card.moved_at,
      })
      .returningAll(),
)

/** A card as another tool had it, with the instants of then. */
export type ImportedCard = Omit<
  CardRow,
  'id' | 'list_hidden' | 'key_prefix' | 'shown_fields' | 'github_state' | 'cover_file_id' | 'deleted_at' | 'file_count'
>

/** Adds such cards, some at a time. @returns their ids in the same order */
export async function insertImported(trx: Db, cards: readonly ImportedCard[]): Promise<number[]> {
  if (cards.length === 0) return []
  const rows = await trx
    .insertInto('cards')
    .values(cards.map((card) => ({ ...card, file_count: 0 })))
    .returning(['id', 'number'])
    .execute()
  const byNumber = new Map(rows.map(({ id, number }) => [number, id]))
  return cards.map(({ number }) => byNumber.get(number) ?? 0)
}

/** The first of so many numbers that no card of a held board has had. */
export async function takeNumbers(trx: Db, boardId: number, count: number): Promise<number> {
  const [counted] = await countNumbers(trx, { boardId, count })
  if (!counted) throw new Error('the board is gone')
  return counted.card_counter - count + 1
}

const countNumbers = prepared((db, { boardId, count }: { boardId: number; count: number }) =>
  db
    .updateTable('boards')
    .set((eb) => ({ card_counter: eb('card_counter', '+', count) }))
    .where('id', '=', boardId)
    .returning('card_counter'),
)

/** Copies of one statement. Each takes three parameters, and may carry some kilobytes of text. */
const copiesAtOnce = 500
const longTexts = ['description', 'notes', 'search_text']

/** Copies the rows of cards to a list. @returns which became which, and the copies without their long texts */
export async function insertCopies(
  trx: Db,
  target: CopyTarget,
  places: readonly CopyPlace[],
): Promise<{ pairs: Pair[]; cards: CardState[] }> {
  const values = Object.entries(copyColumns(target, { now: instant(), started: isStarted(target.list.status) }))
  const columns = sql.join(values.map(([column]) => sql.ref(column)))
  const select = sql.join(values.map(([column, value]) => (value === same ? sql.ref(`card.${column}`) : value)))
  const shown = sql.join(
    ['id', ...values.map(([column]) => column).filter((name) => !longTexts.includes(name))].map((name) => sql.ref(name)),
  )
  const pairs: Pair[] = []
  const cards: CardState[] = []
  for (let at = 0; at < places.length; at += copiesAtOnce) {
    const some = places.slice(at, at + copiesAtOnce)
    const numberOf = (index: number) => target.firstNumber + at + index
    const rows = some.map(({ from, rank }, index) => sql`(cast(${from} as integer), ${rank}, cast(${numberOf(index)} as integer))`)
    const inserted = await sql<Omit<CardState, 'list_hidden' | 'key_prefix'>>`
      insert into cards (${columns})
      select ${select} from (values ${sql.join(rows)}) as place join cards as card on card.id = place.column1
      where card.board_id = ${target.boardId} and card.deleted_at is null
      order by place.column3
      returning ${shown}`.execute(trx)
    const byNumber = new Map(inserted.rows.map((row) => [row.number, row]))
    for (const [index, { from }] of some.entries()) {
      const row = byNumber.get(numberOf(index))
      if (!row) continue
      pairs.push({ from, to: row.id })
      cards.push({ ...row, list_hidden: 0, key_prefix: target.board.key_prefix })
    }
  }
  return { pairs, cards }
}

/**
 * Writes new values into cards. Cards with the same values, apart from their ranks, share one statement.
 * @param now when they were changed; undefined for renewed ranks, which are no change of a card
 */
export async function storeUpdates(
  trx: Db,
  updates: readonly { id: number; set: StoredUpdate }[],
  { revision, now }: { revision: number; now?: string },
): Promise<void> {
  const groups = new Map<string, { id: number; set: StoredUpdate }[]>()
  for (const update of updates) {
    const { rank, column_rank, ...same } = update.set
    const key = JSON.stringify([same, rank === undefined, typeof column_rank])
    const group = groups.get(key)
    if (group) group.push(update)
    else groups.set(key, [update])
  }
  for (const group of groups.values()) for (const some of slicesOf(group)) await storeAlike(trx, some, revision, now)
}

async function storeAlike(
  trx: Db,
  updates: readonly { id: number; set: StoredUpdate }[],
  revision: number,
  now: string | undefined,
): Promise<void> {
  const [first] = updates
  if (!first) return
  const { rank, column_rank, ...same } = first.set
  const values = Object.entries({
    ...same,
    ...(column_rank === null && { column_rank }),
    revision,
    ...(now !== undefined && { updated_at: now }),
  })
  const sets = values.map(([field, value]) => sql`${sql.ref(field)} = ${value}`)
  if (same.status !== undefined && isStarted(same.status)) sets.push(sql`started_at = coalesce(started_at, ${now})`)
  if (same.status !== undefined)
    sets.push(sql`completed_at = ${same.status === 'concluida' ? sql`coalesce(completed_at, ${now})` : sql`null`}`)
  const ranked = [...(rank === undefined ? [] : ['rank' as const]), ...(typeof column_rank === 'string' ? ['column_rank' as const] : [])]
  if (ranked.length === 0) {
    const ids = updates.map(({ id }) => id)
    await sql`update cards set ${sql.join(sets)} where id in (${sql.join(ids)})`.execute(trx)
    return
  }
  // Both databases call the columns of `values` so.
  for (const [index, field] of ranked.entries()) sets.push(sql`${sql.ref(field)} = ${sql.ref(`fresh.column${index + 2}`)}`)
  const rows = updates.map(({ id, set }) => sql`(cast(${id} as integer), ${sql.join(ranked.map((field) => set[field] ?? ''))})`)
  await sql`update cards set ${sql.join(sets)} from (values ${sql.join(rows)}) as fresh where cards.id = fresh.column1`.execute(trx)
}

/** Counts a card's comments, checklist items, attachments and files, and marks it as changed. */
export async function storeCounts(trx: Db, cardId: number, revision: number): Promise<void> {
  const items = sql`checklist_items join checklists on checklists.id = checklist_items.checklist_id where checklists.card_id = ${cardId}`
  await sql`
    update cards set
      comment_count = (select count(*) from comments where card_id = ${cardId}),
      checklist_total = (select count(*) from ${items}),
      checklist_done = (select count(*) from ${items} and checklist_items.completed_at is not null),
      attachment_count = (select count(*) from attachments where card_id = ${cardId}),
      file_count = (select count(*) from files where card_id = ${cardId} and deleted_at is null),
      revision = ${revision}, updated_at = ${instant()}
    where id = ${cardId}`.execute(trx)
}

/** Notes beside some cards what the board shows of their fields, and marks them as changed. */
export async function storeShownFields(
  trx: Db,
  cards: readonly { id: number; shown_fields: string | null }[],
  revision: number,
): Promise<void> {
  const rows = cards.map(({ id, shown_fields }) => sql`(cast(${id} as integer), cast(${shown_fields} as text))`)
  await sql`
    update cards set shown_fields = fresh.column2, revision = ${revision} from (values ${sql.join(rows)}) as fresh
    where cards.id = fresh.column1`.execute(trx)
}

/** Cards that look different because something beside them changed. */
export type Touched =
  | { listId: number; only: 'shown' | 'planned' }
  | { labelId: number; only: 'all' | 'planned' }
  | { boardId: number; only: 'all' }
  /** Cards that carry something else than before, by which they count as worked on. */
  | { cardIds: readonly number[]; only: 'all' }
  | { neighbourIds: readonly number[]; only: 'all' }

/** Marks cards as changed at a revision, so that pages with their board read them again. */
export async function storeTouch(trx: Db, touched: Touched, revision: number): Promise<void> {
  const touch = (which: (eb: ExpressionBuilder<Schema, 'cards'>) => Expression<SqlBool>, more: { updated_at?: string } = {}) =>
    trx
      .updateTable('cards')
      .set({ revision, ...more })
      .where(which)
      .$if(touched.only === 'shown', (query) => query.where('archived_at', 'is', null).where('deleted_at', 'is', null))
      .$if(touched.only === 'planned', (query) => query.where('sprint_id', 'is not', null))
      .execute()
  if ('cardIds' in touched) {
    for (const some of slicesOf(touched.cardIds)) await touch((eb) => eb('id', 'in', some), { updated_at: instant() })
  } else if ('neighbourIds' in touched) {
    for (const some of slicesOf(touched.neighbourIds)) await touch((eb) => eb('id', 'in', some))
  } else if ('listId' in touched) await touch((eb) => eb('list_id', '=', touched.listId))
  else if ('boardId' in touched) await touch((eb) => eb('board_id', '=', touched.boardId))
  else await touch((eb) => eb('id', 'in', eb.selectFrom('card_labels').select('card_id').where('label_id', '=', touched.labelId)))
}

/** Marks some cards of held boards as changed at the revisions that these have now. */
export async function storeTouchOn(trx: Db, cardIds: readonly number[], boardIds: readonly number[]): Promise<void> {
  if (cardIds.length === 0 || boardIds.length === 0) return
  await trx
    .updateTable('cards')
    .set((eb) => ({ revision: eb.selectFrom('boards').select('boards.revision').whereRef('boards.id', '=', 'cards.board_id') }))
    .where('id', 'in', cardIds)
    // A card may have gone to another board since it was looked for.
    .where('board_id', 'in', boardIds)
    .execute()
}

/** Has a card that was just copied name its own files, which is no change of it. */
export async function storeReferences(trx: Db, cardId: number, set: Pick<CardRow, 'description' | 'cover_file_id'>): Promise<void> {
  await trx.updateTable('cards').set(set).where('id', '=', cardId).execute()
}
