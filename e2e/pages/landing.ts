import { expect, type Locator, type Page } from '@playwright/test'

/** The landing page and its two dialogs. */
export class LandingPage {
  readonly page: Page
  readonly createButton: Locator
  readonly joinButton: Locator
  readonly createDialog: Locator
  readonly joinDialog: Locator

  constructor(page: Page) {
    this.page = page
    this.createButton = page.getByRole('button', { name: 'Criar Nova Sala' })
    this.joinButton = page.getByRole('button', { name: 'Entrar em uma Sala' })
    this.createDialog = page.getByRole('dialog', { name: /Sala pronta|Abrindo a mesa/ })
    this.joinDialog = page.getByRole('dialog', { name: 'Entrar em uma sala' })
  }

  async open(): Promise<void> {
    await this.page.goto('/')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Scrum Poker para times ágeis')
    // What is seen first is the document, without the program.
    await expect(this.page.locator('html')).not.toHaveAttribute('data-first-view')
  }

  /** Opens the create dialog and waits for the new room. */
  async createRoom(): Promise<string> {
    await this.createButton.click()
    await expect(this.startButton).toBeEnabled()
    return this.newRoomId()
  }

  get startButton(): Locator {
    return this.createDialog.getByRole('button', { name: 'Iniciar Sala' })
  }

  /** The id that the create dialog shows: six characters of the alphabet. */
  async newRoomId(): Promise<string> {
    const id = this.createDialog.getByText(/^[A-HJ-NP-Z2-9]{6}$/)
    await expect(id).toBeVisible()
    return (await id.textContent()) ?? ''
  }

  get idField(): Locator {
    return this.joinDialog.getByRole('textbox', { name: 'ID da sala' })
  }

  /** Types an id and waits for the answer that lets in. */
  async enterId(roomId: string): Promise<void> {
    await this.idField.fill(roomId)
    await expect(this.joinDialog.getByText('Sala encontrada')).toBeVisible()
  }

  get enterButton(): Locator {
    return this.joinDialog.getByRole('button', { name: 'Entrar na Sala' })
  }
}
