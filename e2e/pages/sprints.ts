import { expect, type Locator, type Page } from '@playwright/test'
import { dateField, fillDate } from './date-field.ts'

type NewSprint = { name?: string; goal?: string; board?: string; starts?: string; ends?: string }

/** The list of sprints and its dialogs. */
export class SprintsPage {
  readonly page: Page
  readonly content: Locator
  readonly form: Locator

  constructor(page: Page) {
    this.page = page
    this.content = page.getByRole('main')
    this.form = page.getByRole('dialog', { name: /^(Nova Sprint|Editar sprint)$/ })
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/sprints${query}`)
    await expect(this.page.getByRole('heading', { level: 1, name: 'Sprints' })).toBeVisible()
  }

  card(name: string): Locator {
    return this.content.getByRole('article', { name, exact: true })
  }

  /** The number under one of the four words. */
  figure(label: string): Locator {
    return this.content.locator('dl > div', { has: this.page.getByText(label, { exact: true }) }).locator('dd')
  }

  filter(name: 'Todas' | 'Ativas' | 'Encerradas'): Locator {
    return this.content.getByRole('navigation', { name: 'Mostrar sprints' }).getByRole('link', { name })
  }

  action(name: 'Nova tarefa' | 'Editar' | 'Encerrar' | 'Excluir', sprint: string): Locator {
    return this.card(sprint).getByRole('button', { name: `${name} ${sprint}` })
  }

  async fill({ name, goal, board, starts, ends }: NewSprint): Promise<void> {
    if (name !== undefined) await this.form.getByLabel('Nome').fill(name)
    if (goal !== undefined) await this.form.getByLabel('Objetivo').fill(goal)
    if (board !== undefined) await this.form.getByLabel('Quadro').selectOption({ label: board })
    if (starts !== undefined) await fillDate(dateField(this.form, 'Início'), starts)
    if (ends !== undefined) await fillDate(dateField(this.form, 'Fim'), ends)
  }

  async send(): Promise<void> {
    await this.form.getByRole('button', { name: /^(Criar sprint|Salvar)$/ }).click()
  }
}
