import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { Device, Theme } from './team.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on the screen, or `within` a part of it, may break WCAG 2.2 AA, as far as a machine can tell. */
export async function expectAccessible(page: Page, screen: string, within?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(rules)
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  )
  expect.soft(found, screen).toEqual([])
}

/** Every look in which a screen must be accessible. */
export const looks: { theme: Theme; device: Device }[] = [
  { theme: 'light', device: 'desktop' },
  { theme: 'dark', device: 'desktop' },
  { theme: 'light', device: 'phone' },
  { theme: 'dark', device: 'phone' },
]
