import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { type Look, notHandedOn, openTab, Tabs } from '../harness/tabs.ts'
import type { Watch } from '../harness/watch.ts'

const look: Look = { device: 'desktop', theme: undefined, movement: false, language: 'pt-BR' }

/** All that a page of ours could leave in its browser. */
const leaveTraces = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.goto('/login')
  await page.evaluate(async () => {
    localStorage.setItem('authToken', 'alheio')
    sessionStorage.setItem('rascunho', 'alheio')
    // biome-ignore lint/suspicious/noDocumentCookie: what any page can do is what has to be undone.
    document.cookie = 'quem=alheio; max-age=3600'
    window.name = 'alheia'
    await caches.open('alheio')
    await navigator.serviceWorker.register('/sw.js')
    await new Promise((resolve) => indexedDB.open('alheio').addEventListener('success', resolve))
  })
}

const tracesIn = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    name: window.name,
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    databases: await indexedDB.databases(),
    history: history.length,
  }))

test('a tab that another journey left knows nothing of it', async ({ browser, server }) => {
  const tabs = new Tabs()
  const tab = await openTab(browser, server.origin, look)
  const unused = await tab.page.goto('/theme.js').then(() => tracesIn(tab.page))
  await leaveTraces(tab.page)
  expect(await tracesIn(tab.page)).not.toEqual(unused)
  const other = await tab.page.context().newPage()
  await tabs.giveBack(tab)
  expect(other.isClosed()).toBe(true)
  expect(tabs.take({ ...look, language: 'en-US' }), 'of another language').toBeUndefined()
  expect(tabs.take(look)).toBe(tab)
  expect(tabs.take(look), 'a second time').toBeUndefined()
  // Nor can it go back to anywhere.
  expect(await tracesIn(tab.page)).toEqual({ ...unused, history: 1 })
  await tab.page.context().close()
})

test('a tab that was changed for good is closed', async ({ browser, server }) => {
  const tabs = new Tabs()
  const changes: ((page: Page, watch: Watch) => Promise<unknown> | unknown)[] = [
    (page) => notHandedOn(page).setViewportSize({ width: 400, height: 400 }),
    (page) => notHandedOn(page.context()).setOffline(true),
    async (page) => notHandedOn(await page.context().newPage()).clock.install(),
    (_, watch) => watch.allowVisit('http://127.0.0.1:9'),
  ]
  for (const change of changes) {
    const tab = await openTab(browser, server.origin, look)
    await change(tab.page, tab.watch)
    await tabs.giveBack(tab)
    expect(tabs.take(look), String(change)).toBeUndefined()
    expect(tab.page.isClosed()).toBe(true)
  }
})

test('what a page asks of another site is noticed, with a network or without', async ({ team }) => {
  const { page, watch } = await team.person('Ana')
  await page.goto('/theme.js')
  const asked = {
    fetch: () => void fetch('https://fora.example/').catch(() => undefined),
    socket: () => void new WebSocket('wss://fora.example/'),
    image: () => void document.body.append(Object.assign(new Image(), { src: 'https://fora.example/a.png' })),
    port: () => void fetch('http://127.0.0.1:9/').catch(() => undefined),
  }
  watch.allowNetworkErrors()
  for (const [name, ask] of Object.entries(asked)) {
    watch.problems.length = 0
    await page.goto('/')
    await page.evaluate(ask)
    await expect.poll(() => watch.problems, name).not.toEqual([])
  }
  watch.forget()
  const other = await page.context().newPage()
  await expect(other.goto('https://fora.example/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
  await expect.poll(() => watch.problems, 'a visit').toEqual(['left the origin: https://fora.example/'])
  await other.close()
  watch.forget()
})
