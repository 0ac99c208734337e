import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { call } from '../call/call.ts'
import { read, readUserData, remove, write } from './storage.ts'

/** What this browser does about notifications: cannot, must not, does not, does. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const worker = '/sw.js'

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const ownId = (): string => String(readUserData()?.id ?? '')

/** Whether the signed-in person subscribed this browser. Not known of early subscriptions, which count as theirs: most browsers have one person. */
const isOwn = (): boolean => [null, ownId()].includes(read('rodada.pushFor'))

/** How this browser is subscribed now; null when it is not. */
async function findSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration(worker)
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await findSubscription()) && Notification.permission === 'granted' && isOwn() ? 'on' : 'off'
}

/**
 * Asks the person and the browser, and tells the server where to send.
 * @param key the server's public key, base64url
 * @throws when the browser has no service to be told by, or the server cannot be told
 */
export async function enablePush(key: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  const registration = await navigator.serviceWorker.register(worker)
  await tellServer(await subscribeWith(registration, key))
  return 'on'
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await call(notificationsApi.subscribe, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  })
  write('rodada.pushFor', ownId())
}

/**
 * Tells the server again of this browser, if the signed-in person subscribed it: the server forgets all browsers of an account when
 * its sessions are ended. One that somebody before subscribed, whose session ended by itself, shows nothing more of theirs to this person.
 * Asks nobody anything; what fails is tried again when the page is next looked at.
 */
export async function renewPush(): Promise<void> {
  try {
    const subscription = await findSubscription()
    if (!subscription || Notification.permission !== 'granted') return
    if (isOwn()) await tellServer(subscription)
    else if (ownId() !== '') await forgetPush()
  } catch {
    // Nobody asked for it now.
  }
}

async function subscribeWith(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await registration.pushManager.subscribe(options)
  } catch (reason) {
    // Subscribed once with a key that the server no longer has.
    const old = await registration.pushManager.getSubscription()
    if (!old) throw reason
    await old.unsubscribe()
    return registration.pushManager.subscribe(options)
  }
}

/** Has this browser told no more, here and at the server. */
export async function disablePush(): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  remove('rodada.pushFor')
  await call(notificationsApi.unsubscribe, { body: { endpoint: subscription.endpoint } })
}

/** For who signs out, or left without it: from here on nothing reaches this browser. The server notices with the next one that it sends. */
export async function forgetPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
  // Only now: a browser that could not be unsubscribed stays this person's, and tells nobody else's news.
  remove('rodada.pushFor')
}

/** Has the server send a test to this browser. @returns whether the browser's service took it */
export async function testPush(): Promise<boolean> {
  const subscription = await findSubscription()
  if (!subscription) return false
  return (await call(notificationsApi.test, { body: { endpoint: subscription.endpoint } })).sent
}
