import type { Notification } from '@rodada/contract/notifications/notifications'
import { switchOfKind } from '@rodada/contract/notifications/settings'
import type { Deps } from '../../platform/deps.ts'
import { OutgoingError } from '../../platform/http/outgoing.ts'
import { deleteSubscriptionById, findRecipient, listSubscriptions, type PushSubscription } from './delivery-queries.ts'
import type { InstanceKeys } from './keys.ts'
import { listUnreadOf } from './queries.ts'
import { pathOf, wordsIn } from './words.ts'

/** What the service worker shows; a later one with the same tag takes its place. */
export type PushMessage = { title: string; body: string; url: string; tag: string }

/** More items than this are told as a number. */
const mostAtOnce = 3
const timeToLiveSeconds = 24 * 60 * 60
/** The subscriber chooses the server, so a slow one must not delay other people for longer. */
const timeoutMs = 4_000
const brand = 'Rodada'

export type Push = {
  /** Prepares the keys that every message is signed with. @throws when they cannot be read */
  prepare: () => Promise<unknown>
  /** Sends to one browser, and deletes it when its service says that it is gone. @returns whether the service took the message */
  send: (browser: PushSubscription, message: PushMessage) => Promise<boolean>
  /**
   * Pushes some of a person's notifications to their browsers, as far as these are still unread and visible to them.
   * @returns for how many milliseconds the slowest answer was waited for
   */
  tell: (userId: number, notificationIds: readonly number[]) => Promise<number>
}

export function createPush(
  { db, config, outgoing, log, limits }: Pick<Deps, 'db' | 'config' | 'outgoing' | 'log' | 'limits'>,
  keys: InstanceKeys,
): Push {
  // How often one person, or automatic news of one board, may push to a person. The rest is only in the bell.
  const sources = limits('push-source', { points: 10, seconds: 10 * 60, shared: true })

  const send: Push['send'] = async (browser, message) => {
    // Not inside `try`: a failure of the database or the library says nothing about this browser, which must not be deleted for it.
    const { default: webPush } = await import('web-push')
    const vapidDetails = { subject: contactOf(config), ...(await keys.vapid()) }
    try {
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } },
        JSON.stringify(message),
        { TTL: timeToLiveSeconds, urgency: 'normal', vapidDetails },
      )
      const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
      const request = { url: endpoint, method: 'POST', headers: given, body: body ?? '', timeout: timeoutMs, maxBytes: 10_000 } as const
      const { status } = await outgoing.send(request)
      if (status === 404 || status === 410) await deleteSubscriptionById(db, browser.id)
      else if (status >= 300) log.warn({ status }, 'push refused')
      return status >= 200 && status < 300
    } catch (error) {
      // The address stays out of the log, because anybody who knows it could send there.
      const reason = error instanceof OutgoingError ? error.reason : 'keys'
      log.warn({ reason }, 'push not sent')
      // The address is private now, or the keys are wrong, so nothing will ever arrive.
      if (reason === 'address' || reason === 'keys') await deleteSubscriptionById(db, browser.id)
      return false
    }
  }

  return {
    prepare: keys.vapid,
    send,
    tell: async (userId, notificationIds) => {
      const recipient = await findRecipient(db, userId)
      if (!recipient?.wants.push_notifications) return 0
      const words = wordsIn[recipient.language]
      const news: Notification[] = []
      for (const one of await listUnreadOf(db, recipient, notificationIds)) {
        if (!recipient.wants[switchOfKind[one.kind]]) continue
        const source = one.actor ? `person ${one.actor.id}` : `board ${one.board?.id ?? 'none'}`
        if ((await sources.take(`${userId} ${source}`)) === undefined) news.push(one)
      }
      if (news.length === 0) return 0
      const messages: PushMessage[] =
        news.length > mostAtOnce
          ? [{ title: brand, body: words.many(news.length), url: '/dashboard', tag: 'many' }]
          : news.map((one) => ({
              title: one.board?.title ?? one.subject,
              body: words.sentence(one),
              url: pathOf(one),
              tag: `notification-${one.id}`,
            }))
      const browsers = await listSubscriptions(db, userId)
      let slowest = 0
      const timed = async (browser: PushSubscription, message: PushMessage) => {
        const began = performance.now()
        const taken = await send(browser, message)
        slowest = Math.max(slowest, performance.now() - began)
        return taken
      }
      await Promise.all(
        browsers.map(async (browser) => {
          for (const message of messages) if (!(await timed(browser, message))) return
        }),
      )
      return slowest
    },
  }
}

/** The contact that push services are given. */
function contactOf({ mail, publicUrl }: Deps['config']): string {
  const address = mail && /[^\s<>]+@[^\s<>]+/.exec(mail.from)?.[0]
  if (address) return `mailto:${address}`
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:rodada@localhost.invalid'
}
