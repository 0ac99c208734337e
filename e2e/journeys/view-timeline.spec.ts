import type { Page } from '@playwright/test'
import { relationsApi } from '@rodada/contract/cards/relations'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageDated } from '../harness/dated-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import type { Team } from '../harness/team.ts'

/** Days from today, as the wire writes them: the line begins around today. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const bar = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title},`) })
const brokenLines = (page: Page) => page.locator('g[data-broken]')

/** A board on which one card blocks another, and a third has no date. */
async function stage(where: { team: Team; origin: string }, title: string) {
  const staged = await stageDated(where, {
    title,
    cards: ['Contrato', 'Parcelas', 'Recibo'],
    dates: {
      Contrato: { start_date: inDays(2), due_date: inDays(5) },
      Parcelas: { start_date: inDays(8), due_date: inDays(12) },
    },
  })
  await callAs(where.origin, staged.ana.account, relationsApi.add, {
    params: { cardId: staged.idOf('Contrato') },
    body: { kind: 'blocks', card_id: staged.idOf('Parcelas') },
  })
  return staged
}

test('bars are moved and pulled, and a line says where what blocks ends too late', async ({ team, server }) => {
  const { ana, boardId, datesOf } = await stage({ team, origin: server.origin }, 'Linha de entregas')
  const { page, board } = ana
  await page.goto(`/board/${boardId}`)
  await page.getByRole('navigation', { name: 'Visão' }).getByRole('link', { name: 'Linha do tempo' }).click()
  await expect(page).toHaveURL(/visao=linha/)
  await expect(bar(page, 'Contrato')).toBeVisible()
  await expect(bar(page, 'Parcelas')).toHaveAccessibleName(/espera .*-1$/)
  await expect(page.locator('svg g')).toHaveCount(1)
  await expect(brokenLines(page)).toHaveCount(0)
  await expectAccessible(page, 'the timeline of a board')

  // A day is 21 px: three weeks' worth of nothing happens, seven days to the right do.
  const box = await bar(page, 'Contrato').boundingBox()
  if (!box) throw new Error('no bar')
  const pull = async (fromX: number, days: number) => {
    const y = box.y + box.height / 2
    await page.mouse.move(fromX, y)
    await page.mouse.down()
    await page.mouse.move(fromX + 8, y, { steps: 3 })
    await page.mouse.move(fromX + days * 21, y, { steps: 6 })
    await board.drawn()
    await page.mouse.move(fromX + days * 21 + 1, y)
    await board.drawn()
    await page.mouse.up()
  }
  await pull(box.x + box.width - 4, 4)
  await expect.poll(() => datesOf('Contrato')).toEqual([inDays(2), inDays(9)])
  await expect(brokenLines(page)).toHaveCount(1)
  await board.undo()
  await expect(brokenLines(page)).toHaveCount(0)
  await pull(box.x + box.width / 2, 1)
  await expect.poll(() => datesOf('Contrato')).toEqual([inDays(3), inDays(6)])

  // What has no date is counted, and opens.
  await page.getByRole('button', { name: '1 sem datas' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Recibo/ })
    .click()
  await expect(ana.board.dialog(/Recibo/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Meses' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Meses' })).toHaveAttribute('aria-pressed', 'true')
  await board.search.fill('parcelas')
  await expect(bar(page, 'Contrato')).toHaveCount(0)
  await expect(bar(page, 'Parcelas')).toBeVisible()
})

test('the timeline is walked and changed without a mouse', async ({ team, server }) => {
  const { ana, boardId, datesOf } = await stage({ team, origin: server.origin }, 'Linha sem mouse')
  const { page } = ana
  const { keyboard } = page
  await page.goto(`/board/${boardId}?visao=linha`)
  await bar(page, 'Contrato').focus()
  await keyboard.press('ArrowDown')
  await expect(bar(page, 'Parcelas')).toBeFocused()
  await keyboard.press('Home')
  await expect(bar(page, 'Contrato')).toBeFocused()
  await keyboard.press('Alt+ArrowRight')
  await expect.poll(() => datesOf('Contrato')).toEqual([inDays(3), inDays(6)])
  await expect(ana.board.toast).toContainText('Contrato: prazo em')
  await keyboard.press('Alt+Shift+ArrowRight')
  await keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(() => datesOf('Contrato')).toEqual([inDays(3), inDays(8)])
  await expect(brokenLines(page)).toHaveCount(1)
  await expect(bar(page, 'Contrato')).toBeFocused()
  await keyboard.press('Control+z')
  await expect(brokenLines(page)).toHaveCount(0)
  await keyboard.press('Enter')
  await expect(ana.board.dialog(/Contrato/)).toBeVisible()
  await keyboard.press('Escape')
  await expect(bar(page, 'Contrato')).toBeFocused()
  await keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Ações para os escolhidos' })).toContainText('1 escolhido')
})

test('others see bars move, readers move none, and a phone has four weeks', async ({ team, server }) => {
  const { bia, lia, caio, boardId, change, datesOf } = await stage({ team, origin: server.origin }, 'Linha de todos')
  const address = `/board/${boardId}?visao=linha`
  await bia.signIn()
  await bia.page.goto(address)
  await expect(bar(bia.page, 'Parcelas')).toBeVisible()
  await change('Parcelas', { start_date: inDays(4) })
  await expect(brokenLines(bia.page)).toHaveCount(1)

  await lia.signIn()
  await lia.page.goto(address)
  await bar(lia.page, 'Contrato').focus()
  await lia.page.keyboard.press('Alt+ArrowRight')
  await lia.page.keyboard.press('Enter')
  await expect(lia.board.dialog(/Contrato/)).toBeVisible()
  expect(await datesOf('Contrato')).toEqual([inDays(2), inDays(5)])

  await caio.signIn()
  await caio.page.goto(address)
  await expect(caio.page.getByRole('link', { name: /Parcelas/ })).toContainText('espera')
  await expectFits(caio.page, 'the timeline on a phone')
  await expectAccessible(caio.page, 'the timeline on a phone')
  await caio.page.getByRole('button', { name: 'Próxima semana' }).tap()
  await caio.page.getByRole('link', { name: /Contrato/ }).tap()
  await expect(caio.board.dialog(/Contrato/)).toBeVisible()
})
