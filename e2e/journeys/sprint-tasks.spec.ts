import { devices, expectAccessible, expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { endSprint, stageSprint, tasksIn } from '../harness/sprint-stage.ts'

const tasks = [
  { title: 'Antifraude', points: 8, hours: 4.5, due: -1, notes: 'Falar com a operadora' },
  { title: 'Boleto', column: 'Em Andamento', points: 3 },
  { title: 'Cupom', column: 'Concluído', points: 5 },
]

test('tasks are sorted, filtered, edited and deleted, and deletion is taken back', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId } = await stageSprint(server.origin, ana.account, { tasks })
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/tasks`)
  const rows = ana.page.getByRole('row')
  const titles = ana.page.getByRole('rowheader').getByRole('button')
  await expect(titles).toHaveText(['Antifraude', 'Boleto', 'Cupom'])
  await expect(rows.filter({ hasText: 'Antifraude' })).toContainText('4,5 h')
  await expect(rows.filter({ hasText: 'Antifraude' })).toContainText('Falar com a operadora')
  await expect(rows.filter({ hasText: 'Antifraude' })).toContainText(/Atrasado, prazo: \d{1,2} [a-z]{3}/)
  await expect(ana.page.getByRole('region', { name: 'Sprint 12' })).toContainText('33,3%')

  await ana.page.getByRole('columnheader', { name: 'Pontos' }).getByRole('link').click()
  await expect(titles).toHaveText(['Boleto', 'Cupom', 'Antifraude'])
  await ana.page.getByRole('columnheader', { name: 'Pontos' }).getByRole('link').click()
  await expect(titles).toHaveText(['Antifraude', 'Cupom', 'Boleto'])
  await expect(ana.page.getByRole('columnheader', { name: 'Pontos' })).toHaveAttribute('aria-sort', 'descending')
  await ana.page.reload()
  await expect(titles, 'the order stands in the address').toHaveText(['Antifraude', 'Cupom', 'Boleto'])
  await ana.page.getByLabel('Andamento').selectOption('em_andamento')
  await expect(titles).toHaveText(['Boleto'])
  await ana.page.getByLabel('Andamento').selectOption('')
  await ana.page.getByRole('textbox', { name: 'Buscar tarefas' }).fill('OPERADORA')
  await expect(titles).toHaveText(['Antifraude'])

  await titles.first().click()
  const dialog = ana.page.getByRole('dialog', { name: 'Editar tarefa' })
  await expect(dialog.getByLabel('Prioridade').getByRole('option')).toHaveText(['Baixa', 'Média', 'Alta', 'Urgente'])
  await dialog.getByLabel('Título').fill('Antifraude, parte 1')
  await dialog.getByLabel('Coluna').selectOption('Concluído')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.filter({ hasText: 'Antifraude, parte 1' })).toContainText('Concluída')
  await expect.poll(() => tasksIn(server.origin, ana.account, sprintId, 'Concluído')).toContain('Antifraude, parte 1')

  await ana.page.getByRole('button', { name: 'Ações de Antifraude, parte 1' }).click()
  await ana.page.getByRole('menuitem', { name: 'Excluir tarefa' }).click()
  await expect(titles).toHaveCount(0)
  await ana.page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(titles).toHaveText(['Antifraude, parte 1'])
})

test('many tasks at once are given to somebody and moved to another sprint, and both are taken back', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const below = { title: 'Depois', column: 'Em Andamento' }
  const { sprintId, boardId } = await stageSprint(server.origin, ana.account, { tasks: [...tasks, below], members: [bia.account] })
  const next = await stageSprint(server.origin, ana.account, { nome: 'Sprint 13', from: 8, to: 20, boardId })
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/tasks`)
  const rows = ana.page.getByRole('row')
  await ana.page.getByRole('checkbox', { name: 'Escolher Antifraude' }).check()
  await ana.page.getByRole('checkbox', { name: 'Escolher Boleto' }).check()
  await ana.page.getByRole('button', { name: 'Atribuir' }).click()
  await ana.page.getByRole('menuitem', { name: 'Bia' }).click()
  await expect(ana.page.getByText('2 tarefas agora são de Bia')).toBeVisible()
  await expect(rows.filter({ hasText: 'Boleto' })).toContainText('Bia')
  await expect(rows.filter({ hasText: 'Cupom' })).not.toContainText('Bia')

  await ana.page.getByRole('checkbox', { name: 'Escolher Boleto' }).check()
  const before = await tasksIn(server.origin, ana.account, sprintId, 'Em Andamento')
  await ana.page.getByRole('button', { name: 'Mover para' }).click()
  await ana.page.getByRole('menuitem', { name: 'Sprint 13' }).click()
  // Until now 'Desfazer' is that of the toast before.
  await expect(ana.page.getByText('1 tarefa foi para Sprint 13')).toBeVisible()
  // Under the pointer it stays, however long the answers after it take.
  const undo = ana.page.getByRole('button', { name: 'Desfazer' })
  await undo.hover()
  await expect(rows.filter({ hasText: 'Boleto' })).toHaveCount(0)
  await expect.poll(() => tasksIn(server.origin, ana.account, next.sprintId)).toEqual(['Boleto'])
  await undo.click()
  await expect(rows.filter({ hasText: 'Boleto' })).toContainText('Em andamento')
  await expect.poll(() => tasksIn(server.origin, ana.account, sprintId, 'Em Andamento'), 'where it stood').toEqual(before)

  // The others see it without a reload.
  await bia.signIn()
  await bia.page.goto(`/sprint/${sprintId}/tasks`)
  await expect(bia.page.getByRole('row').filter({ hasText: 'Cupom' })).toBeVisible()
  await ana.page.getByRole('checkbox', { name: 'Escolher Cupom' }).check()
  await ana.page.getByRole('button', { name: 'Mover para' }).click()
  await ana.page.getByRole('menuitem', { name: 'Mandar para o backlog' }).click()
  await expect(bia.page.getByRole('row').filter({ hasText: 'Cupom' })).toHaveCount(0)
})

test('a sprint without tasks, one that ended, and one that is not there', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId } = await stageSprint(server.origin, ana.account)
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/tasks`)
  await expect(ana.page.getByRole('heading', { name: 'Nenhuma tarefa nesta sprint' })).toBeVisible()
  await ana.page.getByRole('button', { name: 'Adicionar a primeira tarefa' }).click()
  const dialog = ana.page.getByRole('dialog', { name: 'Nova tarefa' })
  await dialog.getByLabel('Título').fill('A primeira')
  await dialog.getByRole('button', { name: 'Criar tarefa' }).click()
  await expect(ana.page.getByRole('row').filter({ hasText: 'A primeira' })).toBeVisible()
  await endSprint(server.origin, ana.account, sprintId)
  await expect(ana.page.getByRole('region', { name: 'Sprint 12' })).toContainText('Encerrada')
  await expect(ana.page.getByRole('button', { name: 'Nova tarefa' })).toHaveCount(0)
  await ana.page.goto('/sprint/999999/tasks')
  await expect(ana.page.getByRole('heading', { name: 'Sprint não encontrada.' })).toBeVisible()
  await ana.page.getByRole('link', { name: 'Voltar às sprints' }).click()
  await expect(ana.page).toHaveURL('/sprints')
})

for (const device of devices)
  test(`tasks of a sprint are accessible (${device})`, async ({ team, server }) => {
    const ana = await team.member('Ana', { device })
    const { sprintId } = await stageSprint(server.origin, ana.account, { tasks })
    await ana.signIn()
    await ana.page.goto(`/sprint/${sprintId}/tasks`)
    await ana.page.getByRole('checkbox', { name: 'Escolher Boleto' }).check()
    await expect(ana.page.getByRole('region', { name: '1 escolhida' })).toBeVisible()
    await expectAccessible(ana.page, 'tasks, one chosen')
    await expectFits(ana.page)
    await ana.page.getByRole('rowheader').getByRole('button').first().click()
    await expect(ana.page.getByRole('dialog', { name: 'Editar tarefa' }).getByLabel('Coluna')).toBeVisible()
    await expectAccessible(ana.page, 'task')
    await ana.page.goto('/sprint/999999/tasks')
    await expect(ana.page.getByRole('heading', { name: 'Sprint não encontrada.' })).toBeVisible()
    await expectAccessible(ana.page, 'missing')
  })
