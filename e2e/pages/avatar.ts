import type { Locator, Page } from '@playwright/test'

export type AvatarName = 'Sol' | 'Onda' | 'Folha' | 'Lua' | 'Pipa' | 'Vela' | 'Flor' | 'Morro'

/** The choice among the eight tiles. */
export class AvatarPage {
  readonly page: Page
  readonly choices: Locator
  readonly continueButton: Locator

  constructor(page: Page) {
    this.page = page
    this.choices = page.getByRole('radio')
    this.continueButton = page.getByRole('button', { name: 'Continuar' })
  }

  async choose(name: AvatarName): Promise<void> {
    // The tile is drawn over the radio that it labels, so a person clicks the tile.
    await this.page.getByRole('radio', { name }).check({ force: true })
    await this.continueButton.click()
  }
}
