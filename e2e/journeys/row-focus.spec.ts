import { expect, test } from '../harness/fixtures.ts'
import { stageBacklog, stageSprint } from '../harness/sprint-stage.ts'

test('when a row goes by its menu, the focus passes to the row that takes its place, and last to the list', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { page } = ana
  const tasks = [{ title: 'Pix' }, { title: 'Boleto' }]
  const { boardId, sprintId } = await stageSprint(server.origin, ana.account, { tasks })
  await stageBacklog(server.origin, ana.account, boardId, ['Cupom', 'Frete'])
  await ana.signIn()
  const choose = async (row: string, item: string) => {
    await page.getByRole('button', { name: `Ações de ${row}` }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: item })).toBeVisible()
    await page.getByRole('menuitem', { name: item }).focus()
    await page.keyboard.press('Enter')
  }
  const focused = page.locator(':focus')

  await page.goto(`/board/${boardId}/backlog`)
  await choose('Cupom', 'Pôr em Sprint 12')
  await expect(focused).toHaveAccessibleName('Ações de Frete')
  await choose('Frete', 'Pôr em Sprint 12')
  await expect(focused).toHaveAccessibleName('Backlog')

  await page.goto(`/sprint/${sprintId}/tasks`)
  await choose('Frete', 'Excluir tarefa')
  await expect(focused, 'it was the last one').toHaveAccessibleName('Ações de Cupom')
  await choose('Pix', 'Excluir tarefa')
  await expect(focused).toHaveAccessibleName('Ações de Boleto')
})
