import { unsubscribePage } from '@rodada/contract/notification-settings'
import { notificationsApi } from '@rodada/contract/notifications'
import { texts } from '@rodada/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalid, unauthorized } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { OutgoingError } from '../../platform/outgoing.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { holdSession } from '../auth/session-queries.ts'
import { countOwnInvitations } from '../boards/members/invitation-queries.ts'
import { addSubscription, deleteSubscription, findRecipient, isSubscribed, listSubscriptions } from './delivery-queries.ts'
import type { InstanceKeys } from './keys.ts'
import type { Push } from './push.ts'
import { countUnread, hasAccount, listMutedMail, listNotifications, markRead, muteMail } from './queries.ts'
import { wordsIn } from './words.ts'

/** A person's notifications, the browsers that are told, and the ends of letters. `told` hears whose pages have news. */
export function notificationRoutes(
  route: Route,
  http: FastifyInstance,
  { db, limits, outgoing }: Pick<Deps, 'db' | 'limits' | 'outgoing'>,
  { keys, push, told }: { keys: InstanceKeys; push: Push; told: (userIds: readonly number[]) => void },
): void {
  route(notificationsApi.list, ({ viewer, query }) => listNotifications(db, viewer, query))
  route(notificationsApi.unread, async ({ viewer }) => ({
    // What waits for an answer stays, however much was read.
    unread: (await countUnread(db, viewer)) + (await countOwnInvitations(db, viewer.userId)),
  }))
  route(notificationsApi.read, async ({ viewer, params }) => {
    if (await markRead(db, viewer.userId, { id: params.notificationId })) told([viewer.userId])
    return {}
  })
  route(notificationsApi.readAll, async ({ viewer, body }) => {
    if (await markRead(db, viewer.userId, { upTo: body.up_to })) told([viewer.userId])
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

  // Each has this server look a name up, or send something.
  const pushes = limits('push', { points: 30, seconds: 3600, shared: true })
  const count = async (userId: number) => {
    const wait = await pushes.take(String(userId))
    if (wait !== undefined) throw tooMany(wait)
  }
  route(notificationsApi.subscribe, async ({ viewer, body: { endpoint, keys: browserKeys } }) => {
    const browser = { endpoint, ...browserKeys }
    // Pages say it again whenever they open: what is known costs nothing.
    if (await isSubscribed(db, viewer.userId, browser)) return {}
    await count(viewer.userId)
    await outgoing.check(endpoint).catch((error: unknown) => {
      throw error instanceof OutgoingError ? invalid({ endpoint: texts.pushRefused }) : error
    })
    await db.transaction().execute(async (trx) => {
      // Looking a name up may have taken long: a session that was ended meanwhile leaves no browser behind.
      if (!(await holdSession(trx, viewer.userId, viewer.sessionId))) throw unauthorized()
      await addSubscription(trx, viewer.userId, browser)
    })
    return {}
  })
  route(notificationsApi.unsubscribe, async ({ viewer, body }) => {
    await deleteSubscription(db, viewer.userId, body.endpoint)
    return {}
  })
  route(notificationsApi.test, async ({ viewer, body }) => {
    await count(viewer.userId)
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
  // Mail programs that do not know of one click open the address of the header as a page. Looking at it changes nothing.
  http.get<{ Params: { token: string } }>('/api/notifications/unsubscribe/:token', async ({ params }, reply) =>
    reply.header('cache-control', 'no-store').redirect(`${unsubscribePage}${encodeURIComponent(params.token)}`, 303),
  )
}
