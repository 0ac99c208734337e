import { expect, type Locator, type Page } from '@playwright/test'
import { dateField } from './date-field.ts'

/** The card window over its board. */
export class CardPage {
  readonly page: Page
  readonly window: Locator

  constructor(page: Page) {
    this.page = page
    this.window = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('button', { name: 'Fechar', exact: true }) })
      .first()
  }

  /** Opens a card by its address: '/board/1?card=7'. */
  async open(path: string): Promise<void> {
    await this.page.goto(path)
    await expect(this.heading).toBeAttached()
  }

  get heading(): Locator {
    return this.window.getByRole('heading', { level: 2 }).first()
  }

  get title(): Locator {
    return this.window.getByRole('textbox', { name: 'Título do cartão' })
  }

  get closeButton(): Locator {
    return this.window.getByRole('button', { name: 'Fechar', exact: true })
  }

  /** Chooses an entry of the window's menu. */
  async openMenu(entry: string): Promise<void> {
    await this.menuButton.click()
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  get menuButton(): Locator {
    return this.window.getByRole('button', { name: 'Menu do cartão' })
  }

  /** Opens the form for a link, be it the first or a further one. */
  async addLink(): Promise<void> {
    const first = this.window.getByRole('button', { name: 'Adicionar link' })
    const further = this.section('Links e GitHub').getByRole('button', { name: 'Adicionar', exact: true })
    await first.or(further).click()
  }

  section(name: string): Locator {
    return this.window.getByRole('region', { name })
  }

  /** One of the facts on the right, by its name. */
  fact(name: string): Locator {
    return this.window.getByRole('group', { name })
  }

  async expectSaved(): Promise<void> {
    await expect(this.window.getByText('Tudo salvo')).toBeVisible()
  }

  get description(): Locator {
    return this.section('Descrição')
  }

  get descriptionField(): Locator {
    return this.window.getByRole('textbox', { name: 'Descrição do cartão' })
  }

  /** Opens the editor, whether there is a description yet or not. */
  async editDescription(): Promise<void> {
    await this.description.getByRole('button', { name: /^(Editar|Adicionar uma descrição)$/ }).click()
    await expect(this.descriptionField).toBeFocused()
  }

  async writeDescription(text: string): Promise<void> {
    await this.editDescription()
    await this.descriptionField.fill(text)
  }

  async saveDescription(): Promise<void> {
    await this.description.getByRole('button', { name: 'Salvar' }).click()
  }

  get conflict(): Locator {
    return this.window.getByRole('region', { name: /mudou enquanto você editava/ })
  }

  async chooseAssignee(name: string): Promise<void> {
    await this.fact('Responsável')
      .getByRole('button', { name: /^Responsável/ })
      .click()
    await this.page.getByRole('button', { name, exact: true }).click()
  }

  async toggleParticipant(name: string): Promise<void> {
    await this.fact('Participantes').getByRole('button', { name: 'Incluir participante' }).click()
    await this.page.getByRole('button', { name, exact: true }).click()
    await this.page.keyboard.press('Escape')
  }

  async choosePriority(name: string): Promise<void> {
    await this.fact('Prioridade').getByRole('button').click()
    await this.page.getByRole('button', { name, exact: true }).click()
  }

  async openLabels(): Promise<void> {
    await this.window.getByRole('button', { name: 'Escolher etiquetas' }).click()
  }

  /** What opens over the window takes the focus a moment after it is drawn; until then Escape belongs to the window. */
  async expectPopoverFocused(): Promise<void> {
    await expect(this.window.getByRole('dialog').locator(':focus')).toBeVisible()
  }

  get due(): Locator {
    return dateField(this.fact('Prazo'), 'Prazo')
  }

  get estimate(): Locator {
    return this.window.getByRole('textbox', { name: 'Estimativa em pontos' })
  }

  async moveTo(list: string, position?: string): Promise<void> {
    await this.fact('Lista').getByRole('button').click()
    await this.page.getByRole('combobox', { name: 'Lista' }).selectOption({ label: list })
    if (position) await this.page.getByRole('combobox', { name: 'Posição' }).selectOption({ label: position })
    await this.page.getByRole('button', { name: 'Mover', exact: true }).click()
  }

  async addChecklist(title: string): Promise<void> {
    await this.window.getByRole('button', { name: 'Adicionar checklist' }).click()
    await this.page.getByRole('textbox', { name: 'Título da checklist' }).fill(title)
    await this.page.keyboard.press('Enter')
    // Its line opens with the server's answer; until then Escape belongs to the window.
    await expect(this.section(title).getByRole('textbox', { name: 'Novo item' })).toBeFocused()
  }

  /** Writes items one after the other into a checklist whose line is open. */
  async addItems(...titles: string[]): Promise<void> {
    const field = this.window.getByRole('textbox', { name: 'Novo item' })
    for (const title of titles) {
      await field.fill(title)
      await field.press('Enter')
    }
  }

  item(title: string): Locator {
    return this.window.getByRole('checkbox', { name: title })
  }

  get items(): Locator {
    return this.window.getByRole('checkbox')
  }

  async itemAction(item: string, action: string): Promise<void> {
    const menu = this.window.getByRole('button', { name: `Ações de ${item}` })
    await menu.focus()
    await menu.press('Enter')
    await this.page.getByRole('button', { name: action, exact: true }).click()
  }

  get comments(): Locator {
    return this.section('Comentários').getByRole('listitem')
  }

  get commentField(): Locator {
    return this.window.getByRole('textbox', { name: 'Escreva um comentário' })
  }

  async comment(text: string): Promise<void> {
    await this.commentField.fill(text)
    await this.commentField.press('Control+Enter')
    await expect(this.commentField).toHaveValue('')
  }

  async showActivity(): Promise<void> {
    await this.window.getByRole('button', { name: 'Mostrar atividade' }).click()
    await expect(this.section('Atividade').getByRole('listitem').first()).toBeVisible()
  }
}
