import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, writeUserData } from './storage.ts'
import { disablePush, enablePush, forgetPush, readPushState, renewPush } from './web-push.ts'

const fetched = vi.fn<typeof fetch>()
const subscription = {
  endpoint: 'https://push.exemplo.com.br/1',
  toJSON: () => ({ endpoint: 'https://push.exemplo.com.br/1', keys: { p256dh: 'chave', auth: 'segredo' } }),
  unsubscribe: async () => {
    subscribed = false
    return true
  },
}
let subscribed = false
const registration = {
  pushManager: {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async () => {
      subscribed = true
      return subscription
    },
  },
}

const signIn = (id: number) => writeUserData({ id, name: 'Ana', email: `pessoa-${id}@exemplo.com.br`, avatar: null })
const told = () => fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as { endpoint: string })

beforeEach(() => {
  localStorage.clear()
  subscribed = false
  fetched.mockImplementation(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve(registration), register: async () => registration, getRegistration: async () => registration },
  })
  signIn(1)
})
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

test('a browser that the server forgot says again where it is', async () => {
  await enablePush('chave')
  fetched.mockClear()
  await renewPush()
  expect(told()).toEqual([{ endpoint: subscription.endpoint, keys: { p256dh: 'chave', auth: 'segredo' } }])
})

test('also one that subscribed before it was kept for whom', async () => {
  subscribed = true
  await renewPush()
  expect(told()).toHaveLength(1)
})

test('nobody is subscribed by themselves: neither who never asked, nor who comes after another person', async () => {
  await renewPush()
  await enablePush('chave')
  fetched.mockClear()
  signIn(2)
  expect(await readPushState()).toBe('off')
  await renewPush()
  expect([told(), await readPushState()]).toEqual([[], 'off'])
})

test('who comes after somebody whose session ended by itself is shown nothing of theirs', async () => {
  await enablePush('chave')
  clearSession()
  await renewPush()
  expect(subscribed).toBe(true)
  signIn(2)
  await renewPush()
  expect(subscribed).toBe(false)
  fetched.mockClear()
  signIn(1)
  await renewPush()
  expect([told(), await readPushState()]).toEqual([[], 'off'])
})

test.each([
  ['switched it off', disablePush],
  ['signed out', forgetPush],
])('nor who %s', async (_, end) => {
  await enablePush('chave')
  await end()
  fetched.mockClear()
  await renewPush()
  expect(told()).toEqual([])
})

test('nor who comes after somebody whose browser would not let go', async () => {
  await enablePush('chave')
  vi.spyOn(subscription, 'unsubscribe').mockRejectedValueOnce(new DOMException('unavailable', 'AbortError'))
  await expect(forgetPush()).rejects.toThrow()
  fetched.mockClear()
  signIn(2)
  await renewPush()
  expect(told()).toEqual([])
})

test('what fails disturbs nobody', async () => {
  await enablePush('chave')
  fetched.mockRejectedValue(new TypeError('offline'))
  await expect(renewPush()).resolves.toBeUndefined()
})
