import { limits } from '@rodada/contract/core/limits'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { type Deps, instant } from '../../platform/deps.ts'
import { allow, conflict, invalid, notFound } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { maskedUrl } from '../../platform/http/masked-url.ts'
import { OutgoingError } from '../../platform/http/outgoing.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { noteIntegration } from '../activities/write.ts'
import { boardPolicy } from '../boards/policy.ts'
import { changeBoard, getBoardAccess } from '../boards/queries.ts'
import type { WebhookDelivery } from './delivery.ts'
import { boardData, messageOf } from './messages.ts'
import {
  addDelivery,
  addHook,
  beginAgain,
  countHooks,
  deleteHook,
  deliveryView,
  findDelivery,
  getHook,
  listDeliveries,
  listHooks,
  showHook,
  showHooks,
  updateHook,
} from './queries.ts'
import { newSigningSecret } from './signing.ts'
import { wake } from './waiting-queries.ts'

/** While a call sends something itself, the job leaves it alone. Longer than a try lasts. */
const heldMs = 60_000

/** @throws AppError 409 when a person answers for too many webhooks */
async function requireOwnRoom(trx: Db, { userId }: Viewer): Promise<void> {
  if ((await countHooks(trx, { set_by: userId })) >= limits.webhooksOfPerson) throw conflict(texts.ownWebhooksFull)
}

/** A board's webhooks and what they delivered, for those who administer it. */
export function webhookRoutes(route: Route, deps: Deps, delivery: WebhookDelivery): void {
  const { db, outgoing } = deps
  /** Each is a request to an address that a person chose. */
  const tries = personLimit(deps.limits, 'webhook-tries', { points: 30, seconds: 10 * 60, shared: true })

  const administers = async (viewer: Parameters<typeof getBoardAccess>[1], boardId: number) => {
    const board = await getBoardAccess(db, viewer, boardId)
    allow(boardPolicy.administer(board.role))
    return board
  }

  // One text for every reason, because the difference would reveal names and machines of the inner network.
  const check = (url: string) =>
    outgoing.check(url).catch((error: unknown) => {
      throw error instanceof OutgoingError ? invalid({ url: texts.webhookUrlRefused }) : error
    })

  route(webhooksApi.list, async ({ viewer, params: { boardId } }) => {
    await administers(viewer, boardId)
    return showHooks(db, await listHooks(db, boardId))
  })

  route(webhooksApi.create, async ({ params: { boardId }, body: { url, events, form, name }, ...actor }) => {
    await administers(actor.viewer, boardId)
    await tries.require(actor.viewer)
    await check(url)
    const secret = newSigningSecret()
    return db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, actor.viewer, boardId, boardPolicy.administer)
      if ((await countHooks(trx, { board_id: boardId })) >= limits.boardWebhooks) throw conflict(texts.webhooksFull)
      await requireOwnRoom(trx, actor.viewer)
      const masked_url = maskedUrl(url)
      const sealed = { url: delivery.seal(boardId, url), secret: delivery.seal(boardId, secret) }
      const id = await addHook(trx, { board_id: boardId, name, form, masked_url, set_by: actor.viewer.userId, ...sealed }, events)
      await noteIntegration(trx, actor, board, { kind: 'integration.set', service: 'Webhook', to: masked_url })
      return { ...(await showHook(trx, boardId, id)), secret }
    })
  })

  route(webhooksApi.update, async ({ params: { boardId, webhookId }, body: { url, events, name, confirm }, ...actor }) => {
    await administers(actor.viewer, boardId)
    if (url !== undefined) {
      await tries.require(actor.viewer)
      await check(url)
    }
    return db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, actor.viewer, boardId, boardPolicy.administer)
      const before = await getHook(trx, boardId, webhookId)
      const masked_url = url === undefined ? before.masked_url : maskedUrl(url)
      // A person who changes only the events does not answer for an address that another one chose.
      const answers = url !== undefined || confirm === true
      if (answers && before.set_by !== actor.viewer.userId) await requireOwnRoom(trx, actor.viewer)
      const change = {
        ...(url !== undefined && { url: delivery.seal(boardId, url), masked_url }),
        ...(events && { events }),
        ...(name !== undefined && { name }),
        ...(answers && { set_by: actor.viewer.userId }),
      }
      await updateHook(trx, webhookId, change, answers)
      const kind = url !== undefined ? 'integration.set' : confirm ? 'integration.confirmed' : 'integration.changed'
      await noteIntegration(trx, actor, board, { kind, service: 'Webhook', to: masked_url })
      return showHook(trx, boardId, webhookId)
    })
  })

  route(webhooksApi.changeSecret, ({ params: { boardId, webhookId }, ...actor }) =>
    db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, actor.viewer, boardId, boardPolicy.administer)
      const { masked_url } = await getHook(trx, boardId, webhookId)
      const secret = newSigningSecret()
      // Nobody answers for the address anew: who changes the secret did not choose where it goes.
      await updateHook(trx, webhookId, { secret: delivery.seal(boardId, secret) }, false)
      await noteIntegration(trx, actor, board, { kind: 'integration.secret', service: 'Webhook', to: masked_url })
      return { secret }
    }),
  )

  route(webhooksApi.remove, ({ params: { boardId, webhookId }, ...actor }) =>
    db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, actor.viewer, boardId, boardPolicy.administer)
      const { masked_url } = await getHook(trx, boardId, webhookId)
      await deleteHook(trx, webhookId)
      await noteIntegration(trx, actor, board, { kind: 'integration.removed', service: 'Webhook', to: masked_url })
      return {}
    }),
  )

  route(webhooksApi.deliveries, async ({ viewer, params: { boardId, webhookId }, query: { before, limit, failed } }) => {
    await administers(viewer, boardId)
    const hook = await getHook(db, boardId, webhookId)
    return (await listDeliveries(db, hook.id, { before, limit, failed })).map(deliveryView)
  })

  route(webhooksApi.test, async ({ viewer, params: { boardId, webhookId } }) => {
    const board = await administers(viewer, boardId)
    const hook = await getHook(db, boardId, webhookId)
    if (!hook.active) throw conflict(texts.webhookOutStopped)
    await tries.require(viewer)
    const message = messageOf('webhook.test', { board: boardData(board) })
    const row = await addDelivery(db, hook.id, message, instant(heldMs))
    return deliveryView((await delivery.sendNow(hook, row, false)) ?? row)
  })

  route(webhooksApi.again, async ({ viewer, params: { deliveryId } }) => {
    const found = await findDelivery(db, deliveryId)
    if (!found) throw notFound()
    await administers(viewer, found.board_id)
    const hook = await getHook(db, found.board_id, found.webhook_id)
    if (!hook.active || hook.switched_off_at !== null) throw conflict(texts.webhookOutStopped)
    await tries.require(viewer)
    const until = instant(heldMs)
    await db.transaction().execute(async (trx) => {
      await wake(trx, hook.id, until)
      await beginAgain(trx, found.id, until)
    })
    return deliveryView((await delivery.sendNow(hook, { ...found, tries: 0 }, found.type !== 'webhook.test')) ?? found)
  })
}
