import { expect, type Locator, type Page } from '@playwright/test'

type NewBoard = { title?: string; description?: string; color?: string; isPublic?: boolean }
type View = 'Controle de Tarefas' | 'Quadros' | 'Lista'

/** The dashboard in its three views, with its dialogs. */
export class DashboardPage {
  readonly page: Page
  readonly content: Locator
  readonly heading: Locator
  readonly search: Locator
  readonly createDialog: Locator
  readonly filterDialog: Locator
  readonly tasksNow: Locator

  constructor(page: Page) {
    this.page = page
    this.content = page.getByRole('main')
    this.heading = page.getByRole('heading', { level: 1 })
    this.search = this.content.getByRole('textbox', { name: /^Buscar (tarefas e )?quadros$/ })
    this.createDialog = page.getByRole('dialog', { name: 'Criar Quadro' })
    this.filterDialog = page.getByRole('dialog', { name: 'Filtrar tarefas' })
    this.tasksNow = page.getByRole('region', { name: 'Para agora' })
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/dashboard${query}`)
    await expect(this.heading).toBeVisible()
  }

  /** The number that stands below one of the four words. */
  number(label: 'Concluídas' | 'Em andamento' | 'Pendentes' | 'Atrasadas'): Locator {
    return this.page.getByRole('region', { name: 'Suas tarefas' }).getByRole('button', { name: label })
  }

  async show(view: View): Promise<void> {
    await this.content.getByRole('navigation', { name: 'Visão' }).getByRole('link', { name: view }).click()
  }

  /** One of the filters, with its count. */
  filter(name: 'Todos' | 'Públicos' | 'Privados'): Locator {
    return this.content.getByRole('navigation', { name: 'Mostrar quadros' }).getByRole('link', { name })
  }

  board(title: string): Locator {
    return this.content.getByRole('link', { name: title })
  }

  task(title: string): Locator {
    return this.content.getByRole('listitem').filter({ hasText: title })
  }

  async openCreate(): Promise<void> {
    await this.content.getByRole('button', { name: 'Criar Quadro' }).first().click()
    await expect(this.createDialog).toBeVisible()
  }

  /** Fills the dialog in and sends it. */
  async create({ title = '', description, color, isPublic }: NewBoard): Promise<void> {
    await this.createDialog.getByRole('textbox', { name: 'Título' }).fill(title)
    if (description) await this.createDialog.getByRole('textbox', { name: 'Descrição' }).fill(description)
    // The tile is drawn over the radio that it labels, so a person clicks the tile.
    if (color) await this.createDialog.getByRole('radio', { name: color }).check({ force: true })
    if (isPublic) await this.createDialog.getByRole('switch', { name: 'Quadro público' }).check()
    await this.createDialog.getByRole('button', { name: 'Criar Quadro' }).click()
  }

  /** Opens the person's menu and chooses from it. */
  async choose(person: string, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: `Menu de ${person}` }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }
}
