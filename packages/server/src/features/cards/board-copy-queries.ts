import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { conflict } from '../../platform/http/errors.ts'
import { addTemplate, lettersOfContent, listTemplates } from '../boards/card-templates/queries.ts'
import { addFields, listFields } from '../boards/fields/queries.ts'
import { listLabels } from '../boards/label-queries.ts'
import { listLists } from '../boards/lists/queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import { addFilter, listFilters } from '../boards/saved-filters/queries.ts'
import { addBoard } from '../boards/write-queries.ts'
import type { Elsewhere } from './copy-queries.ts'

/** So long ago that nobody can bring it back, and the next run of the job removes it. */
const longDeletedMs = 7 * 24 * 60 * 60 * 1000

/**
 * Adds a board like another one, with its lists, labels, fields, filters and templates of cards, that counts as deleted until `showCopy`.
 * @returns what became what, and how many templates there are, with the letters of their texts
 * @throws AppError 409 when the person has too many boards, or a copy under way
 */
export async function beginCopy(
  trx: Db,
  source: BoardRow,
  board: { title: string; description: string; is_public: boolean; color: string },
  { userId, processId, total }: { userId: number; processId: string; total: number },
): Promise<{ boardId: number; lists: Map<number, number>; elsewhere: Elsewhere; templates: { count: number; letters: number } }> {
  const boardId = await addBoard(trx, userId, board)
  const now = instant()
  const { deck, deck_points, auto_sprint } = source
  await trx.updateTable('boards').set({ deck, deck_points, auto_sprint, deleted_at: now }).where('id', '=', boardId).execute()
  const begun = await trx
    .insertInto('board_copies')
    .values({ board_id: boardId, user_id: userId, process_id: processId, title: board.title, total, started_at: now })
    .onConflict((oc) => oc.column('user_id').doNothing())
    .returning('board_id')
    .executeTakeFirst()
  if (!begun) throw conflict(texts.copyUnderWay)
  const lists = new Map<number, number>()
  for (const { id: from, board_id: _, version: __, ...list } of await listLists(trx, source.id)) {
    const { id } = await trx
      .insertInto('lists')
      .values({ ...list, board_id: boardId, version: 1, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    lists.set(from, id)
  }
  const labels = new Map<number, number>()
  for (const label of (await listLabels(trx, source.id)).slice(0, limits.boardLabels)) {
    const { rows } = await sql<{ id: number }>`
      insert into labels (board_id, name, color, search_text)
      select ${boardId}, name, color, search_text from labels where id = ${label.id} returning id`.execute(trx)
    if (rows[0]) labels.set(label.id, rows[0].id)
  }
  const elsewhere = { labels, ...(await copyFields(trx, source.id, boardId)) }
  await copyFilters(trx, source.id, boardId, elsewhere)
  return { boardId, lists, elsewhere, templates: await copyTemplates(trx, source.id, boardId, elsewhere) }
}

/** Gives a board the fields of another. @returns which field and which option became which */
async function copyFields(trx: Db, from: number, to: number): Promise<Pick<Elsewhere, 'fields' | 'options'>> {
  const [fields, options] = [new Map<number, number>(), new Map<number, number>()]
  const all = await listFields(trx, from)
  const copies = await addFields(trx, to, all)
  for (const [at, field] of all.entries()) {
    const copy = copies[at]
    if (!copy) continue
    fields.set(field.id, copy.id)
    for (const [index, { id }] of field.options.entries()) options.set(id, copy.options[index]?.id ?? 0)
  }
  return { fields, options }
}

/** Gives a board the templates of cards of another. People who are not on it are left out where a template is read. */
async function copyTemplates(trx: Db, from: number, to: number, elsewhere: Elsewhere): Promise<{ count: number; letters: number }> {
  const choices = new Set((await listFields(trx, from)).filter(({ type }) => type === 'choice').map(({ id }) => id))
  const templates = await listTemplates(trx, from)
  for (const { name, content } of templates) {
    const label_ids = content.label_ids.flatMap((id) => elsewhere.labels.get(id) ?? [])
    const fields = Object.entries(content.fields).flatMap(([id, value]) => {
      const field = elsewhere.fields.get(Number(id))
      const fresh = choices.has(Number(id)) ? elsewhere.options.get(Number(value)) : value
      return field === undefined || fresh === undefined ? [] : [[field, fresh] as const]
    })
    await addTemplate(trx, to, { name, content: { ...content, label_ids, fields: Object.fromEntries(fields) } })
  }
  return { count: templates.length, letters: templates.reduce((sum, { content }) => sum + lettersOfContent(content), 0) }
}

/** Gives a board the filters that another has for all. People who are not on it are left out where a filter is read. */
async function copyFilters(trx: Db, from: number, to: number, elsewhere: Elsewhere): Promise<void> {
  const choices = new Set((await listFields(trx, from)).filter(({ type }) => type === 'choice').map(({ id }) => id))
  for (const { name, filter } of await listFilters(trx, from, null)) {
    const labels = filter.labels.flatMap((id) => elsewhere.labels.get(id) ?? [])
    const fields = Object.entries(filter.fields).flatMap(([id, wanted]) => {
      const field = elsewhere.fields.get(Number(id))
      const option = (value: number) => (choices.has(Number(id)) ? (elsewhere.options.get(value) ?? []) : value)
      return field === undefined ? [] : [[field, wanted.flatMap((value) => (typeof value === 'number' ? option(value) : value))]]
    })
    const conditions = Object.entries(filter.conditions).flatMap(([id, condition]) => {
      const field = elsewhere.fields.get(Number(id))
      return field === undefined ? [] : [[field, condition]]
    })
    const copy = { ...filter, labels, fields: Object.fromEntries(fields), conditions: Object.fromEntries(conditions) }
    await addFilter(trx, { board_id: to, user_id: null, name, filter: copy })
  }
}

/** Holds the board of a copy under way and counts so many revisions; undefined when the copy was taken for dead. */
export async function holdCopy(trx: Db, boardId: number, done: number): Promise<{ revision: number; key_prefix: string } | undefined> {
  const held = await trx
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', done) }))
    .where('id', '=', boardId)
    .where('id', 'in', trx.selectFrom('board_copies').select('board_id'))
    .returning(['revision', 'key_prefix'])
    .executeTakeFirst()
  if (held)
    await trx
      .updateTable('board_copies')
      .set((eb) => ({ done: eb('done', '+', done) }))
      .where('board_id', '=', boardId)
      .execute()
  return held
}

/** Shows a copy that is whole. */
export async function showCopy(trx: Db, boardId: number): Promise<void> {
  await trx.updateTable('boards').set({ deleted_at: null, updated_at: instant() }).where('id', '=', boardId).execute()
  await trx.deleteFrom('board_copies').where('board_id', '=', boardId).execute()
}

/** Gives up copies: what there is of them is removed with what was deleted long ago. */
async function dropCopies(trx: Db, boardIds: readonly number[]): Promise<void> {
  if (boardIds.length === 0) return
  await trx
    .updateTable('boards')
    .set({ deleted_at: instant(-longDeletedMs) })
    .where('id', 'in', boardIds)
    .execute()
  await trx.deleteFrom('board_copies').where('board_id', 'in', boardIds).execute()
}

export const dropCopy = (trx: Db, boardId: number): Promise<void> => dropCopies(trx, [boardId])

/** Job: gives up the copies of dead processes. `alone`: SQLite has one process, so every other one is dead. */
export async function dropOrphans(trx: Db, processId: string, alone: boolean): Promise<void> {
  const orphans = await trx
    .selectFrom('board_copies')
    .select('board_id')
    .where('process_id', '!=', processId)
    .$if(!alone, (query) => query.where('process_id', 'not in', (living) => living.selectFrom('processes').select('processes.id')))
    .execute()
  await dropCopies(
    trx,
    orphans.map(({ board_id }) => board_id),
  )
}

/** What a person copies now. */
export const listCopiesOf = (db: Db, userId: number) =>
  db.selectFrom('board_copies').select(['board_id', 'title', 'done', 'total']).where('user_id', '=', userId).execute()
