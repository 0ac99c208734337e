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
  async pick(...files: Chosen[] | [path: string]): Promise<void> {
    const chooser = this.card.page.waitForEvent('filechooser')
    await this.add.click()
    await (await chooser).setFiles(files)
  }

  /** Holds a file over the window without letting it go. */
  async holdOver(): Promise<void> {
    await this.card.heading.evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['texto'], 'ata.txt'))
      element.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
    })
    await expect(this.card.window.getByText('Solte para incluir neste cartão')).toBeVisible()
  }

  /** Drops files on the window, which nobody can do from outside of a browser. */
  async drop(...files: Chosen[]): Promise<void> {
    await this.holdOver()
    const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
    await this.card.heading.evaluate((element, sent) => {
      const data = new DataTransfer()
      for (const { name, mimeType, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    }, sent)
    await expect(this.card.window.getByText('Solte para incluir neste cartão')).toBeHidden()
  }

  /** Copies a picture and pastes it. */
  async pastePicture({ mimeType, buffer }: Chosen): Promise<void> {
    const { page } = this.card
    await page.evaluate(
      async ([type, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([bytes], { type }) })])
      },
      [mimeType, buffer.toString('base64')] as const,
    )
    await page.keyboard.press('ControlOrMeta+V')
  }

  tile(name: string | RegExp): Locator {
    return this.part.getByRole('listitem').filter({ hasText: name })
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
