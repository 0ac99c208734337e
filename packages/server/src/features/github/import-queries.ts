import { limits } from '@rodada/contract/core/limits'
import type { GithubImport } from '@rodada/contract/integrations/github'
import { importProblems } from '@rodada/contract/integrations/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { conflict, notFound } from '../../platform/http/errors.ts'

export type ImportRow = Selectable<Schema['github_imports']>

/** How long a process may take for a page before another one takes it over. */
const leaseMs = 2 * 60_000
const firstWaitMs = 10_000

const shaped = (row: ImportRow): GithubImport => ({
  id: row.id,
  board_id: row.board_id,
  list_id: row.list_id,
  repository: row.repository,
  status: row.status,
  imported: row.imported,
  skipped: row.skipped,
  pages: row.pages,
  pages_total: row.pages_total,
  limited: row.limited === 1,
  problem: importProblems.find((problem) => problem === row.problem) ?? null,
  waits_until: row.status === 'running' && row.problem === 'rate_limited' ? row.next_step_at : null,
  created_at: row.created_at,
})

/** The last imports of a board, the newest first. */
export const listImports = async (db: Db, boardId: number): Promise<GithubImport[]> =>
  (
    await db
      .selectFrom('github_imports')
      .selectAll()
      .where('board_id', '=', boardId)
      .orderBy('id', 'desc')
      .limit(limits.githubImports)
      .execute()
  ).map(shaped)

/** Begins an import on a held board. @throws AppError 409 while another one runs there. */
export async function addImport(
  trx: Db,
  input: Pick<ImportRow, 'board_id' | 'list_id' | 'user_id' | 'repository' | 'state'>,
): Promise<GithubImport> {
  const running = await trx
    .selectFrom('github_imports')
    .select('id')
    .where('board_id', '=', input.board_id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (running) throw conflict(texts.githubImportRunning)
  const now = instant()
  const row = await trx
    .insertInto('github_imports')
    .values({ ...input, status: 'running', imported: 0, skipped: 0, pages: 0, limited: 0, tries: 0, next_step_at: now, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return shaped(row)
}

/** Stops an import, unless it is over. @throws AppError 404 when it is not one of this board. */
export async function cancelImport(trx: Db, boardId: number, importId: number): Promise<GithubImport> {
  await trx
    .updateTable('github_imports')
    .set({ status: 'cancelled', problem: null })
    .where('id', '=', importId)
    .where('board_id', '=', boardId)
    .where('status', '=', 'running')
    .execute()
  return shaped(
    await trx
      .selectFrom('github_imports')
      .selectAll()
      .where('id', '=', importId)
      .where('board_id', '=', boardId)
      .executeTakeFirstOrThrow(notFound),
  )
}

/** Stops what a person is importing. */
export async function cancelImportsOf(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable('github_imports')
    .set({ status: 'cancelled', problem: null })
    .where('user_id', '=', userId)
    .where('status', '=', 'running')
    .execute()
}

/** Takes the next import that waits for a page, for this process alone until the lease ends; undefined when none does. */
export async function claimImport(db: Db): Promise<ImportRow | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('github_imports')
      .select(['id', 'next_step_at', 'tries'])
      .where('status', '=', 'running')
      .where('next_step_at', '<=', instant())
      .orderBy('next_step_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const claimed = await db
      .updateTable('github_imports')
      .set({ next_step_at: instant(leaseMs), tries: due.tries + 1 })
      .where('id', '=', due.id)
      .where('status', '=', 'running')
      .where('next_step_at', '=', due.next_step_at)
      .returningAll()
      .executeTakeFirst()
    if (claimed) return claimed
  }
}

/** Notes a finished page; false when the import was cancelled meanwhile, or another process did this page. */
export async function turnPage(
  trx: Db,
  before: ImportRow,
  page: { imported: number; skipped: number; pagesTotal: number; over: boolean; limited: boolean },
): Promise<boolean> {
  const turned = await trx
    .updateTable('github_imports')
    .set({
      imported: before.imported + page.imported,
      skipped: before.skipped + page.skipped,
      pages: before.pages + 1,
      pages_total: Math.max(page.pagesTotal, before.pages + 1),
      limited: page.limited ? 1 : 0,
      status: page.over ? 'done' : 'running',
      problem: null,
      tries: 0,
      next_step_at: instant(),
    })
    .where('id', '=', before.id)
    .where('status', '=', 'running')
    .where('pages', '=', before.pages)
    .returning('id')
    .executeTakeFirst()
  return turned !== undefined
}

/** Ends an import that cannot go on, unless it was cancelled meanwhile. */
export async function failImport(db: Db, { id }: ImportRow, problem: GithubImport['problem']): Promise<void> {
  await db.updateTable('github_imports').set({ status: 'failed', problem }).where('id', '=', id).where('status', '=', 'running').execute()
}

/** Postpones an import: for as long as GitHub says, or twice as long with each try. */
export async function postponeImport(
  db: Db,
  { id, tries }: ImportRow,
  problem: 'rate_limited' | 'unreachable',
  until?: string,
): Promise<void> {
  await db
    .updateTable('github_imports')
    .set({ problem, next_step_at: until ?? instant(firstWaitMs * 2 ** (tries - 1)), ...(until && { tries: 0 }) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}
