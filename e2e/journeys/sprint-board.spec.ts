import { boardsApi } from '@rodada/contract/boards/board-calls'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import { backlogOf, stageBacklog, stageSprint, tasksIn } from '../harness/sprint-stage.ts'
import { BoardPage } from '../pages/board.ts'

const tasks = [{ title: 'Antifraude' }, { title: 'Boleto' }, { title: 'Cupom', column: 'Em Andamento' }]

test('tasks are dragged, moved by keys and taken back, and the others see it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const { sprintId } = await stageSprint(server.origin, ana.account, { tasks, members: [bia.account] })
  await ana.signIn()
  await bia.signIn()
  for (const { page } of [ana, bia]) {
    await page.goto(`/sprint/${sprintId}/board`)
    await expect(page.getByRole('heading', { level: 3, name: 'Antifraude' })).toBeVisible()
  }
  const board = new BoardPage(ana.page)
  const other = new BoardPage(bia.page)
  await board.drag(board.card('Antifraude'), board.card('Cupom'), { y: 0.8 })
  await board.expectCards('Em Andamento', ['Cupom', 'Antifraude'])
  await other.expectCards('Em Andamento', ['Cupom', 'Antifraude'])

  await board.card('Boleto').focus()
  await ana.page.keyboard.press('Control+ArrowRight')
  await board.expectCards('Em Andamento', ['Boleto', 'Cupom', 'Antifraude'])
  await expect(ana.page.getByText('Tarefa movida para Em Andamento, posição 1 de 3').first()).toBeVisible()
  await expect(board.card('Boleto')).toBeFocused()
  await other.expectCards('Em Andamento', ['Boleto', 'Cupom', 'Antifraude'])
  await ana.page.keyboard.press('.')
  await board.expectCards('Concluído', ['Boleto'])
  await expect(ana.page.getByText('1 de 3 concluídas')).toBeVisible()
  await ana.page.keyboard.press('Control+z')
  await board.expectCards('Em Andamento', ['Boleto', 'Cupom', 'Antifraude'])
  await expect.poll(() => tasksIn(server.origin, ana.account, sprintId, 'Em Andamento')).toEqual(['Boleto', 'Cupom', 'Antifraude'])
})

test('L opens the labels beside a task without any, finds and makes them, and gives the focus back', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId, sprintId } = await stageSprint(server.origin, ana.account, { tasks })
  await callAs(server.origin, ana.account, boardsApi.addLabel, { params: { boardId }, body: { name: 'Pagamentos', color: '#266fb8' } })
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/board`)
  const board = new BoardPage(ana.page)
  await board.card('Antifraude').focus()
  await ana.page.keyboard.press('l')
  const labels = ana.page.getByRole('combobox', { name: 'Buscar ou criar etiqueta' })
  await expect(labels).toBeFocused()
  await expect(ana.page.getByRole('dialog', { name: 'Editar tarefa' }), 'no title is opened').toBeHidden()
  for (const name of ['Pagamentos', 'Urgente']) {
    await labels.fill(name)
    await ana.page.keyboard.press('Enter')
    await expect(ana.page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
  }
  await ana.page.keyboard.press('Escape')
  await expect(labels).toBeHidden()
  await expect(board.card('Antifraude')).toBeFocused()
  for (const name of ['Pagamentos', 'Urgente']) await expect(board.card('Antifraude')).toContainText(name)
  const { labels: made } = await callAs(server.origin, ana.account, boardsApi.get, { params: { boardId } })
  expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(['Pagamentos', 'Urgente']))

  await test.step('a move that is refused is taken back', async () => {
    ana.watch.allowNetworkErrors()
    await board.expectCards('A Fazer', ['Antifraude', 'Boleto'])
    await refuse(ana.page, 'PUT', /^\/api\/sprint-tasks\//)
    await board.card('Boleto').focus()
    await ana.page.keyboard.press('Control+ArrowRight')
    await expect(ana.page.getByText('Erro ao mover cartão')).toBeVisible()
    await board.expectCards('A Fazer', ['Antifraude', 'Boleto'])
  })

  await test.step('a sprint that is not there says so', async () => {
    await ana.page.goto('/sprint/999999/board')
    await expect(ana.page.getByRole('heading', { name: 'Sprint não encontrada.' })).toBeVisible()
  })
})

test('columns are made, renamed, moved and deleted; tasks are written and edited', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId } = await stageSprint(server.origin, ana.account, { tasks })
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/board`)
  const board = new BoardPage(ana.page)
  await ana.page.getByRole('button', { name: 'Nova coluna' }).click()
  await ana.page.getByRole('textbox', { name: 'Nome da coluna' }).fill('Em revisão')
  await ana.page.keyboard.press('Enter')
  await board.expectLists(['A Fazer', 'Em Andamento', 'Concluído', 'Em revisão'])
  await ana.page.keyboard.press('Escape')
  const menu = async (column: string, item: string) => {
    await ana.page.getByRole('button', { name: `Ações da coluna ${column}` }).click()
    await ana.page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await menu('Em revisão', 'Mover para a esquerda')
  await board.expectLists(['A Fazer', 'Em Andamento', 'Em revisão', 'Concluído'])
  await menu('Em revisão', 'Editar nome')
  await ana.page.getByRole('textbox', { name: 'Nome da coluna' }).fill('Revisão')
  await ana.page.keyboard.press('Enter')
  await board.expectLists(['A Fazer', 'Em Andamento', 'Revisão', 'Concluído'])

  // What comes to a column becomes what the column says.
  await ana.page.getByRole('button', { name: 'Ações da coluna Revisão' }).click()
  await ana.page.getByRole('menuitemradio', { name: 'Impedimento' }).click()
  await ana.page.keyboard.press('Escape')
  await board.addCards('Revisão', 'Revisar textos')
  const statusOf = async (title: string) =>
    (await callAs(server.origin, ana.account, sprintTasksApi.list, { params: { sprintId } })).data.find(({ titulo }) => titulo === title)
      ?.status
  await expect.poll(() => statusOf('Revisar textos')).toBe('impedimento')
  await board.card('Revisar textos').click()
  const dialog = ana.page.getByRole('dialog', { name: 'Editar tarefa' })
  await dialog.getByLabel('Pontos').fill('3')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(board.card('Revisar textos')).toContainText('3 pontos')
  await expect(board.card('Revisar textos')).toBeFocused()

  await menu('Revisão', 'Excluir coluna')
  const question = ana.page.getByRole('dialog', { name: 'Excluir a coluna Revisão?' })
  await expect(question).toContainText('A tarefa dela vai para a primeira coluna, A Fazer.')
  await question.getByRole('button', { name: 'Excluir coluna' }).click()
  await board.expectLists(['A Fazer', 'Em Andamento', 'Concluído'])
  await board.expectCards('A Fazer', ['Antifraude', 'Boleto', 'Revisar textos'])
  await board.card('Revisar textos').click()
  await dialog.getByRole('button', { name: 'Excluir tarefa' }).click()
  await board.expectCards('A Fazer', ['Antifraude', 'Boleto'])
  await board.undo()
  await board.expectCards('A Fazer', ['Antifraude', 'Boleto', 'Revisar textos'])
  await ana.page.getByRole('textbox', { name: 'Buscar nesta sprint' }).fill('BOLE')
  await board.expectCards('A Fazer', ['Boleto'])
})

test('the backlog is ranked by keys and drag, and planned into a sprint', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId, boardId } = await stageSprint(server.origin, ana.account)
  await stageBacklog(server.origin, ana.account, boardId, ['Um', 'Dois', 'Três'])
  await ana.signIn()
  await ana.page.goto(`/board/${boardId}/backlog`)
  const board = new BoardPage(ana.page)
  const rows = ana.page.getByRole('region', { name: 'Backlog' }).getByRole('listitem')
  await expect(rows).toHaveText([/Um/, /Dois/, /Três/])
  await ana.page.getByRole('button', { name: /^Mudar a ordem de Um/ }).focus()
  await ana.page.keyboard.press('ArrowDown')
  await expect(rows).toHaveText([/Dois/, /Um/, /Três/])
  await expect(ana.page.getByRole('button', { name: /^Mudar a ordem de Um, 2 de 3/ })).toBeFocused()
  await board.drag(rows.filter({ hasText: 'Três' }), rows.filter({ hasText: 'Dois' }), { y: 0.1 })
  await expect(rows).toHaveText([/Três/, /Dois/, /Um/])
  await expect.poll(() => backlogOf(server.origin, ana.account, boardId)).toEqual(['Três', 'Dois', 'Um'])
  await ana.page.reload()
  await expect(rows).toHaveText([/Três/, /Dois/, /Um/])

  await ana.page.getByRole('checkbox', { name: 'Escolher Três' }).check()
  await ana.page.getByRole('checkbox', { name: 'Escolher Um' }).check()
  await ana.page.getByRole('button', { name: 'Planejar os 2 aqui' }).click()
  await board.holdUndo()
  await expect(rows).toHaveText([/Dois/])
  await expect.poll(() => tasksIn(server.origin, ana.account, sprintId)).toEqual(['Três', 'Um'])
  await board.undo()
  await expect(rows).toHaveText([/Três/, /Dois/, /Um/])
  const target = ana.page.getByRole('region', { name: 'Sprints abertas' }).getByRole('listitem')
  await board.drag(rows.filter({ hasText: 'Dois' }), target)
  await expect(rows).toHaveText([/Três/, /Um/])
  await expect(target).toContainText('1 tarefa')
})

test('the board and the backlog of a sprint are accessible', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const { sprintId, boardId } = await stageSprint(server.origin, ana.account, { tasks })
  await stageBacklog(server.origin, ana.account, boardId, ['Um', 'Dois'])
  await ana.signIn()
  await ana.page.goto(`/sprint/${sprintId}/board`)
  await expect(ana.page.getByRole('heading', { level: 3, name: 'Antifraude' })).toBeVisible()
  await expectGoodOnBoth(ana.page, 'board')
  await ana.page.getByRole('button', { name: 'Ações da coluna A Fazer' }).click()
  await expect(ana.page.getByRole('menu')).toBeVisible()
  await expectGoodOnBoth(ana.page, 'menu of a column')
  await ana.page.goto(`/board/${boardId}/backlog`)
  await ana.page.getByRole('checkbox', { name: 'Escolher Um' }).check()
  await expectGoodOnBoth(ana.page, 'backlog')
})
