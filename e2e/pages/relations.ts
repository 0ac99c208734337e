import { expect, type Locator } from '@playwright/test'
import type { CardPage } from './card.ts'

/** What a card is to others, in its window. */
export class RelationsPart {
  readonly card: CardPage
  readonly part: Locator
  readonly subcards: Locator

  constructor(card: CardPage) {
    this.card = card
    this.part = card.section('Relações')
    this.subcards = card.section('Sub-cartões')
  }

  get add(): Locator {
    return this.card.window.getByRole('button', { name: /^(Adicionar relação|Relacionar a outro cartão)$/ })
  }

  get search(): Locator {
    return this.card.page.getByRole('searchbox', { name: 'Buscar por chave ou título' })
  }

  /** The line that says what holds the card up. */
  get blockedBy(): Locator {
    return this.card.window.getByRole('list', { name: 'O que bloqueia este cartão' })
  }

  hit(title: string): Locator {
    return this.card.page.getByRole('group', { name: 'Cartões encontrados' }).getByRole('button', { name: title })
  }

  /** Opens the picker and writes what is looked for. */
  async find(kind: string, text: string): Promise<void> {
    await this.add.click()
    await expect(this.search).toBeFocused()
    await this.card.page.getByRole('combobox', { name: 'Este cartão' }).selectOption(kind)
    await this.search.fill(text)
  }

  /** Relates the card to one that is found by a text. */
  async relate(kind: string, text: string, title: string): Promise<void> {
    await this.find(kind, text)
    await this.hit(title).click()
    await expect(this.search).toBeHidden()
  }

  async addSubcards(...titles: string[]): Promise<void> {
    await this.card.window.getByRole('button', { name: /^(Adicionar sub-cartão|Novo sub-cartão)$/ }).click()
    const field = this.card.window.getByRole('textbox', { name: 'Título do sub-cartão' })
    await expect(field).toBeFocused()
    for (const title of titles) {
      await field.fill(title)
      await field.press('Enter')
      await expect(this.subcards.getByRole('link', { name: title })).toBeVisible()
    }
    await field.press('Escape')
    await expect(field).toBeHidden()
  }
}
