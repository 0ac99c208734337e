import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type CardKey, keysIn } from '@rodada/contract/cards/keys'
import { limits } from '@rodada/contract/core/limits'
import { oneLineText } from '@rodada/contract/core/plain-text'
import type { GithubState } from '@rodada/contract/integrations/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { networkOf } from '../../platform/http/addresses.ts'
import { AppError, invalid, notFound } from '../../platform/http/errors.ts'
import { formValues } from '../../platform/http/forms.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import type { Work } from '../../platform/work.ts'
import { findActor } from '../auth/queries.ts'
import { happened } from '../boards/events.ts'
import { listLists } from '../boards/lists/queries.ts'
import { boardPolicy } from '../boards/policy.ts'
import { type BoardRow, changeBoard } from '../boards/queries.ts'
import type { Publish } from '../boards/write.ts'
import { listIdsOfKeys } from '../cards/key-queries.ts'
import { placeByStatus } from '../cards/place-queries.ts'
import { getCardFor } from '../cards/queries.ts'
import { updateCard } from '../cards/write.ts'
import { IssueNumber, issueState, issueUrl, ofIssue, pullState, type RemoteIssue, repositoryPattern } from './client.ts'
import { showLinks } from './commands.ts'
import { type LinkRow, listLinksOfIssue, putLinkByKey, updateLink } from './link-queries.ts'
import { program } from './refresh.ts'
import { findWebhookByAddress, takeDelivery, type WebhookRow } from './webhook-queries.ts'

export const sealedWebhook = (boardId: number): string => `github webhook of board ${boardId}`

const repository = z.object({ full_name: z.string().regex(repositoryPattern) })
/** Of a title or a branch more is not looked at, and GitHub's own have 256 letters. */
const Line = z.string().transform((text) => text.slice(0, 4 * limits.cardTitle))
const shared = { ...ofIssue, title: Line, number: IssueNumber }
const PullEvent = z.object({
  action: z.string().nullish(),
  repository,
  pull_request: z.object({
    ...shared,
    draft: z.boolean().nullish(),
    merged: z.boolean().nullish(),
    head: z.object({ ref: Line }).nullish(),
    author_association: z.string().nullish(),
  }),
})
const IssueEvent = z.object({ repository, issue: z.object({ ...shared, pull_request: z.object({}).nullish() }) })

/**
 * The address to which GitHub sends news of issues and pull requests. It is not for people or their programs, and the signature is that of
 * the raw body, so it is a plain route.
 */
export function githubWebhook(http: FastifyInstance, deps: Deps, publish: Publish): void {
  const { db, config, events } = deps
  const box = createSecretBox(config.secret)
  const githubUrl = config.github?.url ?? 'https://github.com'
  const strays = deps.limits('github-webhook', { points: 600, seconds: 60 })
  // Deliveries come from addresses that all repositories share, so that each board is counted by itself, and the boards of one person together.
  const ofBoard = deps.limits('github-webhook-board', { points: 300, seconds: 60 })
  const ofKeeper = deps.limits('github-webhook-keeper', { points: 600, seconds: 60 })
  // Each delivery is remembered for weeks, so that it counts once.
  const ofDay = deps.limits('github-webhook-day', { points: 20_000, seconds: 86_400 })

  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // GitHub sends one of these types, as set on its page of the webhook.
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: limits.webhookBytes }, (_request, body, done) => done(null, body))
    }
    const findWebhookAt = async (address: string) => (/^[\w-]{1,100}$/.test(address) ? findWebhookByAddress(db, address) : undefined)
    scope.post<{ Params: { id: string }; Body: Buffer | undefined }>(
      '/api/github/webhook/:id',
      {
        bodyLimit: limits.webhookBytes,
        // Before the body is read, so that a client with a wrong address sends no megabyte.
        onRequest: async (request) => {
          const webhook = await findWebhookAt(request.params.id)
          if (webhook) return requirePoints(ofBoard, `${webhook.board_id} ${networkOf(request.ip)}`)
          await requirePoints(strays, networkOf(request.ip))
          throw notFound()
        },
      },
      async (request, reply) => {
        // Again, because the webhook may have been removed while the body came.
        const webhook = await findWebhookAt(request.params.id)
        if (!webhook) throw notFound()
        const raw = request.body ?? Buffer.alloc(0)
        const secret = box.open(webhook.secret, sealedWebhook(webhook.board_id))
        if (!isSigned(raw, secret, request.headers['x-hub-signature-256'])) throw new AppError('unauthorized', texts.webhookUnsigned)
        // Only a client that knows the secret learns that the webhook is paused.
        if (!webhook.active) throw new AppError('forbidden', texts.webhookStopped)
        await requirePoints(ofKeeper, webhook.set_by ?? 0)
        const deliveryId = String(request.headers['x-github-delivery'] ?? '').slice(0, 100)
        if (deliveryId === '') throw invalid({ 'x-github-delivery': texts.invalidInput })
        const news = readEvent(String(request.headers['x-github-event'] ?? ''), raw, request.headers['content-type'] ?? '')
        // What tells nothing may come as often as it likes: nothing of it is kept.
        if (!news) return reply.header('cache-control', 'no-store').send({})
        await requirePoints(ofDay, webhook.set_by ?? 0)
        const bodyHash = createHash('sha256').update(raw).digest('hex')
        const revision = await db.transaction().execute(async (trx) => {
          // Also a delivery that changes nothing.
          const isNew = await takeDelivery(trx, webhook.board_id, deliveryId, bodyHash)
          return isNew ? receive(events.begin(trx, null), webhook, news, githubUrl) : undefined
        })
        if (revision !== undefined) publish(webhook.board_id, revision)
        return reply.header('cache-control', 'no-store').send({})
      },
    )
  })
}

function isSigned(body: Buffer, secret: string, header: string | string[] | undefined): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(typeof header === 'string' ? header : '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * News of an issue or pull request, and the keys of the cards that a pull request names in its title or branch. `merges` when it is merged by
 * this event.
 */
type News = { issue: Omit<RemoteIssue, 'body'>; keys: CardKey[]; merges: boolean }

/** Whose titles and branches act on cards. Anybody may open a pull request in a public repository, and edit its title after it was merged. */
const ofTheTeam = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

/** What an event says; undefined for other events. @throws AppError 400 */
function readEvent(event: string, raw: Buffer, contentType: string): News | undefined {
  if (event !== 'pull_request' && event !== 'issues') return undefined
  const text = raw.toString('utf8')
  let body: unknown
  try {
    body = JSON.parse(contentType.startsWith('application/json') ? text : (formValues(text, 'payload')[0] ?? ''))
  } catch {
    throw invalid({ body: texts.invalidInput })
  }
  if (event === 'pull_request') {
    const parsed = PullEvent.safeParse(body)
    if (!parsed.success) throw invalid({ body: texts.invalidInput })
    const { pull_request: pull, repository } = parsed.data
    const keys = ofTheTeam.has(pull.author_association ?? '') ? keysIn(`${pull.title} ${pull.head?.ref ?? ''}`) : []
    return { issue: told(repository.full_name, 'pull', pull, pullState(pull)), keys, merges: parsed.data.action === 'closed' }
  }
  const parsed = IssueEvent.safeParse(body)
  if (!parsed.success) throw invalid({ body: texts.invalidInput })
  const { issue, repository } = parsed.data
  return issue.pull_request
    ? undefined
    : { issue: told(repository.full_name, 'issue', issue, issueState(issue.state)), keys: [], merges: false }
}

const told = (
  repository: string,
  kind: RemoteIssue['kind'],
  { number, title, updated_at }: { number: number; title: string; updated_at: string },
  state: GithubState,
): Omit<RemoteIssue, 'body'> => ({
  repository,
  number,
  kind,
  title: oneLineText(title).slice(0, limits.cardTitle) || '…',
  state,
  url: '',
  remote_at: updated_at,
})

/** @returns the board's revision when something on it changed */
async function receive(work: Work, webhook: WebhookRow, { issue, keys, merges }: News, githubUrl: string): Promise<number | undefined> {
  const { trx } = work
  const find = async () => {
    const links = (await listLinksOfIssue(trx, webhook.board_id, issue.repository, issue.number)).filter(
      // Deliveries may arrive in another order.
      (link) => link.remote_at <= issue.remote_at && link.kind === issue.kind,
    )
    const linked = new Set(links.map(({ card_id }) => card_id))
    return { links, named: (await listIdsOfKeys(trx, webhook.board_id, keys)).filter((id) => !linked.has(id)) }
  }
  const { links: some, named: others } = await find()
  if (some.length === 0 && others.length === 0) return undefined
  // Checked again with the board held, because the person who set it up acts here and may have lost the board.
  const keeper = await findActor(trx, { userId: webhook.set_by ?? 0, token: null })
  if (!keeper) throw new AppError('forbidden', texts.webhookStopped)
  const board = await changeBoard(trx, keeper, webhook.board_id, boardPolicy.administer)
  // Until it was held, cards may have gone to another board.
  const { links, named } = await find()
  for (const link of links) {
    await updateLink(trx, link.id, { ...issue, body: '', url: link.url })
    // Most news of a pull request, of comments and commits, changes nothing that a card shows.
    if (issue.state === link.state && issue.title === link.title) continue
    if (issue.state === 'merged' && link.state !== 'merged') await concludeCard(work, board, link)
    await showLinks(work, board, await getCardFor(trx, program, { cardId: link.card_id }))
  }
  const url = issueUrl(githubUrl, issue.repository, issue.kind, issue.number)
  for (const cardId of named) await linkByKey(work, board, cardId, { ...issue, body: '', url }, merges)
  return board.revision
}

/** Links a pull request to a card that it names; one that is merged right now concludes the card. */
async function linkByKey(work: Work, board: BoardRow, cardId: number, issue: RemoteIssue, merges: boolean): Promise<void> {
  const { trx } = work
  const card = await getCardFor(trx, program, { cardId })
  const link = await putLinkByKey(trx, card, issue)
  if (!link) return
  const details = { to: `${issue.repository}#${issue.number}` }
  await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.named', subject: card.title, details })
  if (merges && issue.state === 'merged') await concludeCard(work, board, link)
  await showLinks(work, board, await getCardFor(trx, program, { cardId }))
}

/** Moves the card to the first done list, unless it is done or archived, or the board has no such list. */
async function concludeCard(work: Work, board: BoardRow, link: LinkRow): Promise<void> {
  const card = await getCardFor(work.trx, program, { cardId: link.card_id })
  if (card.status === 'concluida' || card.archived_at !== null) return
  const lists = await listLists(work.trx, board.id)
  const list = lists.find(({ status }) => status === 'concluida')
  if (!list || !lists.some(({ id }) => id === card.list_id)) return
  await updateCard(work, board, card, await placeByStatus(work.trx, board.id, card, 'concluida'), { follows: true })
  const details = { from: `${link.repository}#${link.number}`, to: list.title }
  await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.merged', subject: card.title, details })
}
