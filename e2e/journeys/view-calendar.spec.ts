import type { Page } from '@playwright/test'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageDated } from '../harness/dated-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import type { Team } from '../harness/team.ts'

const dayOf = (page: Page, day: string) => page.locator(`[data-day="${day}"]`)
const cardsOn = (page: Page, day: string) => dayOf(page, day).getByRole('link')
const tray = (page: Page) => page.getByRole('complementary', { name: 'Sem prazo' })

/** A board with cards due in a month far away, a sprint in it, and one card without a date. */
async function stage(where: { team: Team; origin: string }, title: string) {
  const later = { due_date: '2031-03-20' }
  const staged = await stageDated(where, {
    title,
    cards: ['Pix', 'Boleto', 'Frete', 'Cupom', 'Estorno', 'Antifraude'],
    dates: { Pix: { start_date: '2031-03-03', due_date: '2031-03-05' }, Boleto: later, Frete: later, Cupom: later, Estorno: later },
  })
  await callAs(where.origin, staged.ana.account, sprintsApi.create, {
    body: { board_id: staged.boardId, nome: 'Sprint do mês', data_inicio: '2031-03-10', data_fim: '2031-03-21' },
  })
  return staged
}

test('cards stand on their days, are dragged to others, and come from and go to the tray', async ({ team, server }) => {
  const { ana, boardId, datesOf } = await stage({ team, origin: server.origin }, 'Calendário de março')
  const { page, board } = ana
  await page.goto(`/board/${boardId}`)
  await page.getByRole('navigation', { name: 'Visão' }).getByRole('link', { name: 'Calendário' }).click()
  await expect(page).toHaveURL(/visao=calendario/)
  await expect(tray(page).getByRole('link')).toHaveText(['Antifraude'])
  await page.goto(`/board/${boardId}?visao=calendario&dia=2031-03-01`)
  await expect(page.getByRole('heading', { name: 'março de 2031' })).toBeVisible()
  await expect(cardsOn(page, '2031-03-05')).toHaveText(['Pix'])
  await expect(page.getByText('Sprint do mês').first()).toBeVisible()

  // Many on one day: the rest is behind a button.
  await expect(cardsOn(page, '2031-03-20')).toHaveText(['Boleto', 'Frete'])
  await dayOf(page, '2031-03-20').getByRole('button', { name: 'e mais 2' }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(4)
  await page.keyboard.press('Escape')

  // The start goes along.
  await board.drag(cardsOn(page, '2031-03-05'), dayOf(page, '2031-03-12'), { y: 0.8 })
  await expect(cardsOn(page, '2031-03-12')).toHaveText(['Pix'])
  await expect.poll(() => datesOf('Pix')).toEqual(['2031-03-10', '2031-03-12'])
  await board.undo()
  await expect(cardsOn(page, '2031-03-05')).toHaveText(['Pix'])
  await board.drag(tray(page).getByRole('link', { name: 'Antifraude' }), dayOf(page, '2031-03-13'), { y: 0.8 })
  await expect(cardsOn(page, '2031-03-13')).toHaveText(['Antifraude'])
  await expect(tray(page).getByRole('link')).toHaveCount(0)
  await board.drag(cardsOn(page, '2031-03-13'), tray(page), { y: 0.7 })
  await expect(tray(page).getByRole('link')).toHaveText(['Antifraude'])
  await expectAccessible(page, 'a month of a board')

  // A week, a month further, and back to today; a filter holds here, too.
  await page.getByRole('button', { name: 'Próximo mês' }).click()
  await expect(page.getByRole('heading', { name: 'abril de 2031' })).toBeVisible()
  await page.goBack()
  await page.goto(`/board/${boardId}?visao=calendario&dia=2031-03-20&por=semana`)
  await expect(cardsOn(page, '2031-03-20')).toHaveText(['Boleto', 'Frete', 'Cupom', 'Estorno'])
  await board.search.fill('frete')
  await expect(cardsOn(page, '2031-03-20')).toHaveText(['Frete'])
  await board.search.fill('')
  await page.getByRole('button', { name: 'Hoje', exact: true }).click()
  await expect(page.locator('time[aria-current="date"]')).toBeVisible()
})

test('a card is moved by days without a mouse, and its window gives the focus back', async ({ team, server }) => {
  const { ana, boardId, datesOf } = await stage({ team, origin: server.origin }, 'Calendário sem mouse')
  const { page } = ana
  const { keyboard } = page
  await page.goto(`/board/${boardId}?visao=calendario&dia=2031-03-01`)
  const pix = page.getByRole('link', { name: 'Pix' })
  await pix.focus()
  await keyboard.press('Alt+ArrowRight')
  await expect(cardsOn(page, '2031-03-06')).toHaveText(['Pix'])
  await expect(ana.board.toast).toContainText('Pix: prazo em 6 mar')
  await expect(pix).toBeFocused()
  await keyboard.press('Alt+ArrowDown')
  await expect(cardsOn(page, '2031-03-13')).toHaveText(['Pix'])
  await expect(pix).toBeFocused()
  await expect.poll(() => datesOf('Pix')).toEqual(['2031-03-11', '2031-03-13'])
  await keyboard.press('Control+z')
  await expect(cardsOn(page, '2031-03-06')).toHaveText(['Pix'])

  // Walking, also to a day with many; what has the focus stays shown there.
  await pix.focus()
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('link', { name: 'Boleto' })).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Frete' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(ana.board.dialog(/Frete/)).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Frete' })).toBeFocused()
  await expect(page).toHaveURL(/dia=2031-03-01/)

  // Beyond the month, the month goes along. The keys of the board hold here, too.
  await keyboard.press('Alt+ArrowDown')
  await expect(cardsOn(page, '2031-03-27')).toHaveText(['Frete'])
  await keyboard.press('Alt+ArrowDown')
  await expect(cardsOn(page, '2031-04-03')).toHaveText(['Frete'])
  await keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('heading', { name: 'abril de 2031' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Frete' })).toBeFocused()
  await keyboard.press('PageUp')
  await expect(page.getByRole('heading', { name: 'março de 2031' })).toBeVisible()
  await tray(page).getByRole('link', { name: 'Antifraude' }).focus()
  await keyboard.press('d')
  await page.getByRole('textbox', { name: 'Prazo' }).fill('2031-03-14')
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await expect(cardsOn(page, '2031-03-14')).toHaveText(['Antifraude'])
})

test('others see the days change, readers move nothing, and a phone has a month with a list', async ({ team, server }) => {
  const { ana, bia, lia, caio, boardId, change, datesOf } = await stage({ team, origin: server.origin }, 'Calendário de todos')
  const address = `/board/${boardId}?visao=calendario&dia=2031-03-05`
  await bia.signIn()
  await bia.page.goto(address)
  await expect(cardsOn(bia.page, '2031-03-05')).toHaveText(['Pix'])
  await change('Pix', { due_date: '2031-03-07' })
  await expect(cardsOn(bia.page, '2031-03-07')).toHaveText(['Pix'])

  await lia.signIn()
  await lia.page.goto(address)
  await lia.page.getByRole('link', { name: 'Pix' }).focus()
  await lia.page.keyboard.press('Alt+ArrowRight')
  await lia.board.drag(cardsOn(lia.page, '2031-03-07'), dayOf(lia.page, '2031-03-12'))
  await expect(cardsOn(lia.page, '2031-03-07')).toHaveText(['Pix'])
  expect(await datesOf('Pix')).toEqual(['2031-03-03', '2031-03-07'])
  await ana.page.goto(address)
  await expect(ana.page.getByRole('link', { name: 'Pix' })).toBeVisible()

  await caio.signIn()
  await caio.page.goto(address)
  await caio.page.getByRole('button', { name: /^20 de março: 4 cartões/ }).tap()
  await expect(caio.page.getByRole('heading', { name: /^20 de março/ })).toContainText('4')
  await expect(caio.page.getByRole('heading', { name: 'março de 2031' })).toBeVisible()
  await expectFits(caio.page, 'the calendar on a phone')
  await expectAccessible(caio.page, 'the calendar on a phone')
  await caio.page.getByRole('link', { name: /Cupom/ }).tap()
  await expect(caio.board.dialog(/Cupom/)).toBeVisible()
})
