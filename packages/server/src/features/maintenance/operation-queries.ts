import type { Operation, OperationKind } from '@rodada/contract/instance/maintenance'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'

const shown = 10
/** There is one slot, so that one operation runs at a time in the whole installation. */
const slot = 'only'

const operations = (db: Db) =>
  db
    .selectFrom('operations')
    .leftJoin('users', 'users.id', 'operations.user_id')
    .select([
      'operations.id',
      'kind',
      'state',
      'progress',
      'operations.user_id',
      'users.name',
      'users.avatar_url',
      'started_at',
      'ended_at',
      'result',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof operations>['executeTakeFirstOrThrow']>>
const shaped = ({ user_id, name, avatar_url, result, ...row }: Row): Operation => ({
  ...row,
  user: user_id === null || name === null ? null : { id: user_id, name, avatar_url },
  result: JSON.parse(result) as Operation['result'],
})

/** The last ones, newest first. */
export const listOperations = async (db: Db): Promise<Operation[]> =>
  (await operations(db).orderBy('operations.id', 'desc').limit(shown).execute()).map(shaped)

export const getOperation = async (db: Db, id: number): Promise<Operation> =>
  shaped(await operations(db).where('operations.id', '=', id).executeTakeFirstOrThrow())

/** Takes the slot; undefined while another operation has it. */
export async function beginOperation(
  db: Db,
  input: { kind: OperationKind; processId: string; userId: number | null },
): Promise<number | undefined> {
  const begun = await db
    .insertInto('operations')
    .values({ kind: input.kind, slot, state: 'running', process_id: input.processId, user_id: input.userId, started_at: instant() })
    .onConflict((oc) => oc.column('slot').doNothing())
    .returning('id')
    .executeTakeFirst()
  return begun?.id
}

export async function tellProgress(db: Db, id: number, progress: number): Promise<void> {
  await db.updateTable('operations').set({ progress }).where('id', '=', id).where('state', '=', 'running').execute()
}

/** Ends an operation and frees the slot; false when it had ended because its process was taken for dead. */
export async function endOperation(db: Db, id: number, state: 'done' | 'failed', result: Operation['result']): Promise<boolean> {
  const ended = await db
    .updateTable('operations')
    .set({ state, slot: null, ended_at: instant(), result: JSON.stringify(result), ...(state === 'done' && { progress: 100 }) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Operations of dead processes have failed. `alone`: SQLite has one process, so every other one is dead. */
export async function failOrphans(db: Db, processId: string, alone: boolean): Promise<void> {
  await db
    .updateTable('operations')
    .set({ state: 'failed', slot: null, ended_at: instant(), result: JSON.stringify({ failure: 'interrupted' }) })
    .where('state', '=', 'running')
    .where('process_id', '!=', processId)
    .$if(!alone, (query) => query.where('process_id', 'not in', (living) => living.selectFrom('processes').select('processes.id')))
    .execute()
}

/** Job: keeps the last ones of all. */
export async function deleteOldOperations(db: Db): Promise<void> {
  const kept = await db.selectFrom('operations').select('id').orderBy('id', 'desc').offset(200).limit(1).executeTakeFirst()
  if (kept) await db.deleteFrom('operations').where('id', '<=', kept.id).where('state', '!=', 'running').execute()
}

/** Whether the program itself began one of this kind since an instant. */
export async function hasBegunByItself(db: Db, kind: OperationKind, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('operations')
    .select('id')
    .where('kind', '=', kind)
    .where('user_id', 'is', null)
    .where('started_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
