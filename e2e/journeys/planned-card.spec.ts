import { expectAccessible } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageBacklog, stageSprint, tasksIn } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { BoardPage } from '../pages/board.ts'
import { CardPage } from '../pages/card.ts'

test('a card says its sprint, with hours and notes; it is planned, taken out and put back in its window', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const tasks = [{ title: 'Pix', hours: 2.5, notes: 'Falar com o banco' }]
  const { boardId, sprintId, taskIds } = await stageSprint(server.origin, ana.account, { tasks })
  await stageBacklog(server.origin, ana.account, boardId, ['Boleto'])
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(`/board/${boardId}?card=${taskIds[0]}`)
  await expect(card.fact('Sprint').getByRole('link', { name: 'Abrir a sprint Sprint 12' })).toHaveAttribute(
    'href',
    `/sprint/${sprintId}/board`,
  )
  await expect(card.section('Observações')).toContainText('Falar com o banco')
  const hours = card.window.getByRole('textbox', { name: 'Horas previstas' })
  await expect(hours).toHaveValue('2,5')
  await hours.fill('0,3')
  await expect(card.fact('Horas')).toContainText('de meia em meia hora')
  await hours.fill('4,5')
  await hours.press('Enter')
  await card.expectSaved()
  await card.section('Observações').getByRole('button', { name: 'Editar' }).click()
  await card.window.getByRole('textbox', { name: 'Observações do cartão' }).fill('O banco respondeu')
  await card.section('Observações').getByRole('button', { name: 'Salvar' }).click()
  await expect(card.section('Observações')).toContainText('O banco respondeu')
  await expectAccessible(ana.page, 'planned card')

  await card.fact('Sprint').getByRole('button', { name: 'Trocar de sprint' }).click()
  await ana.page.getByRole('button', { name: 'Tirar da sprint' }).click()
  const board = new BoardPage(ana.page)
  await board.holdUndo()
  await expect(card.fact('Sprint')).toContainText('Escolher sprint')
  await expect.poll(() => tasksIn(server.origin, ana.account, sprintId)).toEqual([])
  await board.undo()
  await expect(card.fact('Sprint').getByRole('link')).toHaveText('Sprint 12')
  await expect.poll(() => tasksIn(server.origin, ana.account, sprintId)).toEqual(['Pix'])

  await card.closeButton.click()
  await board.card('Boleto').click()
  await expect(card.heading).toHaveText('Boleto')
  await expect(card.fact('Horas'), 'a card of no sprint has no hours').toHaveCount(0)
  await card.fact('Sprint').getByRole('button', { name: 'Escolher sprint' }).click()
  await ana.page.getByRole('button', { name: 'Sprint 12' }).click()
  await expect(card.window.getByRole('button', { name: 'Adicionar observações' })).toBeVisible()
  await expect.poll(() => tasksIn(server.origin, ana.account, sprintId)).toEqual(['Pix', 'Boleto'])
  await card.fact('Sprint').getByRole('link').click()
  await board.expectCards('A Fazer', ['Pix', 'Boleto'])
})

test('archiving what a sprint under way counts asks first, and says what it takes out of it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const tasks = [{ title: 'Pix' }, { title: 'Cupom', column: 'Concluído' }, { title: 'Boleto' }]
  const { boardId, sprintId } = await stageSprint(server.origin, ana.account, { tasks })
  await stageSprint(server.origin, ana.account, { nome: 'Sprint 13', from: 10, to: 20, boardId, tasks: [{ title: 'Planejada' }] })
  await stageBacklog(server.origin, ana.account, boardId, ['Frete'])
  await ana.signIn()
  const { board, page } = ana
  const question = page.getByRole('dialog', { name: /^Arquivar/ })
  await board.open(boardId)
  for (const title of ['Frete', 'Planejada']) {
    await board.card(title).focus()
    await page.keyboard.press('c')
    await expect(board.card(title), 'no sprint under way loses it').toHaveCount(0)
  }

  await board.card('Pix').focus()
  await page.keyboard.press('c')
  await expect(question).toContainText('1 tarefa da sprint Sprint 12 sai da conta dela')
  await page.keyboard.press('Escape')
  await expect(board.card('Pix')).toBeVisible()
  await board.card('Pix').click()
  await new CardPage(page).openMenu('Arquivar')
  await expect(question).toContainText('1 tarefa da sprint')
  await question.getByRole('button', { name: 'Arquivar' }).click()
  await expect(board.card('Pix')).toHaveCount(0)
  await expect.poll(() => tasksIn(server.origin, ana.account, sprintId)).toEqual(['Boleto', 'Cupom'])

  const asked = Promise.withResolvers<void>()
  await notHandedOn(page).route('**/api/boards/*/sprints', async (route) => {
    await asked.promise
    await route.continue()
  })
  await board.card('Boleto').focus()
  await page.keyboard.press('c')
  const read = page.waitForResponse('**/api/cards/*')
  await page.keyboard.press('e')
  await read
  const title = page.getByRole('dialog', { name: 'Edição rápida' }).getByRole('textbox', { name: 'Título' })
  await title.fill('Boleto registrado')
  const answered = page.waitForResponse('**/api/cards/*')
  asked.resolve()
  await answered
  await expect(title, 'a question waits for what is being written').toHaveValue('Boleto registrado')
  await page.keyboard.press('Escape')
  await expect(question).toContainText('1 tarefa da sprint')
  await page.keyboard.press('Escape')
  await page.unroute('**/api/boards/*/sprints')

  await board.openListMenu('A Fazer', 'Arquivar lista')
  await expect(page.getByRole('dialog', { name: 'Arquivar a lista A Fazer?' })).toContainText('1 tarefa da sprint Sprint 12')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(board.card('Boleto')).toBeVisible()
})
