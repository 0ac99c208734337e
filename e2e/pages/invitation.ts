import type { Locator, Page } from '@playwright/test'

/** Where an invitation to a board leads. */
export class InvitationPage {
  readonly page: Page
  readonly heading: Locator
  readonly enterButton: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.enterButton = page.getByRole('button', { name: 'Entrar no quadro' })
  }
}
