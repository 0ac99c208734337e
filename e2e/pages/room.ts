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
    // The note over the table; it is empty while the room is live.
    this.connection = page.getByRole('main').getByRole('status').first()
    this.announcements = page.locator('[aria-live="polite"][aria-atomic="true"]')
    this.share = page.getByRole('dialog', { name: /Compartilhar/ })
  }

  /** Waits until the room is drawn and this person sits in it. */
  async seated(): Promise<void> {
    await expect(this.table.getByText('Você')).toBeVisible()
  }

  /** A person's line in the list of participants. */
  seat(name: string): Locator {
    return this.side.getByRole('listitem').filter({ hasText: name })
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
    const pressed = this.hand.getByRole('button', { name: /^Votar/, pressed: true })
    if (value === null) await expect(pressed).toHaveCount(0)
    else await expect(pressed).toHaveAccessibleName(`Votar ${value}`)
  }

  get revealButton(): Locator {
    return this.page.getByRole('button', { name: /^Revelar/ }).first()
  }

  /** The answer to the question whether to reveal while votes are missing; on phones it stands under the hand. */
  get revealAnyway(): Locator {
    return this.page.getByRole('button', { name: /^Revelar (assim|agora)$/ }).filter({ visible: true })
  }

  /** Turns the cards, also while votes are missing. */
  async reveal(): Promise<void> {
    await this.revealButton.click()
    await expect(this.revealAnyway.or(this.result).first()).toBeVisible()
    if (await this.revealAnyway.isVisible()) await this.revealAnyway.click()
  }

  get newRoundButton(): Locator {
    return this.page.getByRole('button', { name: /nova votação/i }).first()
  }

  /** How many votes lie on the table, of how many that may come. */
  async expectVotes(voted: number, total: number): Promise<void> {
    await expect(this.table).toContainText(new RegExp(`${voted}\\s*de ${total}`))
  }

  async expectAverage(text: string): Promise<void> {
    await expect(this.result).toContainText(text)
  }

  /** The record of the session, at the table. */
  get record(): Locator {
    return this.page.getByRole('dialog', { name: /^(Sessão de|Registro da sala)/ })
  }

  /** Opens the record from the side, which on phones is behind the menu. */
  async openRecord(): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Menu da sala' })
    if (await menu.isVisible()) await menu.click()
    await this.page.getByRole('button', { name: 'Registro da sala' }).click()
    await expect(this.record).toBeVisible()
  }

  get message(): Locator {
    return this.page.getByRole('textbox', { name: 'Mensagem' })
  }

  /** Opens the chat where it is a panel that can be closed. */
  async openChat(): Promise<void> {
    if (await this.message.isVisible()) return
    await this.page.getByRole('button', { name: /^Abrir chat/ }).click()
    await expect(this.message).toBeVisible()
  }

  /** Closes the chat where it would cover the table. */
  async closeChat(): Promise<void> {
    const close = this.chat.getByRole('button', { name: /Minimizar chat|Fechar/ })
    if (await close.isVisible()) await close.click()
    await expect(this.chat).toBeHidden()
  }

  async say(text: string): Promise<void> {
    await this.openChat()
    await this.message.fill(text)
    await this.message.press('Enter')
    // What stands in the field is not said yet.
    await expect(this.chat.getByRole('paragraph').filter({ hasText: text }).first()).toBeVisible()
  }

  get taskField(): Locator {
    return this.task.getByRole('textbox', { name: 'O que vamos estimar?' })
  }

  async openTask(): Promise<void> {
    await this.task.getByRole('button', { name: /tarefa/ }).click()
    await expect(this.taskField).toBeVisible()
  }

  /** Puts a task on the table. */
  async setTask(title: string): Promise<void> {
    await this.openTask()
    await this.taskField.fill(title)
    await this.taskField.press('Enter')
    await expect(this.task).toContainText(title)
    await expect(this.taskField).toBeHidden()
  }

  /** The room's tasks, and where to bring more from. */
  get tasks(): Locator {
    return this.page.getByRole('dialog', { name: 'Tarefas da sala' })
  }

  async openTasks(): Promise<void> {
    await this.task.getByRole('button', { name: /^Tarefas/ }).click()
    await expect(this.tasks).toBeVisible()
  }

  /** Brings cards of a sprint or board to the table. */
  async bring(source: string, ...titles: string[]): Promise<void> {
    await this.tasks.getByRole('combobox', { name: 'De onde' }).selectOption({ label: source })
    for (const title of titles) await this.tasks.getByRole('checkbox', { name: title }).check()
    await this.tasks.getByRole('button', { name: /^Trazer \d/ }).click()
    for (const title of titles) await expect(this.tasks.getByRole('listitem').filter({ hasText: title }).first()).toBeVisible()
  }

  get nextTaskButton(): Locator {
    return this.result.getByRole('button', { name: 'Próxima tarefa' })
  }

  /** Chooses what is to be saved, where the table did not agree on it. */
  async chooseValue(points: number): Promise<void> {
    await this.result.getByRole('button', { name: /valor…$/ }).click()
    await this.result.getByRole('button', { name: `Salvar ${points}`, exact: true }).click()
  }

  /** Saves an estimate to the card of the last task. */
  async saveEstimate(points: number): Promise<void> {
    const save = this.result.getByRole('button', { name: `Salvar ${points} no cartão` })
    if (!(await save.isVisible())) await this.chooseValue(points)
    await save.click()
    await expect(this.result).toContainText(/pontos? no cartão/)
  }

  /** Says how sure one is of the card that one chose. */
  confidence(name: 'Seguro' | 'Em dúvida'): Locator {
    return this.hand.getByRole('button', { name })
  }

  /** The line in which somebody tells what they saw. */
  get reason(): Locator {
    return this.result.getByRole('textbox', { name: /O que você viu/ })
  }

  /** The lines in which people told what they saw. */
  get reasons(): Locator {
    return this.result.getByRole('region', { name: 'O que vocês viram?' }).getByRole('listitem')
  }

  /** Saves an estimate to the card and begins the next task. */
  async saveAndGoOn(points: number): Promise<void> {
    const save = this.result.getByRole('button', { name: `Salvar ${points} e ir para a próxima` })
    if (!(await save.isVisible())) await this.chooseValue(points)
    await save.click()
    await expect(this.result).toBeHidden()
  }

  /** Opens the side menu where the screen is too narrow to show it always. */
  async openMenu(): Promise<void> {
    const leave = this.page.getByRole('button', { name: 'Sair da sala' })
    if (await leave.isVisible()) return
    await this.page.getByRole('button', { name: 'Menu da sala' }).click()
    await expect(leave).toBeVisible()
  }

  get settings(): Locator {
    return this.page.getByRole('dialog', { name: 'Configurações da sala' })
  }

  async openSettings(): Promise<void> {
    await this.openMenu()
    await this.page.getByRole('button', { name: 'Configurações da sala' }).click()
    await expect(this.settings).toBeVisible()
  }

  async openShare(): Promise<void> {
    await this.page.getByRole('button', { name: 'Compartilhar' }).first().click()
    await expect(this.share).toBeVisible()
  }

  async leave(): Promise<void> {
    await this.openMenu()
    await this.page.getByRole('button', { name: 'Sair da sala' }).click()
  }
}
