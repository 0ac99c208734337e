import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import type { Device } from './tabs.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

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
export async function expectAccessible(page: Page, screen: string, within?: string): Promise<void> {
  expect(page.frames(), 'only the page itself is examined').toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  expect.soft(await page.evaluate(examine, { levels, colourRules, within, layers, withLayers }), screen).toEqual([])
}

/** Nothing on the screen is wider than it. A phone that zooms out to show everything would hide it from the page's own measures. */
export async function expectFits(page: Page, screen = 'the screen'): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${screen} is no wider than ${width} px`)
    .toBeLessThanOrEqual(width)
}

type Examination = { levels: string[]; colourRules: string[]; within: string | undefined; layers: string; withLayers: string }

/** Runs in the page: all rules in the theme that is on, the rules of colour in the other one, and back to the first. */
async function examine({ levels, colourRules, within, layers, withLayers }: Examination): Promise<string[]> {
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
  const problems = await problemsBy(levels)
  const other = themeOn() === 'dark' ? 'light' : 'dark'
  choose(other)
  if (themeOn() !== other) throw new Error(`the page did not follow to the ${other} theme`)
  problems.push(...(await problemsBy(colourRules)))
  choose(stored)
  return problems
}
