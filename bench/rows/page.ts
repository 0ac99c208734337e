import type { Browser, BrowserContext, Page } from '@playwright/test'
import { desktop } from '../../e2e/harness/browser.ts'
import type { BoardTarget } from '../loads/boards.ts'

/** What `watchPage` leaves on the page: milliseconds since navigation, 0 while nothing was drawn, and the tasks over 50 ms. */
type Seen = { first: number; tasks: number[] }
declare global {
  interface Window {
    seen: Seen
  }
}

/** Runs in the page before its own code: the instant of the first element of a kind, and every task over 50 ms. */
export function watchPage(selector: string): void {
  const seen: Seen = { first: 0, tasks: [] }
  window.seen = seen
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return
    // Drawn, not only in the document.
    requestAnimationFrame(() => setTimeout(() => (seen.first = performance.now())))
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
    type: 'longtask',
  } as PerformanceObserverInit)
}

/** A browser without anything cached, signed in. */
export async function personAt(browser: Browser, { port, token }: BoardTarget): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...desktop, locale: 'pt-BR', baseURL: `http://127.0.0.1:${port}` })
  await context.addInitScript((value) => localStorage.setItem('authToken', value), token)
  return { context, page: await context.newPage() }
}

/** Milliseconds from navigation until the first element of a kind is drawn, with nothing cached. */
export async function firstDrawn(browser: Browser, target: BoardTarget, path: string, selector: string): Promise<number> {
  const { context, page } = await personAt(browser, target)
  try {
    await page.addInitScript(watchPage, selector)
    await page.goto(path)
    await page.waitForFunction(() => window.seen.first > 0)
    return await page.evaluate(() => window.seen.first)
  } finally {
    await context.close()
  }
}

/** The bare server's page with one script that draws one element. */
export const emptyPage = { path: '/vazia', selector: 'main' } as const
