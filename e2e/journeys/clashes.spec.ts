import { checklistsApi } from '@rodada/contract/cards/checklists'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { BoardPage } from '../pages/board.ts'
import { CardPage } from '../pages/card.ts'
import { SprintsPage } from '../pages/sprints.ts'

test('two people rename one column of a sprint: the other name is offered, and nobody’s is replaced', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const { sprintId } = await stageSprint(server.origin, ana.account, { members: [caio.account] })
  const { data: columns } = await callAs(server.origin, ana.account, sprintColumnsApi.list, { params: { sprintId } })
  const rename = (nome: string) =>
    callAs(server.origin, caio.account, sprintColumnsApi.update, { params: { sprintId, columnId: columns[0]?.id ?? 0 }, body: { nome } })
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/board`)
  const board = new BoardPage(ana.page)
  const field = ana.page.getByRole('textbox', { name: 'Nome da coluna' })
  const clash = ana.page.getByRole('region', { name: 'O nome da coluna mudou enquanto você editava' })

  await board.list('A Fazer').getByRole('button', { name: 'A Fazer', exact: true }).click()
  await field.fill('Fila da Ana')
  await rename('Fila do Caio')
  await field.press('Enter')
  await expect(clash).toContainText('Fila do Caio')
  await clash.getByRole('button', { name: 'Usar a outra' }).click()
  await board.expectLists(['Fila do Caio', 'Em Andamento', 'Concluído'])

  await board.list('Fila do Caio').getByRole('button', { name: 'Fila do Caio', exact: true }).click()
  await field.fill('Fila da Ana')
  await rename('Fila do time')
  await field.press('Enter')
  await clash.getByRole('button', { name: 'Ficar com a minha' }).click()
  await board.expectLists(['Fila da Ana', 'Em Andamento', 'Concluído'])
})

test('two people write one checklist item, and its checklist’s title: both texts are shown', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { members: [caio.account] })
  const { cardId } = stage
  const made = await callAs(server.origin, ana.account, checklistsApi.add, { params: { cardId }, body: { title: 'Critérios' } })
  const params = { cardId, checklistId: made.id }
  const item = await callAs(server.origin, ana.account, checklistsApi.addItem, { params, body: { title: 'Sem juros' } })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  const clash = (what: RegExp) => card.window.getByRole('region', { name: what })

  await card.window.getByRole('button', { name: 'Sem juros', exact: true }).click()
  const field = card.window.getByRole('textbox', { name: 'Texto do item' })
  await field.fill('Sem juros da Ana')
  await callAs(server.origin, caio.account, checklistsApi.updateItem, {
    params: { ...params, itemId: item.id },
    body: { title: 'Sem juros do Caio' },
  })
  await field.press('Enter')
  await expect(clash(/texto do item mudou/)).toContainText('Sem juros do Caio')
  await clash(/texto do item mudou/)
    .getByRole('button', { name: 'Editar' })
    .click()
  await field.fill('Sem juros, dos dois')
  await field.press('Enter')
  await expect(card.item('Sem juros, dos dois')).toBeVisible()
  await card.expectSaved()

  await card.section('Critérios').getByRole('button', { name: 'Critérios', exact: true }).click()
  const title = card.window.getByRole('textbox', { name: 'Título da checklist' })
  await title.fill('Da Ana')
  await callAs(server.origin, caio.account, checklistsApi.update, { params, body: { title: 'Do Caio' } })
  await title.press('Enter')
  await clash(/título da checklist mudou/)
    .getByRole('button', { name: 'Usar a outra' })
    .click()
  await expect(card.section('Do Caio')).toBeVisible()
})

test('two people change one sprint and one task: the form shows what the other one wrote', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const { sprintId, taskIds } = await stageSprint(server.origin, ana.account, { members: [caio.account], tasks: [{ title: 'Pix' }] })
  await ana.signIn()
  const sprints = new SprintsPage(ana.page)
  await sprints.open()
  await sprints.action('Editar', 'Sprint 12').click()
  await sprints.fill({ name: 'Sprint da Ana' })
  await callAs(server.origin, caio.account, sprintsApi.update, {
    params: { sprintId },
    body: { nome: 'Sprint do Caio', descricao: 'Boleto também.' },
  })
  await sprints.send()
  await expect(sprints.form.getByText('Outra pessoa escreveu: Sprint do Caio')).toBeVisible()
  await expect(sprints.form.getByLabel('Nome'), 'what is being typed is not replaced').toHaveValue('Sprint da Ana')
  await expect(sprints.form.getByLabel('Objetivo'), 'what Ana left alone is the other one’s').toHaveValue('Boleto também.')
  await sprints.form.getByRole('button', { name: 'Usar a outra' }).click()
  await expect(sprints.form.getByLabel('Nome')).toHaveValue('Sprint do Caio')
  await sprints.send()
  await expect(sprints.card('Sprint do Caio')).toBeVisible()

  await ana.page.goto(`/sprint/${sprintId}/board`)
  await new BoardPage(ana.page).card('Pix').click()
  const dialog = ana.page.getByRole('dialog', { name: 'Editar tarefa' })
  await dialog.getByLabel('Observações').fill('Nota da Ana')
  const body = { observacoes: 'Nota do Caio', titulo: 'Pix parcelado' }
  await callAs(server.origin, caio.account, sprintTasksApi.update, { params: { taskId: taskIds[0] ?? 0 }, body })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Outra pessoa escreveu: Nota do Caio')).toBeVisible()
  await expect(dialog.getByLabel('Título')).toHaveValue('Pix parcelado')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => (await callAs(server.origin, ana.account, sprintTasksApi.list, { params: { sprintId } })).data[0])
    .toMatchObject({ titulo: 'Pix parcelado', observacoes: 'Nota da Ana' })
})
