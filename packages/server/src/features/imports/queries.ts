import { setImmediate as nextLoop } from 'node:timers/promises'
import type { FieldType } from '@rodada/contract/boards/fields'
import type { CsvTarget, ImportPhase, ImportSourceName, ImportStatus } from '@rodada/contract/boards/import-settings'
import type { WorkStatus } from '@rodada/contract/core/fields'
import type { Language } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'
import type { BundleHead } from './bundle-model.ts'
import type { LeftOut, Problem } from './model.ts'
import type { Turns } from './turns.ts'

/** What the person chose; `language` is theirs. */
export type Choices = {
  language: Language
  people?: Record<string, number | null> | undefined
  lists?: Record<string, WorkStatus> | undefined
  fields?: Record<string, CsvTarget> | undefined
}

/** What of the file is which here. `people`: who they are taken for, and null for who stays a text. */
export type Maps = {
  people: Record<string, number | null>
  lists: Record<string, number>
  labels: Record<string, number>
  /**
   * `type`: what the field has here; absent in what an earlier version began. Where the file gives it another one, options are by their names.
   * `place`: that of the column of a table by which an earlier version knew it.
   */
  fields: Record<string, { id: number; type?: FieldType; options: Record<string, number>; place?: string }>
  /** Sprints, and their columns by both ids. */
  sprints: Record<string, number>
  columns: Record<string, number>
  /** How many of the sprints that come are done with; undefined before the board is there. */
  sprintsMade?: number
  /** Who was put on the board, and how many of them were told. */
  members: number[]
  told?: number
  /** Whom people of the file are to be taken for who were not looked at yet: each may be put on the board. */
  waiting?: [id: string, account: number][]
}

/** What stays of an import that was undone, as somebody changed it since; `count` things, on cards and in lists called `subjects`. */
export type Stayed = { kind: 'changed_since'; count: number; subjects: string[] }
type Told = Omit<LeftOut, 'kind'> & { kind: LeftOut['kind'] | Stayed['kind'] }

/** The row with its texts read. */
export type ImportRow = Omit<Selectable<Schema['imports']>, 'head' | 'choices' | 'maps' | 'problem' | 'left_out'> & {
  head: BundleHead | null
  choices: Choices
  maps: Maps
  problem: Problem | null
  left_out: Told[]
}

const noMaps: Maps = { people: {}, lists: {}, labels: {}, fields: {}, sprints: {}, columns: {}, members: [] }

const shaped = (row: Selectable<Schema['imports']>): ImportRow => ({
  ...row,
  head: row.head === null ? null : (JSON.parse(row.head) as BundleHead),
  choices: { language: 'pt-BR', ...(JSON.parse(row.choices) as Partial<Choices>) },
  maps: { ...noMaps, ...(JSON.parse(row.maps) as Partial<Maps>) },
  problem: row.problem === null ? null : (JSON.parse(row.problem) as Problem),
  left_out: JSON.parse(row.left_out) as ImportRow['left_out'],
})

/** What the board of an import is called; null for who does not see it. */
type Titled = { board_title: string | null }

/** The imports of a person, with the titles of the boards that they see. */
const ofPerson = (db: Db, viewer: Actor) =>
  db
    .selectFrom('imports')
    .leftJoin('boards', (join) => join.onRef('boards.id', '=', 'imports.board_id').on('boards.id', 'in', visibleBoardIds(db, viewer)))
    .select('boards.title as board_title')
    .where('imports.user_id', '=', viewer.userId)

/** An import of a person. @throws AppError 404 for everybody else's */
export async function getImportOf(db: Db, viewer: Actor, id: number): Promise<ImportRow & Titled> {
  const row = await ofPerson(db, viewer).selectAll('imports').where('imports.id', '=', id).executeTakeFirstOrThrow(notFound)
  return { ...shaped(row), board_title: row.board_title }
}

export async function findImport(db: Db, id: number): Promise<ImportRow | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  return row && shaped(row)
}

/** How far an import is, without what of it is long. */
export async function findPlace(db: Db, id: number) {
  const row = await db
    .selectFrom('imports')
    .select(['line', 'byte', 'done', 'made', 'files_done', 'left_out'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, left_out: JSON.parse(row.left_out) as ImportRow['left_out'] }
}

const listed = [
  ...(['id', 'source', 'file_name', 'status', 'phase', 'done', 'total', 'files_done', 'files_total', 'board_id', 'problem'] as const),
  ...(['created_at', 'finished_at', 'undo_until'] as const),
] as const
/** An import as it is listed: without what of it may be long. */
export type ListedImport = Pick<ImportRow, (typeof listed)[number]> & Titled

/** The imports of a person, the last ones first. */
export async function listImportsOf(db: Db, viewer: Actor): Promise<ListedImport[]> {
  const found = await ofPerson(db, viewer)
    .select(listed.map((column) => `imports.${column}` as const))
    .orderBy('imports.id', 'desc')
    .limit(limits.importsListed)
    .execute()
  return found.map((row) => ({ ...row, problem: row.problem === null ? null : (JSON.parse(row.problem) as Problem) }))
}

/** How many of a person wait or are under way. */
export async function countOpenImports(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('status', 'in', ['reading', 'running', 'ready'])
    .executeTakeFirstOrThrow()
  return n
}

/** Their oldest one that waits to be run, which a newer one takes the place of. */
export const findOldestReady = async (db: Db, userId: number): Promise<ImportRow | undefined> => {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'ready')
    .orderBy('id')
    .executeTakeFirst()
  return row && shaped(row)
}

export async function addImport(
  db: Db,
  input: { user_id: number; token_id: number | null; source: ImportSourceName; file_name: string; object_name: string; choices: Choices },
): Promise<number> {
  const { id } = await db
    .insertInto('imports')
    .values({ ...input, choices: JSON.stringify(input.choices), status: 'reading', step: 'read', phase: 'reading', created_at: instant() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Files are fetched beside everything else: most of that time nothing is done here but waiting. */
export type Lane = 'files' | 'others'

/** Imports that are looked at for the next turn: of each person a few may wait. */
const mostLookedAt = 1000

/**
 * Takes the next import of a lane with something to do for this process, none of `except` and of nobody who is `busy`; those of a process that died
 * are there to be taken.
 */
export async function claimImport(
  db: Db,
  processId: string,
  how: { alone: boolean; except: ReadonlySet<number>; lane: Lane; busy: ReadonlySet<number>; turns: Turns },
): Promise<{ id: number; userId: number } | undefined> {
  const { alone, except, lane, busy, turns } = how
  const waiting = await db
    .selectFrom('imports')
    .select(['id', 'user_id', 'process_id'])
    .where('step', 'is not', null)
    .where((eb) => (lane === 'files' ? eb('phase', '=', 'files') : eb.or([eb('phase', 'is', null), eb('phase', '!=', 'files')])))
    .$if(except.size > 0, (query) => query.where('id', 'not in', [...except]))
    .$if(busy.size > 0, (query) => query.where('user_id', 'not in', [...busy]))
    .where((eb) =>
      eb.or([
        eb('process_id', 'is', null),
        eb.and([
          eb('process_id', '!=', processId),
          ...(alone ? [] : [eb('process_id', 'not in', eb.selectFrom('processes').select('processes.id'))]),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(mostLookedAt)
    .execute()
  const [free] = turns.inOrder(waiting)
  if (!free) return undefined
  const claimed = await db
    .updateTable('imports')
    .set({ process_id: processId })
    .where('id', '=', free.id)
    .where('step', 'is not', null)
    // Of several processes that saw it, one finds it unchanged.
    .where('process_id', free.process_id === null ? 'is' : '=', free.process_id)
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (!claimed) return undefined
  turns.took(free, waiting)
  return { id: claimed.id, userId: claimed.user_id }
}

type Change = {
  status?: ImportStatus
  step?: 'read' | 'write' | 'undo' | null
  phase?: ImportPhase | null
  problem?: Problem | null
  head?: BundleHead
  maps?: Maps
  choices?: Choices
  left_out?: ImportRow['left_out']
  bundle_name?: string | null
  object_name?: string | null
  origin?: string
  board_id?: number | null
  is_new?: number
  line?: number
  byte?: number
  done?: number
  total?: number
  made?: number
  secret?: string
  files_byte?: number
  files_done?: number
  files_total?: number
  finished_at?: string | null
  undo_until?: string | null
  process_id?: string | null
  token_id?: number | null
}

/**
 * Changes an import that is at a step of this process, or (`at` a status) that waits in it. With the step that brings cards and files, what
 * files are fetched with is forgotten.
 * @returns whether it was: somebody may have cancelled it meanwhile
 */
export async function changeImport(
  db: Db,
  id: number,
  at: { step: 'read' | 'write' | 'undo'; processId: string } | { status: ImportStatus },
  { problem, head, maps, choices, left_out, ...plain }: Change,
): Promise<boolean> {
  const changed = await db
    .updateTable('imports')
    .set({
      ...plain,
      ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }),
      ...(head && { head: JSON.stringify(head) }),
      ...(maps && { maps: JSON.stringify(maps) }),
      ...(choices && { choices: JSON.stringify(choices) }),
      ...(left_out && { left_out: JSON.stringify(left_out) }),
      ...(plain.step !== undefined && { process_id: plain.process_id ?? null }),
      ...((plain.step === null || plain.step === 'undo') && { secret: null }),
    })
    .where('id', '=', id)
    .$if('step' in at, (query) =>
      query.where('step', '=', 'step' in at ? at.step : null).where('process_id', '=', 'step' in at ? at.processId : ''),
    )
    .$if('status' in at, (query) => query.where('status', '=', 'status' in at ? at.status : 'ready'))
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Ends what a person imports, one import or all: what is read or waits is given up, and what is written is taken back by the next run of the job.
 * One statement, so that what begins meanwhile is ended too.
 */
export async function cancelImports(db: Db, userId: number, id?: number): Promise<void> {
  const ended = await db
    .updateTable('imports')
    .set((eb) => {
      const isWritten = eb('status', '=', 'running')
      const where = <Value>(written: Value, other: Value) => eb.case().when(isWritten).then(written).else(other).end()
      return {
        status: where<ImportStatus>('running', 'cancelled'),
        step: where('undo', null),
        phase: where<ImportPhase | null>('undoing', null),
        finished_at: where(null, instant()),
        process_id: null,
        secret: null,
      }
    })
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .where((eb) => eb.or([eb('status', 'in', ['reading', 'ready']), eb.and([eb('status', '=', 'running'), eb('step', '!=', 'undo')])]))
    .returning(['status', 'object_name', 'bundle_name'])
    .execute()
  const over = ended.filter(({ status }) => status === 'cancelled')
  await dropObjects(
    db,
    over.flatMap(({ object_name, bundle_name }) => [object_name, bundle_name]),
  )
}

/** Objects of the store that are kept for as long as an import needs them, and are removed by the job of files some days later at last. */
export async function keepObject(db: Db, object_name: string, days: number): Promise<void> {
  const remove_after = instant(days * 86_400_000)
  await db
    .insertInto('stray_objects')
    .values({ object_name, remove_after })
    .onConflict((oc) => oc.column('object_name').doUpdateSet({ remove_after }))
    .execute()
}

/** Has objects removed by the next run of the job of files. */
export async function dropObjects(db: Db, names: readonly (string | null)[]): Promise<void> {
  const gone = names.filter((name) => name !== null)
  if (gone.length > 0) await db.updateTable('stray_objects').set({ remove_after: instant() }).where('object_name', 'in', gone).execute()
}

/**
 * Imports that wait to be run since before an instant, with what of theirs is to be removed. What was read of their files is left where it is: of a
 * hundred large boards it kept everybody waiting for a second.
 */
export const listForgotten = (db: Db, before: string) =>
  db
    .selectFrom('imports')
    .select(['id', 'object_name', 'bundle_name'])
    .where('status', '=', 'ready')
    .where('created_at', '<', before)
    .limit(100)
    .execute()

/** Imports that are forgotten one after another, or what is long of them, before the next are looked for: each may be some megabytes. */
const endedAtOnce = 10

/** Job: forgets what is long of imports that brought nothing. It is not read for that. */
export async function shortenEnded(db: Db): Promise<void> {
  const some = () =>
    db
      .selectFrom('imports')
      .select('id')
      .where('step', 'is', null)
      .where('status', 'in', ['cancelled', 'failed', 'undone'])
      .where((eb) => eb.or([eb('maps', '!=', '{}'), eb('head', 'is not', null)]))
      .limit(endedAtOnce)
      .execute()
  for (let ended = await some(); ended.length > 0; ended = await some())
    for (const { id } of ended) {
      await db
        .updateTable('imports')
        .set({ head: null, choices: '{}', maps: '{}' })
        .where('id', '=', id)
        .where('step', 'is', null)
        .execute()
      await nextLoop()
    }
}

/** Changes that are forgotten in one statement: what was there before may be a checklist of hundreds of long items. */
const changesAtOnce = 200

/** Job: removes imports that ended long ago, and before, a few at a time, what would take back those that cannot be taken back any more. */
export async function deleteOldImports(db: Db, before: string): Promise<void> {
  // One that is just being undone reads its changes to the end.
  const ended = db.selectFrom('imports').select('id').where('step', 'is', null)
  const over = await ended
    .where('undo_until', '<', instant())
    .union(ended.where('created_at', '<', before))
    .execute()
  for (const { id } of over) {
    const some = () => db.selectFrom('import_changes').select('id').where('import_id', '=', id).limit(changesAtOnce).execute()
    for (let rows = await some(); rows.length > 0; rows = await some())
      await db
        .deleteFrom('import_changes')
        .where(
          'id',
          'in',
          rows.map((row) => row.id),
        )
        .execute()
    await nextLoop()
  }
  const old = () =>
    db.selectFrom('imports').select('id').where('step', 'is', null).where('created_at', '<', before).limit(endedAtOnce).execute()
  for (let found = await old(); found.length > 0; found = await old())
    for (const { id } of found) {
      await db.deleteFrom('imports').where('id', '=', id).where('step', 'is', null).execute()
      await nextLoop()
    }
}
