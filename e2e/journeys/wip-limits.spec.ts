import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'

test('a list says when it holds too much, takes no more when that was chosen, and says who may change it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado', members: [caio.account] })
  await ana.signIn()
  await ana.page.goto(`/board/${stage.boardId}`)
  await ana.board.addCards('A Fazer', 'Boleto vencido')
  const doing = ana.board.list('Em Andamento')
  const limit = ana.board.dialog('Limite de Em Andamento')
  const field = limit.getByRole('textbox', { name: 'Máximo de cartões ao mesmo tempo' })
  const save = limit.getByRole('button', { name: 'Salvar' })
  const moveToDoing = async (title: string) => {
    await ana.board.card(title).focus()
    await ana.page.keyboard.press('Alt+ArrowRight')
  }

  await ana.board.openListMenu('Em Andamento', 'Limite de cartões…')
  await field.fill('0')
  await save.click()
  await expect(limit).toContainText('O limite vai de 1 a 999 cartões.')
  await expect(field).toBeFocused()
  await expectAccessible(ana.page, 'the limit of a list')
  await field.fill('1')
  await save.click()
  await expect(limit).toBeHidden()
  await moveToDoing('Pix parcelado')
  await expect(doing).toContainText('1/1')
  await moveToDoing('Boleto vencido')
  await expect(ana.page.getByText('Em Andamento passou do limite')).toBeVisible()
  await expect(doing).toContainText('2 cartões: passou do limite de 1')
  await expectAccessible(ana.page, 'a list over its limit')

  await ana.board.undo()
  await expect(doing).toContainText('1/1')
  await ana.board.openListMenu('Em Andamento', 'Limite de cartões…')
  await limit.getByRole('switch', { name: 'Não aceitar mais que isso' }).check()
  await save.click()
  await expect(limit).toBeHidden()
  await moveToDoing('Boleto vencido')
  await expect(ana.page.getByText('Esta lista chegou ao limite de cartões.')).toBeVisible()
  await ana.board.expectCards('A Fazer', ['Boleto vencido'])
  await expect(ana.board.card('Boleto vencido')).toBeFocused()

  await test.step('by pointer too: what is dropped there goes back to its place, with the reason', async () => {
    await ana.board.addCards('A Fazer', 'Frete')
    const refused = ana.page.waitForResponse((response) => response.request().method() === 'PUT' && response.status() === 409)
    await ana.board.drag(ana.board.card('Boleto vencido'), doing)
    await refused
    await expect(ana.board.toast).toContainText('Esta lista chegou ao limite de cartões.')
    await ana.board.expectCards('A Fazer', ['Boleto vencido', 'Frete'])
    await ana.board.expectCards('Em Andamento', ['Pix parcelado'])
    await expect(doing).toContainText('1/1')
    await ana.page.reload()
    await ana.board.expectCards('A Fazer', ['Boleto vencido', 'Frete'])
  })

  await test.step('in a sprint, in the column that leads into the list', async () => {
    const { sprintId } = await stageSprint(server.origin, ana.account, { boardId: stage.boardId, tasks: [{ title: 'Cupom' }] })
    await ana.page.goto(`/sprint/${sprintId}/board`)
    const refused = ana.page.waitForResponse((response) => response.request().method() === 'PUT' && response.status() === 409)
    await ana.board.drag(ana.board.card('Cupom'), ana.board.list('Em Andamento'))
    await refused
    await expect(ana.page.getByText('Esta lista chegou ao limite de cartões.').first()).toBeVisible()
    await ana.board.expectCards('A Fazer', ['Cupom'])
    await expect(ana.page.getByText('Tarefa movida')).toHaveCount(0)
    await ana.board.card('Cupom').focus()
    await ana.page.keyboard.press('Control+ArrowRight')
    await ana.board.expectCards('A Fazer', ['Cupom'])
    await ana.board.expectCards('Em Andamento', [])
    await expect(ana.board.card('Cupom')).toBeFocused()
  })

  await caio.signIn()
  await caio.page.goto(`/board/${stage.boardId}`)
  await expect(caio.board.list('Em Andamento')).toContainText('1/1')
  await expectFits(caio.page, 'a list with a limit')
})
