import { limits } from '@rodada/contract/core/limits'
import { manyLinesText } from '@rodada/contract/core/plain-text'
import type { GithubImport } from '@rodada/contract/integrations/github'
import { texts } from '@rodada/contract/texts/texts'
import { instant } from '../../platform/deps.ts'
import { excerptOf } from '../../platform/excerpt.ts'
import { AppError } from '../../platform/http/errors.ts'
import { ranksAtEnd } from '../../platform/order/queries.ts'
import type { Work } from '../../platform/work.ts'
import { type Actor, findActor } from '../auth/queries.ts'
import { requireRoomForCards } from '../boards/capacity-queries.ts'
import { findList, type ListRow } from '../boards/lists/queries.ts'
import { type BoardRow, changeBoard, countRevisions } from '../boards/queries.ts'
import type { Change } from '../boards/write.ts'
import { cardsOfList } from '../cards/queries.ts'
import { addCards } from '../cards/write.ts'
import { breakAccount, findAccount } from './account-queries.ts'
import { GithubError, type RemoteIssue, type RemotePage } from './client.ts'
import type { Github } from './commands.ts'
import { claimImport, failImport, type ImportRow, postponeImport, turnPage } from './import-queries.ts'
import { listKnownIssues, putLink, repositoryKey } from './link-queries.ts'

/** Pages that fail one after another before the import gives up. */
const mostTries = 6

/** Ends an import with the reason that people are shown. */
class Ended extends Error {
  readonly problem: GithubImport['problem']
  constructor(problem: GithubImport['problem']) {
    super(`import ended: ${problem}`)
    this.problem = problem
  }
}

/** Job: imports the pages that are due, one transaction each. Any number of processes may run it. */
export async function runImports(github: Github): Promise<void> {
  const { db } = github.deps
  for (let row = await claimImport(db); row; row = await claimImport(db)) await step(github, row)
}

async function step(github: Github, row: ImportRow): Promise<void> {
  const { db, log } = github.deps
  try {
    // Counted before it is tried, so that a page at which processes die is not tried for ever.
    if (row.tries > mostTries) throw new Ended('unreachable')
    const actor = await findActor(db, { userId: row.user_id, token: null })
    if (!actor) throw new Ended('forbidden')
    const page = await fetchPage(github, row)
    await github.write(actor, (work) => writePage(work, actor, row, page))
  } catch (error) {
    if (error instanceof Ended) return failImport(db, row, error.problem)
    // Who imports has changed as many cards as one may for now.
    if (error instanceof AppError && error.id === 'too_many')
      return postponeImport(db, row, 'rate_limited', instant((error.retryAfter ?? 0) * 1000))
    if (error instanceof AppError) return failImport(db, row, problemOf(error))
    if (!(error instanceof GithubError)) {
      log.error({ err: error, import: row.id }, 'github import')
      return postponeImport(db, row, 'unreachable')
    }
    if (error.problem === 'rate_limited') return postponeImport(db, row, 'rate_limited', error.retryAt)
    if (error.problem === 'unreachable' && row.tries < mostTries) return postponeImport(db, row, 'unreachable')
    return failImport(db, row, error.problem)
  }
}

/** What refused a page: the board, its list, or who imports may not write there. */
const problemOf = ({ id, message }: AppError): GithubImport['problem'] =>
  id !== 'conflict' ? 'forbidden' : message === texts.listFull ? 'list_full' : 'full'

async function fetchPage({ deps: { db }, client, tokenOf }: Github, row: ImportRow): Promise<RemotePage> {
  const account = await findAccount(db, row.user_id)
  if (!account) throw new Ended('disconnected')
  if (account.broken_at !== null) throw new Ended('revoked')
  return client.issuesPage(tokenOf(account), row.repository, { state: row.state, page: row.pages + 1 }).catch(async (error: unknown) => {
    if (error instanceof GithubError && error.problem === 'revoked') await breakAccount(db, account)
    throw error
  })
}

/** Puts the new issues of a page into its list, unless the import was cancelled meanwhile. */
async function writePage(work: Work, actor: Actor, row: ImportRow, page: RemotePage): Promise<Change<null>> {
  const { trx } = work
  const held = await changeBoard(trx, actor, row.board_id)
  const list = await findList(trx, row.board_id, row.list_id)
  if (!list) throw new Ended('not_found')
  const known = await listKnownIssues(trx, row.board_id, page.issues)
  const fresh = page.issues.filter(({ repository, number }) => !known.has(`${repositoryKey(repository)}#${number}`))
  const room = limits.githubImport - row.imported
  const taken = fresh.slice(0, room)
  const limited = fresh.length > room || (fresh.length === room && page.more)
  const turned = await turnPage(trx, row, {
    imported: taken.length,
    skipped: page.issues.length - fresh.length,
    pagesTotal: page.pagesTotal,
    over: limited || !page.more,
    limited,
  })
  if (!turned) return { boardId: held.id, revision: null, result: null }
  await requireRoomForCards(trx, held, taken.length)
  const board = await countRevisions(trx, held, taken.length - 1)
  await addIssues(work, actor, board, list, taken)
  return { boardId: board.id, revision: board.revision, result: null }
}

async function addIssues(work: Work, actor: Actor, board: BoardRow, list: ListRow, issues: readonly RemoteIssue[]): Promise<void> {
  if (issues.length === 0) return
  const ranks = await ranksAtEnd(work.trx, cardsOfList(list.id), issues.length)
  const cards = issues.map((issue, index) => ({
    title: issue.title,
    description: excerptOf(manyLinesText(issue.body), limits.fullDescription),
    due_date: null,
    priority: 'medium' as const,
    rank: ranks[index] ?? '',
    status: list.status,
    created_by: actor.userId,
    github_state: issue.state,
  }))
  for (const [index, card] of (await addCards(work, board, list.id, cards)).entries()) {
    const issue = issues[index]
    if (issue) await putLink(work.trx, card, actor.userId, issue)
  }
}
