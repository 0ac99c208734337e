import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { snoozeDays, unsubscribePage } from '@rodada/contract/notifications/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { OutgoingError } from '../../platform/http/outgoing.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { requireSession } from '../auth/sessions/session-queries.ts'
import { countOwnInvitations } from '../boards/members/invitation-queries.ts'
import { addSubscription, deleteSubscription, findRecipient, isSubscribed, listSubscriptions } from './delivery-queries.ts'
import { changeNotification, type InboxChange } from './inbox-queries.ts'
import type { InstanceKeys } from './keys.ts'
import type { Push } from './push.ts'
import { countByFilter, countUnread, hasAccount, listMutedMail, listNotifications, listOfImport, markRead, muteMail } from './queries.ts'
import { wordsIn } from './words.ts'

/** A person's notifications, their subscribed browsers, and unsubscribing from emails. `notified` tells open pages. */
export function notificationRoutes(
  route: Route,
  http: FastifyInstance,
  { db, limits, outgoing }: Pick<Deps, 'db' | 'limits' | 'outgoing'>,
  { keys, push, notified }: { keys: InstanceKeys; push: Push; notified: (userIds: readonly number[]) => void },
): void {
  route(notificationsApi.list, ({ viewer, query }) => listNotifications(db, viewer, query))
  route(notificationsApi.unread, async ({ viewer }) => ({
    // Invitations wait for an answer, however much was read.
    // A program that is confined to some boards learns of no others.
    unread: (await countUnread(db, viewer)) + (viewer.token?.boardIds ? 0 : await countOwnInvitations(db, viewer.userId)),
  }))
  route(notificationsApi.counts, ({ viewer }) => countByFilter(db, viewer))
  route(notificationsApi.change, async ({ viewer, params, body }) => {
    const now = new Date()
    const found = await changeNotification(db, viewer, params.notificationId, changeOf(body, now), now)
    if (!found) throw new AppError('not_found', texts.notFound)
    notified([viewer.userId])
    return {}
  })
  route(notificationsApi.read, async ({ viewer, params }) => {
    if (await markRead(db, viewer, { ids: [params.notificationId] })) notified([viewer.userId])
    return {}
  })
  route(notificationsApi.readAll, async ({ viewer, body }) => {
    const which = body.import_id === undefined ? { upTo: body.up_to } : { ids: await listOfImport(db, viewer, body.import_id) }
    if (await markRead(db, viewer, which)) notified([viewer.userId])
    return {}
  })

  route(notificationsApi.delivery, async ({ viewer }) => ({
    push_key: (await keys.vapid()).publicKey,
    muted_mail: await listMutedMail(db, viewer.userId),
  }))
  route(notificationsApi.muteMail, async ({ viewer, body }) => {
    await muteMail(db, viewer.userId, body.kind, body.muted)
    return {}
  })

  // Each costs a name lookup or a message.
  const pushes = personLimit(limits, 'push', { points: 30, seconds: 3600, shared: true })
  route(notificationsApi.subscribe, async ({ viewer, body: { endpoint, keys: browserKeys } }) => {
    const browser = { endpoint, ...browserKeys }
    // Pages subscribe again whenever they open, so a known browser costs nothing.
    if (await isSubscribed(db, viewer.userId, browser)) return {}
    await pushes.require(viewer)
    await outgoing.check(endpoint).catch((error: unknown) => {
      throw error instanceof OutgoingError ? invalid({ endpoint: texts.pushRefused }) : error
    })
    await db.transaction().execute(async (trx) => {
      // The lookup may have taken long, and an ended session must not subscribe a browser.
      await requireSession(trx, viewer)
      await addSubscription(trx, viewer.userId, browser)
    })
    return {}
  })
  route(notificationsApi.unsubscribe, async ({ viewer, body }) => {
    await deleteSubscription(db, viewer.userId, body.endpoint)
    return {}
  })
  route(notificationsApi.test, async ({ viewer, body }) => {
    await pushes.require(viewer)
    const browser = (await listSubscriptions(db, viewer.userId)).find(({ endpoint }) => endpoint === body.endpoint)
    const recipient = await findRecipient(db, viewer.userId)
    if (!browser || !recipient) throw new AppError('not_found', texts.pushUnknown)
    return { sent: await push.send(browser, { ...wordsIn[recipient.language].test, url: '/settings?aba=notificacoes', tag: 'test' }) }
  })

  const endMail = async (token: string) => {
    const end = await keys.readUnsubscribeToken(token)
    if (!end || !(await hasAccount(db, end.userId))) throw invalid({ token: texts.unsubscribeInvalid })
    await muteMail(db, end.userId, end.kind, true)
    return { kind: end.kind }
  }
  route(notificationsApi.endMail, ({ body }) => endMail(body.token))
  route(notificationsApi.endMailByOneClick, ({ params }) => endMail(params.token))
  // Mail programs without one-click unsubscribing open the address as a page. Opening it changes nothing.
  const { url, alias } = notificationsApi.endMailByOneClick
  for (const path of [url, alias]) {
    http.get<{ Params: { token: string } }>(`/api${path}`, async ({ params }, reply) =>
      reply.header('cache-control', 'no-store').redirect(`${unsubscribePage}${encodeURIComponent(params.token)}`, 303),
    )
  }
}

type Body = { state: InboxChange['state']; snoozed_until?: string | undefined }

/** @throws AppError 400 when a notification would come back in the past, or too late */
function changeOf({ state, snoozed_until }: Body, now: Date): InboxChange {
  if (state !== 'snoozed') return { state }
  const until = Date.parse(snoozed_until ?? '')
  if (!(until > now.getTime() && until <= now.getTime() + snoozeDays * 86_400_000)) throw invalid({ snoozed_until: texts.snoozeTime })
  // In one spelling, which the database compares as text.
  return { state, until: new Date(until).toISOString() }
}
