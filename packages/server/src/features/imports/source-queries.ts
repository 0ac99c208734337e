import type { Db } from '../../platform/database.ts'
import { slicesOf } from '../../platform/slices.ts'
import { getCardsById } from '../cards/queries.ts'

/** What of a board came from where, and what was said of it there, last. */
export type Known = { source_id: string; local_id: number; digest: string }
export type SourceKind =
  | 'list'
  | 'label'
  | 'field'
  | 'option'
  | 'card'
  | 'checklist'
  | 'comment'
  | 'estimate'
  | 'relation'
  | 'file'
  | 'sprint'

/** Of a change that put somebody on the board. Its id is that of the seat: who leaves and comes again has another one. */
export const memberKind = 'member'

/** Rows of one statement: each takes six parameters. */
const rowsAtOnce = 1000

/** Notes what things of a board are in its source. One that is known already is said anew. */
export async function noteSources(
  trx: Db,
  of: { board_id: number; source: string },
  kind: SourceKind,
  known: readonly Known[],
): Promise<void> {
  for (const some of slicesOf(known, rowsAtOnce)) {
    await trx
      .insertInto('import_sources')
      .values(some.map((row) => ({ ...of, kind, ...row })))
      .onConflict((oc) =>
        oc
          .columns(['board_id', 'source', 'kind', 'source_id'])
          .doUpdateSet((eb) => ({ digest: eb.ref('excluded.digest'), local_id: eb.ref('excluded.local_id') })),
      )
      .execute()
  }
}

/** What is known of some things of a source, by their ids there. */
export async function findSources(
  db: Db,
  { board_id, source }: { board_id: number; source: string },
  kind: SourceKind,
  ids: readonly string[],
): Promise<Map<string, Known>> {
  const found = new Map<string, Known>()
  for (const some of slicesOf(ids, rowsAtOnce)) {
    const rows = await db
      .selectFrom('import_sources')
      .select(['source_id', 'local_id', 'digest'])
      .where('board_id', '=', board_id)
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where('source_id', 'in', some)
      .execute()
    for (const row of rows) found.set(row.source_id, row)
  }
  return found
}

/** All that is known of one kind of a source, in the order in which it was made here. */
export const listSources = (db: Db, { board_id, source }: { board_id: number; source: string }, kind: SourceKind): Promise<Known[]> =>
  db
    .selectFrom('import_sources')
    .select(['source_id', 'local_id', 'digest'])
    .where('board_id', '=', board_id)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .orderBy('local_id')
    .execute()

/** Cards that were brought before and are still on the board, by their ids in the source. */
export async function findCardsThere(
  db: Db,
  of: { board_id: number; source: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const known = await findSources(db, of, 'card', [...new Set(ids)])
  const rows = await getCardsById(
    db,
    [...known.values()].map(({ local_id }) => local_id),
  )
  const there = new Set(rows.filter((card) => card.board_id === of.board_id && card.deleted_at === null).map(({ id }) => id))
  return new Map([...known].filter(([, { local_id }]) => there.has(local_id)))
}

/** Notes what an import adds to cards: where it comes from and, on a board that was there before, what is to be taken back. */
export async function noteAdded(
  trx: Db,
  boardId: number,
  { id, source, is_new }: { id: number; source: string; is_new: number },
  kind: SourceKind,
  added: readonly (Omit<Known, 'digest'> & Partial<Known>)[],
): Promise<void> {
  await noteSources(
    trx,
    { board_id: boardId, source },
    kind,
    added.map((row) => ({ digest: '', ...row })),
  )
  if (is_new === 0)
    await noteChanges(
      trx,
      id,
      added.map(({ source_id, local_id }) => ({ source_id, local_id, kind, earlier: null })),
    )
}

export async function forgetSources(
  trx: Db,
  { board_id, source }: { board_id: number; source: string },
  kind: SourceKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('import_sources')
    .where('board_id', '=', board_id)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('source_id', 'in', ids)
    .execute()
}

/** The board that an import of the same one by this person made or brought up to date, last, where it is still there and they administer it. */
export const findEarlierBoard = async (db: Db, userId: number, source: string, origin: string): Promise<number | undefined> => {
  const found = await db
    .selectFrom('imports')
    .innerJoin('boards', 'boards.id', 'imports.board_id')
    .innerJoin('board_members', (join) => join.onRef('board_members.board_id', '=', 'boards.id').on('board_members.user_id', '=', userId))
    .select('boards.id')
    .where('imports.user_id', '=', userId)
    .where('imports.source', '=', source as 'trello')
    .where('imports.origin', '=', origin)
    .where('imports.status', '=', 'done')
    .where('boards.deleted_at', 'is', null)
    .where('board_members.role', '=', 'admin')
    .orderBy('imports.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/** What an import does on a board that was there before. `earlier`: what was there, null for what it adds. */
export async function noteChanges(
  trx: Db,
  importId: number,
  changes: readonly { kind: string; local_id: number; source_id: string; earlier: object | null }[],
): Promise<void> {
  for (const some of slicesOf(changes, rowsAtOnce))
    await trx
      .insertInto('import_changes')
      .values(some.map(({ earlier, ...change }) => ({ ...change, import_id: importId, earlier: earlier && JSON.stringify(earlier) })))
      .execute()
}

/** The last changes of an import, the latest first. */
export const listLastChanges = (db: Db, importId: number, limit: number) =>
  db.selectFrom('import_changes').selectAll().where('import_id', '=', importId).orderBy('id', 'desc').limit(limit).execute()

export async function forgetChanges(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('import_changes').where('id', 'in', ids).execute()
}
