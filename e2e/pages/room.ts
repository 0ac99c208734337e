import { expect, type Locator, type Page } from '@playwright/test'

/** The voting room, wide and narrow. */
export class RoomPage {
  readonly page: Page
  readonly table: Locator
  readonly hand: Locator
  readonly chat: Locator
  readonly result: Locator
  readonly share: Locator
  readonly side: Locator
  readonly task: Locator
  readonly connection: Locator
  readonly announcements: Locator

  constructor(page: Page) {
    this.page = page
    this.table = page.getByRole('region', { name: 'Mesa' })
    this.hand = page.getByRole('region', { name: 'Suas cartas' })
    this.chat = page.getByRole('complementary', { name: 'Chat' })
    this.result = page.getByRole('dialog', { name: 'Resultado da rodada' })
    this.side = page.getByRole('complementary', { name: 'Sala' })
    this.task = page.getByRole('region', { name: 'Tarefa em votação' })
    this.connection = page.getByRole('status', { name: 'Conexão' })
    this.announcements = page.getByRole('log')
    this.share = page.getByRole('dialog', { name: /Compartilhar/ })
  }

  /** Waits until the room is drawn and this person sits in it. */
  async seated(): Promise<void> {
    await expect(this.hand).toBeVisible()
    await expect(this.table.getByText('Você')).toBeVisible()
  }

  card(value: string | number): Locator {
    return this.hand.getByRole('button', { name: `Votar ${value}`, exact: true })
  }

  async vote(value: string | number): Promise<void> {
    await this.card(value).click()
    await expect(this.card(value)).toHaveAttribute('aria-pressed', 'true')
  }

  /** The own card, or none. */
  async expectOwnCard(value: string | number | null): Promise<void> {
    const pressed = this.hand.getByRole('button', { pressed: true })
    if (value === null) await expect(pressed).toHaveCount(0)
    else await expect(pressed).toHaveAccessibleName(`Votar ${value}`)
  }

  get revealButton(): Locator {
    return this.page.getByRole('button', { name: /^Revelar/ }).first()
  }

  get newRoundButton(): Locator {
    return this.page.getByRole('button', { name: /Nova votação/ }).first()
  }

  /** How many votes lie on the table, of how many that may come. */
  async expectVotes(voted: number, total: number): Promise<void> {
    await expect(this.table).toContainText(new RegExp(`${voted}\\s*de ${total}`))
  }

  async expectAverage(text: string): Promise<void> {
    await expect(this.result).toContainText(text)
  }

  get message(): Locator {
    return this.page.getByRole('textbox', { name: 'Mensagem' })
  }

  /** Opens the chat where it is a panel that can be closed. */
  async openChat(): Promise<void> {
    if (await this.message.isVisible()) return
    await this.page.getByRole('button', { name: /^(Chat|Abrir chat)/ }).click()
    await expect(this.message).toBeVisible()
  }

  /** Closes the chat where it would cover the table. */
  async closeChat(): Promise<void> {
    const close = this.page.getByRole('button', { name: 'Minimizar chat' })
    if (await close.isVisible()) await close.click()
  }

  async say(text: string): Promise<void> {
    await this.openChat()
    await this.message.fill(text)
    await this.message.press('Enter')
    await expect(this.chat).toContainText(text)
  }

  get taskDialog(): Locator {
    return this.page.getByRole('dialog', { name: /tarefa/i })
  }

  async openTask(): Promise<void> {
    await this.task.getByRole('button').first().click()
    await expect(this.taskDialog).toBeVisible()
  }

  /** Puts a task on the table. */
  async setTask(title: string): Promise<void> {
    await this.openTask()
    await this.taskDialog.getByRole('textbox').fill(title)
    await this.taskDialog.getByRole('textbox').press('Enter')
    await expect(this.task).toContainText(title)
  }

  /** Opens the side menu where the screen is too narrow to show it always. */
  async openMenu(): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) await menu.click()
    await expect(this.side).toBeVisible()
  }

  async openSettings(): Promise<void> {
    await this.openMenu()
    await this.page.getByRole('button', { name: /Configurações|Ajustes/ }).click()
    await expect(this.page.getByRole('dialog', { name: /Configurações|Ajustes/ })).toBeVisible()
  }

  async openShare(): Promise<void> {
    await this.page.getByRole('button', { name: 'Compartilhar' }).first().click()
    await expect(this.share).toBeVisible()
  }

  async leave(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sair da sala' }).first().click()
  }
}
