import type { Db } from '../../../platform/database.ts'

/** What the end of a sprint did, kept with it for as long as it can be opened again. */
export type Closing = {
  /** What the sprint was. */
  status: 'planejada' | 'ativa'
  /** The tasks that were not done, in their order: where each stood, where it was left over before, and to which sprint (null: the backlog) it went. */
  cards: { id: number; column_id: number | null; from_sprint_id: number | null; to: number | null }[]
}

/** Keeps what the end of a sprint did. */
export async function keepClosing(trx: Db, sprintId: number, closing: Closing): Promise<void> {
  await trx
    .updateTable('sprints')
    .set({ closing: JSON.stringify(closing) })
    .where('id', '=', sprintId)
    .execute()
}

/** What the end of a sprint did, and the last entry of the journal that counted for it; undefined when nobody wrote it down. */
export async function findClosing(trx: Db, sprintId: number): Promise<{ closing: Closing; journalEnd: number } | undefined> {
  const row = await trx.selectFrom('sprints').select(['closing', 'journal_end']).where('id', '=', sprintId).executeTakeFirst()
  if (!row?.closing || row.journal_end === null) return undefined
  return { closing: JSON.parse(row.closing) as Closing, journalEnd: row.journal_end }
}

/** Opens an ended sprint again: its numbers are what its cards say from here on. */
export async function openSprint(trx: Db, sprintId: number, status: Closing['status']): Promise<void> {
  await trx
    .updateTable('sprints')
    .set({ status, ended_at: null, final: null, journal_end: null, closing: null })
    .where('id', '=', sprintId)
    .execute()
}

/** Of some sprints, those that are still there. */
export async function findKept(trx: Db, sprintIds: readonly (number | null)[]): Promise<ReadonlySet<number | null>> {
  const ids = [...new Set(sprintIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Set()
  const rows = await trx.selectFrom('sprints').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
