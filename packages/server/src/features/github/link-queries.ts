import { limits } from '@rodada/contract/core/limits'
import type { GithubLink } from '@rodada/contract/integrations/github'
import { type GithubState, githubProblems, githubStaleMs } from '@rodada/contract/integrations/settings'
import { texts } from '@rodada/contract/texts/texts'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { conflict, notFound } from '../../platform/http/errors.ts'
import type { RemoteIssue } from './client.ts'

export type LinkRow = Selectable<Schema['github_links']>
/** A link that is due, with the account to ask with. */
export type DueLink = LinkRow & { token: string }

/** How long a process may take for a link before another one takes it over. */
const leaseMs = 2 * 60_000
/** After how long a link is asked again: one that may still change, and one that is over. */
const openEveryMs = 30 * 60_000
const overEveryMs = 24 * 60 * 60_000
const missingEveryMs = 6 * 60 * 60_000
const unreachableEveryMs = 5 * 60_000
const atOnce = 20

export const repositoryKey = (repository: string): string => repository.toLowerCase()

/** Whether the linker may still write on the board, with an active account. Their GitHub must not inform a board that they left. */
const isOnBoard = (eb: ExpressionBuilder<Schema, 'github_links' | 'users'>) =>
  eb.and([
    eb('users.deactivated_at', 'is', null),
    eb.or([
      eb('users.role', '=', 'admin'),
      eb.exists(
        eb
          .selectFrom('board_members')
          .select('board_members.id')
          .whereRef('board_members.board_id', '=', 'github_links.board_id')
          .whereRef('board_members.user_id', '=', 'users.id')
          .where('board_members.role', '!=', 'guest'),
      ),
    ]),
  ])

const links = (db: Db, cardId: number) =>
  db
    .selectFrom('github_links')
    .leftJoin('users', 'users.id', 'github_links.linked_by')
    .leftJoin('github_accounts', 'github_accounts.user_id', 'users.id')
    .selectAll('github_links')
    .select(['users.name', 'users.avatar_url', 'github_accounts.connected_at', 'github_accounts.broken_at'])
    .select((eb) => sql<number>`case when ${isOnBoard(eb)} then 1 else 0 end`.as('on_board'))
    .where('github_links.card_id', '=', cardId)

type Joined = LinkRow & {
  name: string | null
  avatar_url: string | null
  connected_at: string | null
  broken_at: string | null
  on_board: number
}

function shaped(row: Joined): GithubLink {
  const known = githubProblems.find((problem) => problem === row.problem) ?? null
  // What the webhook linked is told by the webhook, so it needs nobody's account.
  const lost = row.by_key === 0 && (row.connected_at === null || row.on_board === 0)
  return {
    id: row.id,
    card_id: row.card_id,
    repository: row.repository,
    number: row.number,
    kind: row.kind,
    title: row.title,
    state: row.state,
    url: row.url,
    linked_by: row.linked_by === null ? null : { id: row.linked_by, name: row.name ?? '', avatar_url: row.avatar_url },
    checked_at: row.checked_at,
    problem: lost ? 'disconnected' : row.broken_at === null ? known : 'revoked',
  }
}

/** What is linked to a card, the oldest first. */
export const listLinks = async (db: Db, cardId: number): Promise<GithubLink[]> =>
  (
    await links(db, cardId)
      .orderBy('github_links.id')
      .limit(2 * limits.cardGithubLinks)
      .execute()
  ).map(shaped)

/** @throws AppError 404 when it is not on this card. */
export const getLink = async (db: Db, cardId: number, linkId: number): Promise<GithubLink> =>
  shaped(await links(db, cardId).where('github_links.id', '=', linkId).executeTakeFirstOrThrow(notFound))

/** Makes outdated links of a card due now, unless a process is asking already or GitHub asked to wait. */
export async function askStaleLinks(db: Db, cardId: number): Promise<void> {
  await db
    .updateTable('github_links')
    .set({ next_check_at: instant() })
    .where('card_id', '=', cardId)
    .where('checked_at', '<', instant(-githubStaleMs))
    .where('next_check_at', '>', instant(leaseMs))
    .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', '!=', 'rate_limited')]))
    .execute()
}

const nextCheck = (state: GithubState): string => instant(state === 'open' || state === 'draft' ? openEveryMs : overEveryMs)

const told = (issue: RemoteIssue) => ({
  repository: issue.repository,
  repository_key: repositoryKey(issue.repository),
  number: issue.number,
  kind: issue.kind,
  title: issue.title,
  state: issue.state,
  url: issue.url,
  remote_at: issue.remote_at,
  checked_at: instant(),
  problem: null,
  next_check_at: nextCheck(issue.state),
})

/** Links of a card that people made, or (`byKey`) that its key made, and cards of its board that have this issue. */
async function countLinks(trx: Db, card: { id: number; board_id: number }, issue: RemoteIssue, byKey: 0 | 1) {
  const count = (query: ReturnType<typeof ofIssue>) => query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const ofCard = trx.selectFrom('github_links').where('card_id', '=', card.id).where('by_key', '=', byKey)
  const others = ofIssue(trx, card.board_id, issue.repository, issue.number).where('card_id', '!=', card.id)
  return { ofCard: (await count(ofCard)).n, ofIssue: (await count(others)).n }
}

const ofIssue = (db: Db, boardId: number, repository: string, number: number) =>
  db
    .selectFrom('github_links')
    .where('github_links.board_id', '=', boardId)
    .where('github_links.repository_key', '=', repositoryKey(repository))
    .where('github_links.number', '=', number)

/** Links an issue to a card, or makes this person's account read the existing link. @throws AppError 409 when there are too many */
export async function putLink(trx: Db, card: { id: number; board_id: number }, userId: number, issue: RemoteIssue): Promise<number> {
  const known = await countLinks(trx, card, issue, 0)
  if (known.ofCard >= limits.cardGithubLinks) throw conflict(texts.tooManyGithubLinks)
  if (known.ofIssue >= limits.githubLinksOfIssue) throw conflict(texts.tooManyCardsOfIssue)
  const row = { ...told(issue), linked_by: userId, by_key: 0 }
  const { id } = await trx
    .insertInto('github_links')
    .values({ ...row, card_id: card.id, board_id: card.board_id, created_at: instant() })
    .onConflict((oc) => oc.columns(['card_id', 'repository_key', 'number']).doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Links a pull request whose title or branch names a card, unless it is linked, somebody took it off, or there is no room for more. These
 * links take no room from those that people make. @returns the link, if new
 */
export async function putLinkByKey(trx: Db, card: { id: number; board_id: number }, issue: RemoteIssue): Promise<LinkRow | undefined> {
  const known = await countLinks(trx, card, issue, 1)
  if (known.ofCard >= limits.cardGithubLinks || known.ofIssue >= limits.githubLinksOfIssue) return undefined
  const unlinked = await trx
    .selectFrom('github_unlinked')
    .select('card_id')
    .where('card_id', '=', card.id)
    .where('repository_key', '=', repositoryKey(issue.repository))
    .where('number', '=', issue.number)
    .executeTakeFirst()
  if (unlinked) return undefined
  return trx
    .insertInto('github_links')
    .values({ ...told(issue), linked_by: null, by_key: 1, card_id: card.id, board_id: card.board_id, created_at: instant() })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Writes GitHub's answer for a link, unless newer news arrived meanwhile; `userId` reads it from now on. */
export async function updateLink(trx: Db, linkId: number, issue: RemoteIssue, userId?: number): Promise<void> {
  await trx
    .updateTable('github_links')
    .set({ ...told(issue), ...(userId !== undefined && { linked_by: userId }) })
    .where('id', '=', linkId)
    .where('remote_at', '<=', issue.remote_at)
    .execute()
}

/** Notes that a link was asked and has not changed. */
export async function keepLink(db: Db, link: Pick<LinkRow, 'id' | 'state'>): Promise<void> {
  await db
    .updateTable('github_links')
    .set({ checked_at: instant(), next_check_at: nextCheck(link.state), problem: null })
    .where('id', '=', link.id)
    .execute()
}

/** Takes a link off its card. One that the card's key made does not come back with the next news of the pull request. */
export async function deleteLink(trx: Db, linkId: number): Promise<void> {
  const link = await trx.deleteFrom('github_links').where('id', '=', linkId).returningAll().executeTakeFirst()
  if (link?.by_key !== 1) return
  const { card_id, repository_key, number } = link
  const { n } = await trx
    .selectFrom('github_unlinked')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('card_id', '=', card_id)
    .executeTakeFirstOrThrow()
  if (n >= limits.githubUnlinked) return
  await trx
    .insertInto('github_unlinked')
    .values({ card_id, repository_key, number })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** The state that a card shows for several links: the one that is furthest from done. */
const mattersMost: readonly GithubState[] = ['open', 'draft', 'merged', 'closed']

/** What a card shows of its links. */
export async function findShownState(db: Db, cardId: number): Promise<GithubState | null> {
  const rows = await db.selectFrom('github_links').select('state').where('card_id', '=', cardId).execute()
  return mattersMost.find((candidate) => rows.some((row) => row.state === candidate)) ?? null
}

/** Takes the next links that are due, for this process alone until the lease ends. */
export async function claimLinks(db: Db): Promise<DueLink[]> {
  const due = await db
    .selectFrom('github_links')
    .innerJoin('users', 'users.id', 'github_links.linked_by')
    .innerJoin('github_accounts', 'github_accounts.user_id', 'users.id')
    .innerJoin('cards', 'cards.id', 'github_links.card_id')
    .innerJoin('boards', 'boards.id', 'github_links.board_id')
    .selectAll('github_links')
    .select('github_accounts.token')
    .where('next_check_at', '<=', instant())
    .where('github_accounts.broken_at', 'is', null)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .where(isOnBoard)
    .orderBy('next_check_at')
    .orderBy('github_links.id')
    .limit(atOnce)
    .execute()
  const claimed: DueLink[] = []
  for (const link of due) {
    const taken = await db
      .updateTable('github_links')
      .set({ next_check_at: instant(leaseMs) })
      .where('id', '=', link.id)
      // Of several processes that saw the row, one finds it unchanged.
      .where('next_check_at', '=', link.next_check_at)
      .returning('id')
      .executeTakeFirst()
    if (taken) claimed.push(link)
  }
  return claimed
}

/** Notes why a link could not be asked, and when to try again. */
export async function noteProblem(db: Db, link: LinkRow, problem: 'not_found' | 'unreachable'): Promise<void> {
  await db
    .updateTable('github_links')
    .set({ problem, next_check_at: instant(problem === 'not_found' ? missingEveryMs : unreachableEveryMs) })
    .where('id', '=', link.id)
    .execute()
}

/** GitHub asked an account to wait, so none of its links is asked before. */
export async function waitUntil(db: Db, linkedBy: number, until: string): Promise<void> {
  await db
    .updateTable('github_links')
    .set({ next_check_at: until, problem: 'rate_limited' })
    .where('linked_by', '=', linkedBy)
    .where('next_check_at', '<', until)
    .execute()
}

/** The links of a board to one issue, on cards that are not deleted; no more are made than `limits.githubLinksOfIssue`. */
export const listLinksOfIssue = (db: Db, boardId: number, repository: string, number: number): Promise<LinkRow[]> =>
  ofIssue(db, boardId, repository, number)
    .innerJoin('cards', 'cards.id', 'github_links.card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .selectAll('github_links')
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .orderBy('github_links.id')
    .limit(2 * limits.githubLinksOfIssue)
    .execute()

/** Which of these issues the board has on a card that is not deleted. */
export async function listKnownIssues(db: Db, boardId: number, issues: readonly RemoteIssue[]): Promise<Set<string>> {
  if (issues.length === 0) return new Set()
  const rows = await db
    .selectFrom('github_links')
    .innerJoin('cards', 'cards.id', 'github_links.card_id')
    .select(['repository_key', 'github_links.number'])
    .where('github_links.board_id', '=', boardId)
    .where('cards.deleted_at', 'is', null)
    .where('repository_key', 'in', [...new Set(issues.map(({ repository }) => repositoryKey(repository)))])
    .where(
      'github_links.number',
      'in',
      issues.map(({ number }) => number),
    )
    .execute()
  return new Set(rows.map(({ repository_key, number }) => `${repository_key}#${number}`))
}

/** The links of a card belong to another board from now on: its webhook brings their news. */
export async function setBoardOfLinks(trx: Db, cardId: number, boardId: number): Promise<void> {
  await trx.updateTable('github_links').set({ board_id: boardId }).where('card_id', '=', cardId).execute()
}
