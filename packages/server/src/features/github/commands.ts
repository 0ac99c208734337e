import type { GithubImport, GithubLink } from '@rodada/contract/integrations/github'
import { readIssueAddress, readRepository } from '@rodada/contract/integrations/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, allow, conflict, invalid } from '../../platform/http/errors.ts'
import { type PersonLimit, personLimit } from '../../platform/limits/person-limit.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { happened } from '../boards/events.ts'
import { getList } from '../boards/lists/queries.ts'
import { boardPolicy } from '../boards/policy.ts'
import { type BoardRow, changeBoard, getBoardAccess } from '../boards/queries.ts'
import type { Write } from '../boards/write.ts'
import { type CardPath, type CardRow, changeCard, getCardFor } from '../cards/queries.ts'
import { touchCard, updateCard } from '../cards/write.ts'
import { type AccountRow, breakAccount, findAccount } from './account-queries.ts'
import { createGithubClient, type GithubClient, GithubError, type GithubSettings } from './client.ts'
import { addImport } from './import-queries.ts'
import { deleteLink, findShownState, getLink, putLink, updateLink } from './link-queries.ts'

/** What everything about GitHub needs. */
export type Github = {
  deps: Deps
  settings: GithubSettings
  client: GithubClient
  /** Opens sealed values of a person. */
  tokenOf: (account: Pick<AccountRow, 'user_id' | 'token'>) => string
  sealToken: (userId: number, token: string) => string
  write: Write
}

/** undefined when the installation has no credentials. */
export function createGithub(deps: Deps, write: Write): Github | undefined {
  const settings = deps.config.github
  if (!settings) return undefined
  const box = createSecretBox(deps.config.secret)
  const about = (userId: number) => `github token of ${userId}`
  return {
    deps,
    settings,
    client: createGithubClient(deps.outgoing, settings),
    tokenOf: ({ user_id, token }) => box.open(token, about(user_id)),
    sealToken: (userId, token) => box.seal(token, about(userId)),
    write,
  }
}

const refusals = {
  revoked: texts.githubRevoked,
  not_found: texts.githubNotFound,
  rate_limited: texts.githubLimited,
  unreachable: texts.githubUnreachable,
} as const

/** Asks GitHub with the person's own account. @throws AppError that says what the person can do */
async function askAs<T>({ deps: { db }, tokenOf }: Github, viewer: Actor, ask: (token: string) => Promise<T>): Promise<T> {
  const account = await findAccount(db, viewer.userId)
  if (!account) throw conflict(texts.githubNotConnected)
  if (account.broken_at !== null) throw conflict(texts.githubRevoked)
  try {
    return await ask(tokenOf(account))
  } catch (error) {
    if (!(error instanceof GithubError)) throw error
    if (error.problem === 'revoked') await breakAccount(db, account)
    if (error.problem === 'rate_limited') throw new AppError('too_many', texts.githubLimited, { retryAfter: secondsUntil(error.retryAt) })
    throw conflict(refusals[error.problem])
  }
}

const secondsUntil = (at: string | undefined): number => Math.max(1, Math.ceil((Date.parse(at ?? '') - Date.now()) / 1000) || 60)

/** That a pasted address leads to the GitHub of the settings. @throws AppError 400 */
function requireOurHost({ url }: GithubSettings, field: string, text: string): void {
  const given = /^https?:\/\//.test(text.trim()) ? URL.parse(text.trim()) : undefined
  if (given !== undefined && given?.host !== new URL(url).host)
    throw new AppError('other_host', texts.githubOtherHost, { fields: { [field]: texts.githubOtherHost } })
}

/** Links an issue or pull request that this person sees on GitHub to a card that they may write. */
export async function linkIssue(github: Github, viewer: Actor, path: CardPath, address: string): Promise<GithubLink> {
  const { db } = github.deps
  const { role } = await getCardFor(db, viewer, path)
  allow(boardPolicy.write(role))
  requireOurHost(github.settings, 'address', address)
  const wanted = readIssueAddress(address)
  if (!wanted) throw invalid({ address: texts.githubAddressInvalid })
  const issue = await askAs(github, viewer, (token) => github.client.issue(token, `${wanted.owner}/${wanted.repo}`, wanted.number))
  return github.write(viewer, async (work) => {
    const { trx } = work
    const { card, board } = await changeCard(trx, viewer, path)
    const id = await putLink(trx, card, viewer.userId, issue)
    await showLinks(work, board, card)
    const details = { to: `${issue.repository}#${issue.number}` }
    await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.linked', subject: card.title, details })
    return { boardId: board.id, revision: board.revision, result: await getLink(trx, card.id, id) }
  })
}

/** Updates what a card shows of its links, and marks it as changed. */
export async function showLinks(work: Work, board: BoardRow, card: CardRow): Promise<void> {
  await updateCard(work, board, card, { github_state: await findShownState(work.trx, card.id) }, { follows: true })
  await touchCard(work, board, card.id)
}

/** Makes this person's account read a link from now on. */
export async function takeOverLink(github: Github, viewer: Actor, path: CardPath, linkId: number): Promise<GithubLink> {
  const { db } = github.deps
  const { role } = await getCardFor(db, viewer, path)
  allow(boardPolicy.write(role))
  const before = await getLink(db, path.cardId, linkId)
  const issue = await askAs(github, viewer, (token) => github.client.issue(token, before.repository, before.number))
  return github.write(viewer, async (work) => {
    const { card, board } = await changeCard(work.trx, viewer, path)
    await updateLink(work.trx, linkId, issue, viewer.userId)
    await showLinks(work, board, card)
    return { boardId: board.id, revision: board.revision, result: await getLink(work.trx, card.id, linkId) }
  })
}

/** Removes a link from its card. GitHub is not asked, so that it works without it. */
export const unlinkIssue = (write: Write, viewer: Actor, path: CardPath, linkId: number): Promise<Record<string, never>> =>
  write(viewer, async (work) => {
    const { card, board } = await changeCard(work.trx, viewer, path)
    const { id } = await getLink(work.trx, card.id, linkId)
    await deleteLink(work.trx, id)
    await showLinks(work, board, card)
    return { boardId: board.id, revision: board.revision, result: {} }
  })

/**
 * Begins an import of the issues of a repository into a list. The first page is asked for at once, so that a wrong name is reported to the
 * person who typed it; the job imports the pages.
 */
export async function startImport(
  github: Github,
  viewer: Actor,
  boardId: number,
  input: { list_id: number; repository: string; state: 'open' | 'all' },
): Promise<GithubImport> {
  const { db } = github.deps
  allow(boardPolicy.write((await getBoardAccess(db, viewer, boardId)).role))
  await getList(db, boardId, input.list_id)
  requireOurHost(github.settings, 'repository', input.repository)
  const named = readRepository(input.repository)
  if (!named) throw invalid({ repository: texts.githubRepositoryInvalid })
  const repository = `${named.owner}/${named.repo}`
  await askAs(github, viewer, (token) => github.client.issuesPage(token, repository, { state: input.state, page: 1 }))
  return db.transaction().execute(async (trx: Db) => {
    await changeBoard(trx, viewer, boardId)
    await getList(trx, boardId, input.list_id)
    return addImport(trx, { board_id: boardId, list_id: input.list_id, user_id: viewer.userId, repository, state: input.state })
  })
}

/** Protects GitHub, and this installation's standing there, from programs that ask without end. */
export const createAskLimit = (limitsOf: Deps['limits']): PersonLimit =>
  personLimit(limitsOf, 'github-asks', { points: 60, seconds: 60, shared: true })
