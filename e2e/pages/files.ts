import { Buffer } from 'node:buffer'
import { expect, type Locator } from '@playwright/test'
import type { CardPage } from './card.ts'

export type Chosen = { name: string; mimeType: string; buffer: Buffer }

/** The files of a card, in its window. */
export class FilesPart {
  readonly card: CardPage
  readonly part: Locator

  constructor(card: CardPage) {
    this.card = card
    this.part = card.section('Arquivos')
  }

  get add(): Locator {
    return this.card.window.getByRole('button', { name: 'Incluir arquivos' })
  }

  /** Picks files as a person does, in the chooser of the browser. */
  async pick(...files: Chosen[]): Promise<void> {
    const chooser = this.card.page.waitForEvent('filechooser')
    await this.add.click()
    await (await chooser).setFiles(files)
  }

  /** Drops files on the window, which nobody can do from outside of a browser. */
  async drop(...files: Chosen[]): Promise<void> {
    await this.dispatch('drop', 'dataTransfer', files)
  }

  /** Pastes files, as after copying a picture. */
  async paste(...files: Chosen[]): Promise<void> {
    await this.dispatch('paste', 'clipboardData', files)
  }

  private async dispatch(kind: 'drop' | 'paste', holder: 'dataTransfer' | 'clipboardData', files: readonly Chosen[]): Promise<void> {
    const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
    await this.card.heading.evaluate(
      (element, { kind, holder, sent }) => {
        const data = new DataTransfer()
        for (const { name, mimeType, base64 } of sent) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          data.items.add(new File([bytes], name, { type: mimeType }))
        }
        const options = { bubbles: true, cancelable: true, [holder]: data }
        element.dispatchEvent(kind === 'drop' ? new DragEvent(kind, options) : new ClipboardEvent(kind, options))
      },
      { kind, holder, sent },
    )
  }

  tile(name: string | RegExp): Locator {
    return this.part.getByRole('listitem').filter({ hasText: name })
  }

  async expectNames(...names: (string | RegExp)[]): Promise<void> {
    await expect(this.part.getByRole('listitem')).toContainText(names)
  }

  async openMenu(name: string): Promise<void> {
    await this.part.getByRole('button', { name: `Ações de ${name}` }).click()
  }

  async remove(name: string): Promise<void> {
    await this.openMenu(name)
    await this.card.page.getByRole('button', { name: 'Excluir', exact: true }).click()
  }
}

export const textFile = (name: string, text: string): Chosen => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
