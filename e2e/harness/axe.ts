import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { desktop, phone } from './browser.ts'
import { type Device, devtoolsOf, onOtherDevice, otherDevice } from './tabs.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What depends on the theme; everything else is the same in both. */
const colourRules = axe
  .getRules(levels)
  .filter(({ tags }) => tags.includes('cat.color'))
  .map(({ ruleId }) => ruleId)

/** Every device on which a screen must be accessible; the themes are both examined on each. */
export const devices: Device[] = ['desktop', 'phone']

/** What was opened over a screen. */
export const opened = '[role="dialog"], [role="menu"]'
/** What is over a screen as long as it is open: the rest of the screen is as it was, and out of reach. */
const layers = 'dialog:modal, [aria-modal="true"], [role="menu"]'
/** With a layer, that, what belongs to it, and what opened it, whose names and states changed with it. */
const withLayers = `${layers}, ${opened}, [role="listbox"], [aria-expanded="true"]`
/** A screen from its title to what lies under a layer. */
export const everything = 'html'

/**
 * Nothing on the screen, or `within` a part of it, may break WCAG 2.2 AA in either theme, as far as a machine can tell. Where a
 * dialog or a menu is over the screen only that is examined, for the screen has been or will be without it: the same forty cards
 * under each of a board's dialogs took most of the time. `everything` is for one of each kind of layer.
 */
export const expectAccessible = (page: Page, screen: string, within?: string): Promise<void> =>
  expectNothingIn(page, 'both', screen, within)

/** Everything in the theme that is on, or in the other one; in both, the other one is for the rules of colour alone. */
type Themes = 'on' | 'other' | 'both'

async function expectNothingIn(page: Page, themes: Themes, screen: string, within?: string): Promise<void> {
  expect(page.frames(), 'only the page itself is examined').toHaveLength(1)
  // Not as Playwright evaluates: what the developer tools run again in another document is compiled once.
  if (!(await page.evaluate(() => 'axe' in window))) await (await devtoolsOf(page)).send('Runtime.evaluate', { expression: program })
  expect.soft(await page.evaluate(examine, { levels, colourRules, themes, within, layers, withLayers }), screen).toEqual([])
}

/**
 * Accessible and no wider than the screen, on the device that the page was opened on, in the theme that is on, and on the other device
 * in the other theme. What is open over the screen stays open. What only one device has is seen in both themes where a screen of its
 * kind is given to `expectAccessible`.
 */
export async function expectGoodOnBoth(page: Page, screen: string, within?: string): Promise<void> {
  await expectNothingIn(page, 'on', screen, within)
  await expectFits(page, screen)
  const layers = await page.locator(opened).count()
  const other = otherDevice(page)
  await onOtherDevice(page, async () => {
    const there = `${screen} (${other})`
    await expect(page.locator(opened), `what is open over ${there}`).toHaveCount(layers)
    await expectNothingIn(page, 'other', there, within)
    await expectFits(page, there, (other === 'phone' ? phone : desktop).viewport.width)
  })
}

/** Nothing on the screen is wider than it. A phone that zooms out to show everything would hide it from the page's own measures. */
export async function expectFits(page: Page, screen = 'the screen', width = page.viewportSize()?.width ?? 0): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${screen} is no wider than ${width} px`)
    .toBeLessThanOrEqual(width)
}

type Examination = {
  levels: string[]
  colourRules: string[]
  themes: Themes
  within: string | undefined
  layers: string
  withLayers: string
}

/** Runs in the page, which has the theme of before afterwards. */
async function examine({ levels, colourRules, themes, within, layers, withLayers }: Examination): Promise<string[]> {
  const examined = within ?? (document.querySelector(layers) ? withLayers : document)
  const themeOn = () => document.documentElement.getAttribute('data-mantine-color-scheme')
  const movements = () =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished)
  const problemsBy = async (runOnly: string[]) => {
    // A colour on its way to another one would be read as neither, and what inherits it sets out only then.
    for (let moving = movements(); moving.length > 0; moving = movements()) await Promise.allSettled(moving)
    const { violations } = await window.axe.run(examined, { runOnly, resultTypes: ['violations'] })
    const found: string[] = []
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        if (id !== 'target-size' || !(await isOnlyCovered(target.join(' '))))
          found.push(`${themeOn()}: ${id} ${target.join(' ')} ${failureSummary}`)
    return found
  }
  // A bar that stays covers a part of what happens to be scrolled beneath it: its size is that which it has in the open.
  const isOnlyCovered = async (selector: string) => {
    document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { violations } = await window.axe.run(selector, { runOnly: ['target-size'], resultTypes: ['violations'] })
    return violations.length === 0
  }
  const key = 'rodada.theme'
  const stored = localStorage.getItem(key)
  // As if it had been chosen in another tab.
  const choose = (theme: string | null) => {
    if (theme === null) localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
    dispatchEvent(new StorageEvent('storage', { key }))
  }
  const problems = themes === 'other' ? [] : await problemsBy(levels)
  if (themes === 'on') return problems
  const other = themeOn() === 'dark' ? 'light' : 'dark'
  choose(other)
  if (themeOn() !== other) throw new Error(`the page did not follow to the ${other} theme`)
  problems.push(...(await problemsBy(themes === 'both' ? colourRules : levels)))
  choose(stored)
  return problems
}
