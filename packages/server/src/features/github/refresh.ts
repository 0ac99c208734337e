import type { Db } from '../../migrations/schema.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { type Asker, changeBoard, findAsker } from '../boards/queries.ts'
import { touchCard } from '../cards/queries.ts'
import { breakAccount } from './account-queries.ts'
import { GithubError, type RemoteIssue } from './client.ts'
import type { Github } from './commands.ts'
import { claimLinks, type DueLink, keepLink, noteProblem, showLinks, updateLink, waitUntil } from './link-queries.ts'

/** Who changes a board when no person does: it sees every board that is not deleted. */
export const program: Asker = { userId: 0, role: 'admin' }

/** Job: asks GitHub about the links that are due, each with the account of who linked it. Any number of processes may run it. */
export async function refreshLinks(github: Github): Promise<void> {
  for (const link of await claimLinks(github.deps.db)) await refresh(github, link)
}

async function refresh(github: Github, link: DueLink): Promise<void> {
  const { db } = github.deps
  const account = { user_id: link.linked_by ?? 0, token: link.token }
  try {
    const issue = await github.client.issue(github.tokenOf(account), link.repository, link.number)
    const same = issue.state === link.state && issue.title === link.title && issue.repository === link.repository
    if (same && link.problem === null) return await keepLink(db, link)
    const { revision } = await db.transaction().execute((trx) => writeNews(trx, link, issue))
    github.publish(link.board_id, revision)
  } catch (error) {
    // The board was deleted, or the linker lost it, while GitHub was asked.
    if (error instanceof AppError) return
    if (!(error instanceof GithubError)) throw error
    if (error.problem === 'revoked') await breakAccount(db, account)
    else if (error.problem === 'rate_limited') await waitUntil(db, account.user_id, error.retryAt ?? link.next_check_at)
    else await noteProblem(db, link, error.problem)
  }
}

async function writeNews(trx: Db, link: DueLink, issue: RemoteIssue): Promise<{ revision: number }> {
  // GitHub may have taken its time: whoever lost the board meanwhile changes nothing on it.
  const linker = await findAsker(trx, link.linked_by ?? 0)
  if (!linker) throw notFound()
  const board = await changeBoard(trx, linker, link.board_id)
  await updateLink(trx, link.id, issue)
  await showLinks(trx, link.card_id)
  await touchCard(trx, board, link.card_id)
  return board
}
