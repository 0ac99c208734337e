import { expect, type Locator, type Page } from '@playwright/test'

/** What Ctrl+K opens. */
export class PalettePage {
  readonly page: Page
  readonly dialog: Locator
  readonly field: Locator
  readonly options: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Buscar quadros e cartões' })
    this.field = this.dialog.getByRole('combobox')
    this.options = this.dialog.getByRole('option')
  }

  async open(): Promise<void> {
    // The keys are heard once the page is there.
    await expect(this.page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
    await this.page.keyboard.press('Control+k')
    await expect(this.field).toBeFocused()
  }

  /** The option that Enter would open, as the field names it to those who hear it. */
  active(): Promise<string> {
    return this.field.evaluate((field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.innerText ?? '')
  }
}
