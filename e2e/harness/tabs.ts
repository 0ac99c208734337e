import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Language } from '@rodada/contract/core/languages'
import { desktop, phone } from './browser.ts'
import { Watch } from './watch.ts'

export type Device = 'desktop' | 'phone'
export type Theme = 'light' | 'dark'
/** What a browser says of its person. It asks for reduced motion unless there is `movement`: frames that nobody sees take a tenth of the time. */
export type Look = { device: Device; theme: Theme | undefined; movement: boolean; language: Language }

/** A tab, how it was opened and what is seen of it. */
export type Tab = { page: Page; look: Look; watch: Watch }

/** Browsers to which something was done that stays until they are closed. */
const changed = new WeakSet<BrowserContext>()

/**
 * The same page or browser, which is closed when the journey ends. A route, a clock, a listener, another size and the like stay for
 * as long as it is open, and the next journey would meet them: `npm run check` wants them written `notHandedOn(page).route(…)`.
 */
export function notHandedOn<T extends Page | BrowserContext>(target: T): T {
  changed.add('pages' in target ? target : target.context())
  return target
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** What speaks to a page as the developer tools of Chromium do: one for each page. */
export function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** The other device that a page can be shown as. */
export const otherDevice = (page: Page): Device => (page.viewportSize()?.width === phone.viewport.width ? 'desktop' : 'phone')

/** While `act` runs, a page is shown as on the other device: with its size, and what it has to point with. */
export async function onOtherDevice(page: Page, act: () => Promise<void>): Promise<void> {
  const other = otherDevice(page)
  await show(page, other)
  await act()
  await show(page, other === 'phone' ? 'desktop' : 'phone')
}

async function show(page: Page, device: Device): Promise<void> {
  const { viewport, isMobile, deviceScaleFactor } = { isMobile: false, deviceScaleFactor: 1, ...(device === 'phone' ? phone : desktop) }
  const devtools = await devtoolsOf(page)
  const { width, height } = viewport
  const size = { width, height, screenWidth: width, screenHeight: height }
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...size, mobile: isMobile, deviceScaleFactor })
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isMobile })
  await page.waitForFunction((wanted) => innerWidth === wanted, width)
}

/** A document of the origin without a program, which has its storage at hand. */
const bare = '/theme.js'
const storageTypes = 'cookies,indexeddb,cache_storage,service_workers,file_systems'

/** A tab in a browser that has never been anywhere. */
export async function openTab(browser: Browser, origin: string, look: Look): Promise<Tab> {
  const { device, theme, movement, language } = look
  const context = await browser.newContext({
    ...(device === 'phone' ? phone : desktop),
    baseURL: origin,
    locale: language,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: movement ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // Only on our pages: the blank one that every tab begins with has no storage.
  if (theme) await context.addInitScript((value) => void (location.origin !== 'null' && localStorage.setItem('rodada.theme', value)), theme)
  const watch = new Watch(context, origin)
  const page = await context.newPage()
  return { page, look, watch }
}

/**
 * Tabs that one journey left and the next one takes, with nothing of the first: a browser that has to be made, and to read and
 * compile the program again, takes a tenth of all the time of the journeys.
 */
export class Tabs {
  private readonly free: Tab[] = []

  /** One with this look, as clean as a new one but for the files of the program, which it has in its cache. */
  take(look: Look): Tab | undefined {
    const index = this.free.findIndex((tab) => isDeepStrictEqual(tab.look, look))
    return index < 0 ? undefined : this.free.splice(index, 1)[0]
  }

  /** Forgets who had it and what they did, or closes it when that cannot be. */
  async giveBack(tab: Tab): Promise<void> {
    const { page, watch } = tab
    const context = page.context()
    if (changed.has(context) || watch.mayHaveLeft || page.isClosed()) return context.close()
    await Promise.all(context.pages().map((other) => other !== page && other.close()))
    await page.goto(bare)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
      window.name = ''
    })
    const devtools = await devtoolsOf(page)
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes })
    await devtools.send('Page.resetNavigationHistory')
    watch.forget()
    this.free.push(tab)
  }
}

/** Leads to the storage of the origin, unless that is at hand since another journey handed the tab on. */
export async function toStorage(page: Page): Promise<void> {
  if (!page.url().endsWith(bare)) await page.goto(bare)
}
