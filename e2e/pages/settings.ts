import { expect, type Locator, type Page } from '@playwright/test'

type Tab = 'Perfil' | 'Notificações' | 'Aparência' | 'Segurança' | 'Integrações' | 'Programas' | 'Sistema'
const addresses = {
  Perfil: '/settings',
  Notificações: '/settings?aba=notificacoes',
  Aparência: '/settings?aba=aparencia',
  Segurança: '/settings?aba=seguranca',
  Integrações: '/settings?aba=integracoes',
  Programas: '/settings?aba=programas',
  Sistema: '/settings?aba=sistema',
} satisfies Record<Tab, string>

/** /settings and the dialogs that its tabs open. */
export class SettingsPage {
  readonly page: Page
  readonly panel: Locator
  readonly dialog: Locator
  readonly toast: Locator

  constructor(page: Page) {
    this.page = page
    this.panel = page.getByRole('tabpanel')
    this.dialog = page.getByRole('dialog')
    this.toast = page.getByRole('status')
  }

  async open(tab: Tab = 'Perfil'): Promise<void> {
    await this.page.goto(addresses[tab])
    await this.shows(tab)
  }

  tab(name: Tab): Locator {
    return this.page.getByRole('tab', { name, exact: true })
  }

  async choose(tab: Tab): Promise<void> {
    await this.tab(tab).click()
    await this.shows(tab)
  }

  /** The tab is open, and what it shows has come. */
  async shows(tab: Tab): Promise<void> {
    await expect(this.tab(tab)).toHaveAttribute('aria-selected', 'true')
    await expect(this.panel.getByRole('heading').first()).toBeVisible()
    await expect(this.panel.getByText('Carregando…')).toHaveCount(0)
  }

  switch(name: string): Locator {
    return this.panel.getByRole('switch', { name })
  }

  region(name: string): Locator {
    return this.panel.getByRole('region', { name })
  }

  field(name: string): Locator {
    return this.page.getByLabel(name, { exact: true })
  }

  async edit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Editar' }).click()
    await expect(this.field('Nome completo')).toBeVisible()
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Salvar', exact: true }).click()
  }

  /** Turns the second step on, as a person with an app would. @returns the app's secret and the recovery codes. */
  async enableTwoFactor(password: string, codeOf: (secret: string) => string): Promise<{ secret: string; codes: string[] }> {
    await this.region('Verificação em duas etapas').getByRole('button', { name: 'Ativar' }).click()
    await this.dialog.getByLabel('Senha atual', { exact: true }).fill(password)
    await this.dialog.getByRole('button', { name: 'Continuar' }).click()
    const secret = ((await this.dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await this.dialog.getByRole('textbox', { name: 'Código' }).fill(codeOf(secret))
    await this.dialog.getByRole('button', { name: 'Ativar' }).click()
    const list = this.dialog.getByRole('list', { name: 'Códigos de recuperação' })
    await expect(list).toBeVisible()
    return { secret, codes: await list.getByRole('listitem').allTextContents() }
  }
}
