import { expect, type Locator, type Page } from '@playwright/test'

/** The board, by mouse and by keys. Lists and cards go by their titles. */
export class BoardPage {
  readonly page: Page
  readonly search: Locator
  readonly toast: Locator
  readonly menuButton: Locator
  readonly filterButton: Locator
  readonly view: Locator
  readonly people: Locator
  readonly newList: Locator
  readonly offlineNote: Locator

  constructor(page: Page) {
    this.page = page
    this.search = page.getByRole('textbox', { name: 'Buscar neste quadro' })
    // The toast's region is the only status outside of the screen.
    this.toast = page.locator('body > div > [role="status"]').first()
    this.menuButton = page.getByRole('button', { name: 'Menu do quadro' })
    this.filterButton = page.getByRole('button', { name: /^Filtrar/ })
    this.view = page.getByRole('button', { name: 'Exibir', exact: true })
    this.people = page.getByRole('img', { name: /^No quadro agora/ })
    this.newList = page.getByRole('button', { name: 'Adicionar lista', exact: true })
    this.offlineNote = page.getByText('Sem conexão. Você vê o quadro como estava.')
  }

  /** Opens a board and waits until it is drawn. */
  async open(boardId: number): Promise<void> {
    await this.page.goto(`/board/${boardId}`)
    await expect(this.menuButton).toBeVisible()
  }

  /** A face of the strip that filters by person. */
  face(name: string): Locator {
    return this.page.getByRole('toolbar', { name: 'Filtrar por pessoa' }).getByRole('button', { name: new RegExp(`^${name}`) })
  }

  list(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true })
  }

  card(title: string): Locator {
    return this.page.getByRole('link').filter({ has: this.page.getByRole('heading', { level: 3, name: title, exact: true }) })
  }

  cardsOf(title: string): Locator {
    return this.list(title).getByRole('heading', { level: 3 })
  }

  /** The cards of a list from top to bottom; waits until it is so. */
  async expectCards(title: string, cards: readonly string[]): Promise<void> {
    await expect(this.cardsOf(title)).toHaveText([...cards])
  }

  async expectLists(titles: readonly string[]): Promise<void> {
    await expect(this.page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...titles])
  }

  /** Writes cards one after the other, as somebody with a list in mind does. */
  async addCards(list: string, ...titles: string[]): Promise<void> {
    await this.list(list)
      .getByRole('button', { name: `Adicionar cartão em ${list}` })
      .click()
    const field = this.page.getByRole('textbox', { name: 'Título do cartão' })
    for (const title of titles) {
      await field.fill(title)
      await field.press('Enter')
      await expect(this.card(title)).toBeVisible()
      await expect(this.card(title)).not.toHaveAttribute('aria-busy')
    }
    await field.press('Escape')
  }

  async addList(title: string): Promise<void> {
    await this.newList.click()
    const field = this.page.getByRole('textbox', { name: 'Título da lista' })
    await field.fill(title)
    await field.press('Enter')
    await expect(this.list(title)).toBeVisible()
    await field.press('Escape')
  }

  /** Drags with the mouse to a point of another element, in steps as a hand does; `y` is a share of its height. */
  async drag(from: Locator, to: Locator, { x = 0.5, y = 0.5 } = {}): Promise<void> {
    const { width, height } = await boxOf(from)
    const grip = { x: Math.min(40, width / 2), y: Math.min(24, height / 2) }
    // Waits until it stands still: a page that has just opened still moves what is on it.
    await from.hover({ position: grip })
    const [start, end] = [await boxOf(from), await boxOf(to)]
    const { mouse } = this.page
    const target = { x: end.x + end.width * x, y: end.y + end.height * y }
    await mouse.move(start.x + grip.x, start.y + grip.y)
    await mouse.down()
    await mouse.move(start.x + grip.x + 8, start.y + grip.y + 6, { steps: 3 })
    await mouse.move(target.x, target.y, { steps: 8 })
    await this.drawn()
    await mouse.move(target.x + 1, target.y + 1, { steps: 2 })
    await this.drawn()
    await mouse.up()
  }

  /** What the pointer did is on the screen: a drag answers in the next frame, and draws in the one after. */
  async drawn(): Promise<void> {
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }

  async openMenu(item: string): Promise<void> {
    await this.menuButton.click()
    await this.page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  /** Chooses how the board is looked at: in the menu of its head or, where that has no room, in the board's. */
  async look(item: string): Promise<void> {
    await ((await this.view.isVisible()) ? this.view : this.menuButton).click()
    await this.page.getByRole('menuitemradio', { name: item, exact: true }).click()
  }

  async openListMenu(list: string, item: string): Promise<void> {
    await this.page.getByRole('button', { name: `Ações da lista ${list}` }).click()
    await this.page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name })
  }

  /** Puts the pointer on the toast, which then waits, however long what comes before `undo` takes. */
  async holdUndo(): Promise<void> {
    await this.page.getByRole('button', { name: 'Desfazer' }).hover()
  }

  async undo(): Promise<void> {
    await this.page.getByRole('button', { name: 'Desfazer' }).click()
  }
}

/** Where something to drag, or to drop on, stands. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('nothing to drag, or nowhere to drop')
  return box
}
