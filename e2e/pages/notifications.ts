import type { Locator, Page } from '@playwright/test'

/** The bell of the frame, and what it opens. */
export class NotificationsPage {
  readonly page: Page
  readonly bell: Locator
  readonly centre: Locator
  readonly readAll: Locator

  constructor(page: Page) {
    this.page = page
    this.bell = page.getByRole('button', { name: /^Notificações/ })
    this.centre = page.getByRole('dialog', { name: 'Notificações' })
    this.readAll = this.centre.getByRole('button', { name: 'Marcar todas como lidas' })
  }

  /** The bell while so many wait. */
  unread(count: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Notificações.*\\b${count} não lidas?`) })
  }

  async open(): Promise<void> {
    await this.bell.click()
    await this.centre.getByRole('heading', { name: 'Notificações' }).waitFor()
  }

  /** A notification by what it says. */
  row(text: string): Locator {
    return this.centre.getByRole('link').filter({ hasText: text })
  }

  async openSettings(): Promise<void> {
    await this.page.goto('/settings?aba=notificacoes')
    await this.page.getByRole('switch', { name: 'Resumo semanal' }).waitFor()
  }
}
