import type { Locator, Page } from '@playwright/test'

/** The bell of the frame, and the inbox that it leads to. */
export class NotificationsPage {
  readonly page: Page
  readonly bell: Locator
  readonly inbox: Locator
  readonly readAll: Locator
  /** The open notification. */
  readonly pane: Locator

  constructor(page: Page) {
    this.page = page
    this.bell = page.getByRole('link', { name: /^Notificações/ })
    this.inbox = page.getByRole('region', { name: 'Notificações' })
    this.readAll = this.inbox.getByRole('button', { name: 'Marcar todas como lidas' })
    this.pane = page.getByRole('region', { name: 'Notificação aberta' })
  }

  /** The bell while so many wait. */
  unread(count: number): Locator {
    return this.page.getByRole('link', { name: new RegExp(`^Notificações.*\\b${count} não lidas?`) })
  }

  async open(): Promise<void> {
    await this.bell.click()
    await this.inbox.getByRole('heading', { name: 'Notificações' }).waitFor()
  }

  /** A notification by what it says. */
  row(text: string): Locator {
    return this.inbox.getByRole('link').filter({ hasText: text })
  }

  filter(name: string): Locator {
    return this.inbox.getByRole('navigation', { name: 'Quais notificações' }).getByRole('link', { name })
  }

  async openSettings(): Promise<void> {
    await this.page.goto('/settings?aba=notificacoes')
    await this.page.getByRole('switch', { name: 'Resumo semanal' }).waitFor()
  }
}
