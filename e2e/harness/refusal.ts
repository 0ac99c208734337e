import type { Page } from '@playwright/test'
import { notHandedOn } from './tabs.ts'

const unavailable = { status: 503, json: { message: 'A Rodada volta em instantes.', error: 'unavailable' } }

/** From now on the network's edge refuses what matches; everything behind it is real. */
export const refuse = (page: Page, method: string, path: RegExp, answer: object = unavailable) =>
  notHandedOn(page).route(
    (url) => path.test(url.pathname),
    (route) => (route.request().method() === method ? route.fulfill(answer) : route.fallback()),
  )

/**
 * Refuses what matches, in the documents that are opened from now on, until somebody presses 'Tentar de novo'. The page itself is
 * asked whether that happened: screens that hear of news ask again on their own, and what they ask before the press is refused too.
 * @returns what presses the button.
 */
export async function refuseUntilRetried(page: Page, path: RegExp): Promise<() => Promise<void>> {
  const button = 'Tentar de novo'
  await notHandedOn(page).addInitScript((name) => {
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')?.textContent === name) Object.assign(window, { hasRetried: true })
    }
    addEventListener('click', onClick, { capture: true })
  }, button)
  await notHandedOn(page).route(
    (url) => path.test(url.pathname),
    async (route) => ((await page.evaluate(() => 'hasRetried' in window)) ? route.continue() : route.fulfill(unavailable)),
  )
  return async () => {
    await page.getByRole('button', { name: button }).click()
    await page.unrouteAll({ behavior: 'wait' })
  }
}
