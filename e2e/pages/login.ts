import { expect, type Locator, type Page } from '@playwright/test'

type Registration = { name?: string; email?: string; password?: string; confirmation?: string; role?: 'Colaborador' | 'Gestor' }

/** The login screen in both of its modes, with a guest's way in above it when a room waits. */
export class LoginPage {
  readonly page: Page
  readonly email: Locator
  readonly password: Locator
  readonly form: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('main')
    this.email = page.getByRole('textbox', { name: 'E-mail' })
    this.password = page.getByLabel('Senha', { exact: true })
  }

  async open(roomId?: string): Promise<void> {
    await this.page.goto(roomId ? `/login?roomId=${roomId}` : '/login')
    await expect(this.email).toBeVisible()
  }

  /** Where a room waits, the guest's own button comes before it. */
  get submitButton(): Locator {
    return this.form.locator('button[type="submit"]').last()
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.submitButton.click()
  }

  /** Switches to the register mode, which has a form for those who may make an account. */
  async toRegisterMode(): Promise<void> {
    await this.form.getByText('Criar Conta', { exact: true }).first().click()
  }

  /** Switches to the register mode. */
  async toRegister(): Promise<void> {
    await this.toRegisterMode()
    await expect(this.name).toBeVisible()
  }

  get name(): Locator {
    return this.page.getByRole('textbox', { name: 'Nome completo' })
  }

  get confirmation(): Locator {
    return this.page.getByLabel('Confirme a senha', { exact: true })
  }

  async register({ name = '', email = '', password = '', confirmation = password, role }: Registration): Promise<void> {
    await this.name.fill(name)
    await this.email.fill(email)
    await this.password.fill(password)
    await this.confirmation.fill(confirmation)
    if (role) await this.form.getByText(role, { exact: true }).click()
    await this.submitButton.click()
  }

  /** A text that says what is wrong. */
  problem(text: string): Locator {
    return this.form.getByText(text).first()
  }

  get guestName(): Locator {
    return this.page.getByRole('textbox', { name: 'Seu nome' })
  }

  async enterAsGuest(name: string): Promise<void> {
    await this.guestName.fill(name)
    await this.guestName.press('Enter')
  }
}
