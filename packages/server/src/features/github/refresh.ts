import { AppError, notFound } from '../../platform/http/errors.ts'
import type { Work } from '../../platform/work.ts'
import { type Actor, findActor } from '../auth/queries.ts'
import { changeBoard } from '../boards/queries.ts'
import type { Change } from '../boards/write.ts'
import { getCardFor } from '../cards/queries.ts'
import { breakAccount } from './account-queries.ts'
import { GithubError, type RemoteIssue } from './client.ts'
import { type Github, showLinks } from './commands.ts'
import { claimLinks, type DueLink, keepLink, noteProblem, updateLink, waitUntil } from './link-queries.ts'

/** The actor when the program changes a board: it sees every board that is not deleted. */
export const program: Actor = { userId: 0, role: 'admin', token: null }

/** Job: asks GitHub about due links, each with the account of its linker. Any number of processes may run it. */
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
    await github.write(program, (work) => writeNews(work, link, issue))
  } catch (error) {
    // While GitHub was asked, the board was deleted or the linker lost it.
    if (error instanceof AppError) return
    if (!(error instanceof GithubError)) throw error
    if (error.problem === 'revoked') await breakAccount(db, account)
    else if (error.problem === 'rate_limited') await waitUntil(db, account.user_id, error.retryAt ?? link.next_check_at)
    else await noteProblem(db, link, error.problem)
  }
}

async function writeNews(work: Work, link: DueLink, issue: RemoteIssue): Promise<Change<null>> {
  // The linker may have lost the board while GitHub was asked.
  const linker = await findActor(work.trx, { userId: link.linked_by ?? 0, token: null })
  if (!linker) throw notFound()
  const board = await changeBoard(work.trx, linker, link.board_id)
  const card = await getCardFor(work.trx, program, { cardId: link.card_id })
  // It went to another board meanwhile, where the next check finds it.
  if (card.board_id !== board.id) throw notFound()
  await updateLink(work.trx, link.id, issue)
  await showLinks(work, board, await getCardFor(work.trx, program, { cardId: link.card_id }))
  return { boardId: board.id, revision: board.revision, result: null }
}
