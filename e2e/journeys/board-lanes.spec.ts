import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'

test('a board in lanes shows who does what, and a card changes its list and its person in one act', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado', members: [caio.account] })
  await ana.signIn()
  await ana.page.goto(`/board/${stage.boardId}`)
  const { board, page } = ana
  await board.addCards('A Fazer', 'Boleto vencido', 'Frete')
  const cell = (list: string, lane: string) => page.getByRole('list', { name: `${list}, ${lane}`, exact: true })
  const titles = (list: string, lane: string) => cell(list, lane).getByRole('heading', { level: 3 })

  await board.look('Por pessoa')
  await expect(titles('A Fazer', 'Sem responsável')).toHaveText(['Pix parcelado', 'Boleto vencido', 'Frete'])
  await expect(page.getByRole('region', { name: 'Sem responsável' })).toContainText('3 cartões')
  await expect(page.getByRole('region', { name: 'Caio' })).toContainText('nenhum cartão')
  await expect.poll(async () => (await board.card('Frete').boundingBox())?.height).toBe(44)
  await expectAccessible(page, 'a board in lanes')

  // By pointer into another lane and another list at once.
  await board.drag(board.card('Boleto vencido'), cell('Em Andamento', 'Caio'))
  await expect(titles('Em Andamento', 'Caio')).toHaveText(['Boleto vencido'])
  await expect(board.toast).toContainText('Cartão em Em Andamento, Caio')
  await board.undo()
  await expect(titles('A Fazer', 'Sem responsável')).toHaveText(['Pix parcelado', 'Boleto vencido', 'Frete'])

  // By keys: within the lane, to another list, to another lane.
  await board.card('Frete').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(titles('A Fazer', 'Sem responsável')).toHaveText(['Pix parcelado', 'Frete', 'Boleto vencido'])
  await page.keyboard.press('Alt+ArrowRight')
  await expect(titles('Em Andamento', 'Sem responsável')).toHaveText(['Frete'])
  await expect(board.card('Frete')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(titles('Em Andamento', 'Caio')).toHaveText(['Frete'])
  await expect(board.toast).toContainText('Cartão em Caio')
  await expect(board.card('Frete')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await board.card('Pix parcelado').focus()
  await page.keyboard.press('ArrowDown')
  await expect(board.card('Boleto vencido')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Ações para os escolhidos' })).toContainText('1 escolhido')
  await page.keyboard.press('Escape')

  // A lane folds, and stays folded.
  await page.getByRole('button', { name: /^Sem responsável/ }).click()
  await expect(board.card('Pix parcelado')).toBeHidden()
  await page.reload()
  await expect(titles('Em Andamento', 'Caio')).toHaveText(['Frete'])
  await expect(board.card('Pix parcelado')).toBeHidden()

  // By priority, what comes to a lane gets it.
  await board.look('Por prioridade')
  await board.drag(board.card('Pix parcelado'), cell('A Fazer', 'Prioridade urgente'))
  await expect(titles('A Fazer', 'Prioridade urgente')).toHaveText(['Pix parcelado'])
  await page.keyboard.press('Control+z')
  await expect(titles('A Fazer', 'Prioridade média')).toHaveText(['Pix parcelado', 'Boleto vencido'])

  await caio.signIn()
  await caio.page.goto(`/board/${stage.boardId}`)
  await caio.board.look('Por pessoa')
  await expect(caio.board.card('Pix parcelado')).toBeVisible()
  await expect(caio.board.card('Frete')).toBeHidden()
  await caio.page.getByRole('button', { name: 'Em Andamento 1' }).tap()
  await expect(caio.board.card('Frete')).toBeVisible()
  await expectFits(caio.page, 'lanes on a phone')
  await expectAccessible(caio.page, 'lanes on a phone')
})
