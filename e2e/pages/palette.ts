import { expect, type Locator, type Page } from '@playwright/test'

/** What Ctrl+K opens. */
export class PalettePage {
  readonly page: Page
  readonly dialog: Locator
  readonly field: Locator
  readonly options: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Buscar e fazer' })
    this.field = this.dialog.getByRole('combobox')
    this.options = this.dialog.getByRole('option')
  }

  async open(): Promise<void> {
    // The keys are heard once the page is there.
    await expect(this.page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
    await this.page.keyboard.press('Control+k')
    await expect(this.field).toBeFocused()
  }

  /** The option that Enter would open, as the field names it to those who hear it; nothing while the list is still that of an earlier text. */
  active(): Promise<string> {
    return this.field.evaluate((field) => {
      const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
      if (list?.getAttribute('aria-busy') !== 'false') return ''
      return document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.innerText ?? ''
    })
  }
}
