import { githubApi } from '@rodada/contract/integrations/github'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { allow, conflict } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { newSecret } from '../../platform/secrets/secrets.ts'
import { noteIntegration } from '../activities/write.ts'
import { boardPolicy, responsible } from '../boards/policy.ts'
import { changeBoard, getBoardAccess } from '../boards/queries.ts'
import type { Write } from '../boards/write.ts'
import { getCardFor } from '../cards/queries.ts'
import { deleteAccount, findAccount } from './account-queries.ts'
import { createAskLimit, type Github, linkIssue, startImport, takeOverLink, unlinkIssue } from './commands.ts'
import { cancelImport, listImports } from './import-queries.ts'
import { askStaleLinks, listLinks } from './link-queries.ts'
import { beginAuthorization } from './oauth.ts'
import { sealedWebhook } from './webhook.ts'
import { deleteWebhook, findWebhook, putWebhook, type WebhookRow } from './webhook-queries.ts'

/** GitHub: one's own account, links of cards, imports and the webhook of a board. */
export function githubRoutes(route: Route, deps: Deps, github: Github | undefined, write: Write): void {
  const { db, config } = deps
  const box = createSecretBox(config.secret)
  const asks = createAskLimit(deps.limits)
  const connected = (): Github => {
    if (!github) throw conflict(texts.githubOff)
    return github
  }

  route(githubApi.status, async ({ viewer }) => {
    const account = await findAccount(db, viewer.userId)
    return {
      available: github !== undefined,
      connected: account !== undefined,
      username: account?.login ?? null,
      avatar_url: account?.avatar_url ?? null,
      connected_at: account?.connected_at ?? null,
      broken: account !== undefined && account.broken_at !== null,
    }
  })
  route(githubApi.authUrl, async ({ viewer, body, origin, setHeader }) => {
    await asks.require(viewer)
    const { authUrl, cookie } = await beginAuthorization(connected(), viewer, { redirectUri: body.redirectUri, origin })
    setHeader('set-cookie', cookie)
    return { authUrl }
  })
  route(githubApi.disconnect, async ({ viewer }) => {
    const account = await deleteAccount(db, viewer.userId)
    if (account && github) {
      // Deleted here whatever GitHub says; if it does not answer, the person can revoke it there.
      const token = github.tokenOf(account)
      await github.client.revoke(token).catch((error: unknown) => deps.log.warn({ err: error }, 'github token not revoked'))
    }
    return {}
  })

  route(githubApi.links, async ({ viewer, params }) => {
    const { id } = await getCardFor(db, viewer, params)
    // A program that only reads makes nobody's account of GitHub ask anything.
    if (github && viewer.token?.scope !== 'read') await askStaleLinks(db, id)
    return listLinks(db, id)
  })
  route(githubApi.link, async ({ viewer, params, body }) => {
    await asks.require(viewer)
    return linkIssue(connected(), viewer, params, body.address)
  })
  route(githubApi.takeOver, async ({ viewer, params: { cardId, linkId } }) => {
    await asks.require(viewer)
    return takeOverLink(connected(), viewer, { cardId }, linkId)
  })
  route(githubApi.unlink, ({ viewer, params: { cardId, linkId } }) => unlinkIssue(write, viewer, { cardId }, linkId))

  route(githubApi.imports, async ({ viewer, params: { boardId } }) => {
    allow(boardPolicy.write((await getBoardAccess(db, viewer, boardId)).role))
    return listImports(db, boardId)
  })
  route(githubApi.startImport, async ({ viewer, params: { boardId }, body }) => {
    await asks.require(viewer)
    return startImport(connected(), viewer, boardId, body)
  })
  route(githubApi.cancelImport, ({ viewer, params: { boardId, importId } }) =>
    db.transaction().execute(async (trx) => {
      await changeBoard(trx, viewer, boardId)
      return cancelImport(trx, boardId, importId)
    }),
  )

  const webhookView = ({ public_id, created_at, last_delivery_at, ...row }: WebhookRow) => ({
    url: `${config.publicUrl?.replace(/\/$/, '') ?? ''}/api/github/webhook/${public_id}`,
    created_at,
    last_delivery_at,
    ...responsible(row),
  })
  route(githubApi.webhook, async ({ viewer, params: { boardId } }) => {
    allow(boardPolicy.administer((await getBoardAccess(db, viewer, boardId)).role))
    const webhook = await findWebhook(db, boardId)
    return { webhook: webhook ? webhookView(webhook) : null }
  })
  route(githubApi.createWebhook, ({ params: { boardId }, ...actor }) =>
    db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, actor.viewer, boardId, boardPolicy.administer)
      const secret = newSecret()
      const webhook = await putWebhook(trx, boardId, box.seal(secret, sealedWebhook(boardId)), actor.viewer.userId)
      await noteIntegration(trx, actor, board, { kind: 'integration.set', service: 'GitHub' })
      return { ...webhookView(webhook), secret }
    }),
  )
  route(githubApi.removeWebhook, ({ params: { boardId }, ...actor }) =>
    db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, actor.viewer, boardId, boardPolicy.administer)
      if (await deleteWebhook(trx, boardId)) await noteIntegration(trx, actor, board, { kind: 'integration.removed', service: 'GitHub' })
      return {}
    }),
  )
}
