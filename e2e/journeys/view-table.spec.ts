import type { Page } from '@playwright/test'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageDated } from '../harness/dated-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Team } from '../harness/team.ts'

const titles = ['Pix parcelado', 'Boleto vencido', 'Frete grátis']
const dataRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') })
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const expectRows = (page: Page, wanted: readonly string[]) => expect(dataRows(page).locator('[data-kind="title"]')).toHaveText([...wanted])

/** A board of three cards with a number that they show and a text that they do not, Ana at its table. */
async function atTable(at: { team: Team; origin: string }, title: string) {
  const staged = await stageDated(at, { title, cards: titles, dates: {} })
  const { ana, boardId, change } = staged
  const add = (body: { name: string; type: 'number' | 'text'; on_card?: boolean }) =>
    callAs(at.origin, ana.account, boardFieldsApi.add, { params: { boardId }, body })
  const field = await add({ name: 'Impacto', type: 'number', on_card: true })
  const client = await add({ name: 'Cliente', type: 'text' })
  await change('Pix parcelado', { estimate: 5, due_date: '2031-03-20', fields: { [field.id]: 300, [client.id]: 'Padaria Sol' } })
  await change('Boleto vencido', { estimate: 3, due_date: '2031-03-10' })
  return staged
}

test('the cards of a board stand in a table: chosen in the head, sorted by a column, kept over a reload', async ({ team, server }) => {
  const { ana, boardId } = await atTable({ team, origin: server.origin }, 'Tabela de pagamentos')
  const { page } = ana
  await page.goto(`/board/${boardId}`)
  await page.getByRole('navigation', { name: 'Visão' }).getByRole('link', { name: 'Tabela' }).click()
  await expect(page).toHaveURL(/visao=tabela/)
  await expectRows(page, titles)
  const foot = page.getByRole('row').last()
  await expect(foot).toContainText('3 cartões')
  await expect(foot).toContainText('8')
  await expect(foot).toContainText('300')

  await page.getByRole('columnheader', { name: 'Prazo' }).click()
  await expectRows(page, ['Boleto vencido', 'Pix parcelado', 'Frete grátis'])
  await expect(page.getByRole('columnheader', { name: 'Prazo' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('columnheader', { name: 'Prazo' }).click()
  await expectRows(page, ['Pix parcelado', 'Boleto vencido', 'Frete grátis'])
  await page.reload()
  await expectRows(page, ['Pix parcelado', 'Boleto vencido', 'Frete grátis'])
  await expect(page).toHaveURL(/ordem=-due/)

  // Columns and groups are remembered here, the view too.
  await page.getByRole('button', { name: 'Colunas' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sprint' }).click()
  // A field that cards do not show is a column when one asks for it.
  await expect(page.getByRole('columnheader', { name: 'Cliente' })).toHaveCount(0)
  await page.getByRole('menuitemcheckbox', { name: 'Cliente' }).click()
  await page.getByRole('menuitemradio', { name: 'Por responsável' }).click()
  await expect(page.getByRole('columnheader', { name: 'Sprint' })).toHaveCount(0)
  await expect(page.getByRole('gridcell', { name: /^Sem responsável/ })).toContainText('3 cartões')
  await expectAccessible(page, 'the table of a board')
  await page.goto(`/board/${boardId}`)
  await expect(page.getByRole('columnheader', { name: 'Cliente' })).toBeVisible()
  const boleto = rowOf(page, 'Boleto vencido').locator('[data-kind="field"]').last()
  await expect(rowOf(page, 'Pix parcelado')).toContainText('Padaria Sol')
  await boleto.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Cliente' }).fill('Mercado')
  await page.keyboard.press('Enter')
  await expect(boleto).toHaveText('Mercado')
  await page.reload()
  await expect(boleto, 'what was written is on the server').toHaveText('Mercado')

  // Nothing is written over what is still to come.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await notHandedOn(page).route('**/fields/*/values', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await boleto.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Cliente' })).toHaveCount(0)
  release()
  await expect(page.getByRole('textbox', { name: 'Cliente' })).toHaveValue('Mercado')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { name: /^Sem responsável/ })).toContainText('8 pontos')
  await page.getByRole('gridcell', { name: /^Sem responsável/ }).click()
  await expect(dataRows(page)).toHaveCount(0)

  // What a filter lets through is what is added up.
  await page.getByRole('gridcell', { name: /^Sem responsável/ }).click()
  await ana.board.search.fill('boleto')
  await expect(page.getByRole('row').last()).toContainText('1 cartão')
  await expect(dataRows(page)).toHaveCount(1)
})

test('a table is walked and written without a mouse', async ({ team, server }) => {
  const { ana, boardId } = await atTable({ team, origin: server.origin }, 'Tabela sem mouse')
  const { page } = ana
  const { keyboard } = page
  await page.goto(`/board/${boardId}?visao=tabela`)
  await expectRows(page, titles)
  const cell = (title: string, kind: string) => rowOf(page, title).locator(`[data-kind="${kind}"]`)

  await cell('Pix parcelado', 'title').focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Título', exact: true })).toBeFocused()
  await page.keyboard.insertText('Pix em parcelas')
  await keyboard.press('Escape')
  await expect(cell('Pix parcelado', 'title')).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Título', exact: true })).toBeFocused()
  await page.keyboard.insertText('Pix em parcelas')
  await keyboard.press('Enter')
  await expect(cell('Pix em parcelas', 'title')).toBeFocused()

  await keyboard.press('ArrowRight')
  await expect(cell('Pix em parcelas', 'list')).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Lista' })).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(cell('Pix em parcelas', 'list')).toHaveText('Em Andamento')
  await expect(cell('Pix em parcelas', 'list')).toBeFocused()
  await expect(ana.board.toast).toContainText('Em Andamento')

  await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await keyboard.press('b')
  await keyboard.press('Enter')
  await expect(cell('Pix em parcelas', 'person')).toContainText('Bia')

  // Points: what is no number stays to be mended, Tab keeps it and goes right.
  await keyboard.press('Home')
  await keyboard.press('ArrowUp')
  await cell('Frete grátis', 'points').focus()
  await keyboard.press('Enter')
  await page.keyboard.insertText('muitos')
  await keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('A estimativa')
  await page.getByRole('textbox', { name: 'Pontos' }).fill('2,5')
  await keyboard.press('Tab')
  await expect(cell('Frete grátis', 'points')).toHaveText('2,5')
  await expect(cell('Frete grátis', 'sprint')).toBeFocused()
  await expect(page.getByRole('row').last()).toContainText('10,5')

  // A date, and the keys of the board on the card of the row.
  await cell('Frete grátis', 'due').focus()
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Hoje', exact: true }).press('Enter')
  await expect(cell('Frete grátis', 'due')).not.toHaveText('–')
  await expect(cell('Frete grátis', 'due')).toBeFocused()
  await keyboard.press('Shift+ArrowUp')
  await expect(page.getByRole('region', { name: 'Ações para os escolhidos' })).toContainText('2 escolhidos')
  await expectAccessible(page, 'the table with chosen rows')
  await keyboard.press('Escape')

  // The card opens over the table, and gives the focus back.
  await cell('Boleto vencido', 'key').focus()
  await keyboard.press('Enter')
  await expect(ana.board.dialog(/Boleto vencido/)).toBeVisible()
  await expect(page).toHaveURL(/visao=tabela/)
  await keyboard.press('Escape')
  await expect(cell('Boleto vencido', 'key')).toBeFocused()
  await keyboard.press('Control+Home')
  await keyboard.press('ArrowUp')
  await keyboard.press('End')
  await expect(page.getByRole('columnheader', { name: 'Impacto' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Impacto' })).toHaveAttribute('aria-sort', 'ascending')
})

test('others see what is written in the table, readers write nothing, and a phone has lines', async ({ team, server }) => {
  const { bia, lia, caio, boardId, change } = await atTable({ team, origin: server.origin }, 'Tabela de todos')
  await bia.signIn()
  await bia.page.goto(`/board/${boardId}?visao=tabela&ordem=points`)
  await expectRows(bia.page, ['Boleto vencido', 'Pix parcelado', 'Frete grátis'])
  await change('Frete grátis', { estimate: 1 })
  await expectRows(bia.page, ['Frete grátis', 'Boleto vencido', 'Pix parcelado'])

  await lia.signIn()
  await lia.page.goto(`/board/${boardId}?visao=tabela`)
  await expectRows(lia.page, titles)
  await expect(lia.page.getByRole('checkbox')).toHaveCount(0)
  await rowOf(lia.page, 'Pix parcelado').locator('[data-kind="points"]').focus()
  await lia.page.keyboard.press('Enter')
  await expect(lia.board.dialog(/Pix parcelado/)).toBeVisible()

  await caio.signIn()
  await caio.page.goto(`/board/${boardId}`)
  await caio.page.getByRole('combobox', { name: 'Visão' }).selectOption('Tabela')
  await expect(caio.page.getByRole('list', { name: /em tabela$/ }).getByRole('listitem')).toHaveCount(3)
  await expectFits(caio.page, 'the table on a phone')
  await expectAccessible(caio.page, 'the table on a phone')
  await caio.page.getByRole('link', { name: /Frete grátis/ }).tap()
  await expect(caio.board.dialog(/Frete grátis/)).toBeVisible()
})
