import { authApi } from '@rodada/contract/auth/auth'
import { adminApi } from '@rodada/contract/instance/admin'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { inDays } from '../harness/card-stage.ts'
import { adminEmail, expect, test } from '../harness/fixtures.ts'
import { refuse, refuseUntilRetried } from '../harness/refusal.ts'
import { endSprint, sprintOf, stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { makeBoard } from '../harness/work.ts'
import { dateField, shownDate } from '../pages/date-field.ts'
import { SprintsPage } from '../pages/sprints.ts'

test('a sprint is planned, edited, filled, ended and deleted', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await makeBoard(server.origin, ana.account, { title: 'Portal' })
  await makeBoard(server.origin, ana.account, { title: 'Checkout' })
  await ana.signIn()
  const sprints = new SprintsPage(ana.page)
  await sprints.open()
  await ana.page.getByRole('button', { name: 'Nova Sprint' }).first().click()
  await expect(sprints.form.getByLabel('Nome')).toBeFocused()
  await expect(dateField(sprints.form, 'Início'), 'in a week').toHaveValue(shownDate(inDays(7)))
  await expect(dateField(sprints.form, 'Fim'), 'in two').toHaveValue(shownDate(inDays(14)))
  await expect(sprints.form.getByLabel('Quadro'), 'the board that changed last').toContainText('Checkout')

  await sprints.send()
  await expect(sprints.form.getByRole('alert').filter({ hasText: 'Nome da sprint é obrigatório' })).toBeVisible()
  await sprints.fill({ name: 'Sprint 1', starts: '' })
  await sprints.send()
  await expect(sprints.form.getByText('Data de início e fim são obrigatórias')).toBeVisible()
  await sprints.fill({ starts: inDays(5), ends: inDays(5) })
  await sprints.send()
  await expect(sprints.form.getByText('Data de fim deve ser posterior à data de início')).toBeVisible()

  // What was typed is kept when the form is closed by mistake.
  await sprints.fill({ goal: 'Pix de ponta a ponta' })
  await ana.page.keyboard.press('Escape')
  await expect(sprints.form).toBeHidden()
  await ana.page.getByRole('button', { name: 'Nova Sprint' }).first().click()
  await expect(sprints.form.getByLabel('Objetivo')).toHaveValue('Pix de ponta a ponta')
  await sprints.fill({ starts: inDays(5), ends: inDays(12), board: 'Portal' })
  await sprints.send()
  await expect(ana.page.getByText(/^Sprint 1 criada\. Ela começa em \d+ de \S+\.$/)).toBeVisible()
  await expect(sprints.card('Sprint 1')).toContainText('começa em 5 dias')
  await expect(sprints.card('Sprint 1')).toContainText('Planejada')
  await expect(sprints.figure('Ativas')).toHaveText('1')
  await expect(ana.page.getByText(/^Sprint 1 criada/), 'good news leave after three seconds').toHaveCount(0)

  await sprints.action('Editar', 'Sprint 1').click()
  await sprints.fill({ name: 'Sprint um', starts: inDays(-3), ends: inDays(-1) })
  await sprints.send()
  await expect(sprints.card('Sprint um')).toContainText('1 dia de atraso')

  await sprints.action('Nova tarefa', 'Sprint um').click()
  const task = ana.page.getByRole('dialog', { name: 'Nova tarefa' })
  await task.getByRole('button', { name: 'Criar tarefa' }).click()
  await expect(task.getByText('Dê um título à tarefa.')).toBeVisible()
  await expect(task.getByLabel('Prioridade').getByRole('option')).toHaveText(['Baixa', 'Média', 'Alta', 'Crítica'])
  await task.getByLabel('Título').fill('Mostrar a simulação')
  await task.getByLabel('Prioridade').selectOption('Crítica')
  await task.getByLabel('Horas').fill('0.3')
  await task.getByRole('button', { name: 'Criar tarefa' }).click()
  await expect(task.getByText('As horas vão de 0 a 1.000, de meia em meia hora.')).toBeVisible()
  await task.getByLabel('Horas').fill('2.5')
  await task.getByLabel('Pontos').fill('5')
  await task.getByRole('button', { name: 'Criar tarefa' }).click()
  await expect(ana.page.getByText('Tarefa criada: Mostrar a simulação')).toBeVisible()
  await expect(sprints.card('Sprint um')).toContainText('1 tarefa')
  await expect(sprints.card('Sprint um').getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0,0%')

  await sprints.action('Encerrar', 'Sprint um').click()
  const question = ana.page.getByRole('dialog', { name: 'Encerrar Sprint um?' })
  await expect(question).toContainText('Para onde vai a que sobra?')
  await expect(question.getByRole('radio', { name: /^Backlog/ })).toBeChecked()
  await question.getByRole('button', { name: 'Encerrar sprint' }).click()
  await expect(ana.page, 'ends in its report').toHaveURL(/\/sprint\/\d+\/report$/)
  await ana.page.getByRole('button', { name: 'Reabrir sprint' }).click()
  await expect(ana.page.getByText('Sprint um reaberta, com 1 tarefa de volta')).toBeVisible()
  await expect(ana.page.getByRole('button', { name: 'Reabrir sprint' })).toHaveCount(0)

  await sprints.open()
  await sprints.action('Encerrar', 'Sprint um').click()
  await question.getByRole('radio', { name: /^Uma sprint nova/ }).check()
  await question.getByRole('button', { name: 'Encerrar sprint' }).click()
  await expect(ana.page).toHaveURL(/\/sprint\/\d+\/report$/)
  await sprints.open()
  await expect(sprints.card('Sprint 2'), 'made for what was left').toContainText('1 tarefa')
  await expect(sprints.card('Sprint um')).toContainText('Encerrada')
  await expect(sprints.card('Sprint um').getByRole('button'), 'what ended is not changed any more').toHaveCount(0)
  await sprints.filter('Encerradas').click()
  await expect(ana.page).toHaveURL(/filtro=encerradas/)
  await expect(sprints.card('Sprint um')).toBeVisible()

  const { sprintId } = await stageSprint(server.origin, ana.account, { nome: 'Sprint dois' })
  await sprints.open('?filtro=ativas')
  await sprints.action('Excluir', 'Sprint dois').click()
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Excluir sprint' }).click()
  await expect(ana.page.getByText('Sprint dois excluída.')).toBeVisible()
  await expect(sprints.card('Sprint dois')).toHaveCount(0)
  await expect(sprintOf(server.origin, ana.account, sprintId)).rejects.toThrow('404')
})

test('two people who edit a sprint at once both keep what they changed', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const { sprintId } = await stageSprint(server.origin, ana.account, { nome: 'Sprint 12', members: [bia.account] })
  await ana.signIn()
  const sprints = new SprintsPage(ana.page)
  await sprints.open('?q=sprint 12')
  await sprints.action('Editar', 'Sprint 12').click()
  await sprints.fill({ goal: 'Boleto' })
  const body = { nome: 'Sprint doze', data_fim: inDays(20) }
  await callAs(server.origin, bia.account, sprintsApi.update, { params: { sprintId }, body })
  await sprints.send()
  await expect(sprints.form.getByText('Alguém mudou esta sprint enquanto você editava.')).toBeVisible()
  await expect(sprints.form.getByLabel('Nome')).toHaveValue('Sprint doze')
  await expect(dateField(sprints.form, 'Fim')).toHaveValue(shownDate(inDays(20)))
  await expect(sprints.form.getByLabel('Objetivo')).toHaveValue('Boleto')
  await sprints.send()
  await expect(sprints.form).toBeHidden()
  await expect.poll(() => sprintOf(server.origin, ana.account, sprintId)).toMatchObject({ ...body, descricao: 'Boleto' })
})

test('the numbers, colours and counts of a card, and where its links lead', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const done = (title: string) => ({ title, column: 'Concluído' })
  const { sprintId } = await stageSprint(server.origin, ana.account, {
    nome: 'Sprint 12',
    to: 0,
    tasks: [done('a'), done('b'), { title: 'c', column: 'Em Andamento' }],
  })
  await ana.signIn()
  const sprints = new SprintsPage(ana.page)
  await sprints.open('?q=sprint 12')
  const card = sprints.card('Sprint 12')
  await expect(card).toContainText('termina hoje')
  await expect(card).toContainText('66,7%')
  await expect(card.getByRole('progressbar')).toHaveAttribute('data-color', 'var(--p60)')
  await expect(card).toContainText('3 tarefas')
  await expect(card).toContainText('2 concluídas')
  await expect(card).toContainText('1 em andamento')
  await expect(card).toContainText('0 pendentes')
  await card.getByRole('link', { name: '3 tarefas de Sprint 12' }).click()
  await expect(ana.page).toHaveURL(`/sprint/${sprintId}/tasks`)
  await ana.page.goBack()
  await card.getByRole('link', { name: 'Sprint 12', exact: true }).click()
  await expect(ana.page).toHaveURL(`/sprint/${sprintId}/board`)
})

test('progress has four colours, from 80, 60 and 40 percent on; figures and filters count', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const five = (done: number) =>
    Array.from({ length: 5 }, (_, index) => ({ title: `Tarefa ${index}`, column: index < done ? 'Concluído' : 'A Fazer' }))
  const { data: before } = await callAs(server.origin, ana.account, sprintsApi.summary)
  const { boardId } = await stageSprint(server.origin, ana.account, { nome: 'Um de cinco', tasks: five(1) })
  for (const [nome, done] of [
    ['Dois de cinco', 2],
    ['Três de cinco', 3],
    ['Quatro de cinco', 4],
  ] as const)
    await stageSprint(server.origin, ana.account, { nome, boardId, tasks: five(done) })
  const ended = await stageSprint(server.origin, ana.account, { nome: 'Encerrada ontem', boardId, tasks: five(1) })
  await endSprint(server.origin, ana.account, ended.sprintId)
  await ana.signIn()
  const sprints = new SprintsPage(ana.page)
  await sprints.open()
  for (const [name, text, color] of [
    ['Um de cinco', '20,0%', 'var(--p0)'],
    ['Dois de cinco', '40,0%', 'var(--p40)'],
    ['Três de cinco', '60,0%', 'var(--p60)'],
    ['Quatro de cinco', '80,0%', 'var(--p80)'],
  ] as const) {
    const bar = sprints.card(name).getByRole('progressbar')
    await expect(bar).toHaveAttribute('aria-valuetext', text)
    await expect(bar).toHaveAttribute('data-color', color)
  }
  await expect(sprints.figure('Ativas')).toHaveText(String(before.active + 4))
  await expect(sprints.figure('Encerradas')).toHaveText(String(before.ended + 1))
  await expect(sprints.figure('Tarefas nas ativas')).toHaveText(String(before.total_tasks + 20))
  await expect(sprints.figure('Concluídas nas ativas')).toHaveText(
    new RegExp(`^${before.tasks_concluidas + 10}\\s*de ${before.total_tasks + 20}$`),
  )
  for (const [name, count] of [
    ['Todas', before.all + 5],
    ['Ativas', before.active + 4],
    ['Encerradas', before.ended + 1],
  ] as const)
    await expect(sprints.filter(name)).toHaveText(new RegExp(`^${name}\\s*${count}$`))
  await sprints.filter('Encerradas').click()
  await expect(sprints.card('Um de cinco')).toHaveCount(0)
  await expect(sprints.card('Encerrada ontem')).toBeVisible()
  await ana.page.getByRole('main').getByRole('link', { name: 'Painel' }).click()
  await expect(ana.page).toHaveURL('/dashboard')
})

test('with no board, a board comes first', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  // Public boards of others may be read, and none of them be planned on.
  await notHandedOn(ana.page).route('**/api/boards?*', (route) => route.fulfill({ json: [] }))
  const sprints = new SprintsPage(ana.page)
  await sprints.open('?nova=sim')
  await sprints.form.getByRole('link', { name: 'Criar um quadro' }).click()
  await expect(ana.page.getByRole('dialog', { name: 'Criar Quadro' })).toBeVisible()
})

test('a guest of the whole instance finds no sprint to plan that would lead nowhere', async ({ team, server }) => {
  const gil = await team.member('Gil')
  const body = { email: adminEmail, password: gil.account.password }
  const { token } = await callAs(server.origin, gil.account, authApi.login, { body })
  const params = { userId: gil.account.user.id }
  await callAs(server.origin, { ...gil.account, token }, adminApi.updateUser, { params, body: { role: 'guest' } })
  await gil.signIn()
  // Public boards of others may be read.
  await notHandedOn(gil.page).route('**/api/sprints?*', (route) => route.fulfill({ json: { data: [] } }))
  const sprints = new SprintsPage(gil.page)
  for (const query of ['', '?nova=sim']) {
    await sprints.open(query)
    await expect(sprints.content.getByText('Quando alguém planejar uma sprint em um quadro que você vê, ela aparece aqui.')).toBeVisible()
    await expect(gil.page.getByRole('button', { name: 'Nova Sprint' })).toHaveCount(0)
    await expect(gil.page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a list that did not come can be asked for again, and a refusal waits to be read', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await stageSprint(server.origin, ana.account, { nome: 'Sprint 12' })
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  const retry = await refuseUntilRetried(ana.page, /^\/api\/sprints$/)
  const sprints = new SprintsPage(ana.page)
  await sprints.open()
  await expect(ana.page.getByRole('heading', { name: 'Erro ao carregar sprints' })).toBeVisible()
  await retry()
  await refuse(ana.page, 'POST', /^\/api\/sprints\/\d+\/close$/)
  await sprints.action('Encerrar', 'Sprint 12').click()
  const dialog = ana.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Encerrar sprint' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Erro ao encerrar sprint: A Rodada volta em instantes.' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
})

test('sprints are accessible', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  await ana.signIn()
  const sprints = new SprintsPage(ana.page)
  await sprints.open('?q=nenhuma assim')
  await expect(ana.page.getByRole('heading', { level: 2, name: /nenhuma assim/ })).toBeVisible()
  await expectGoodOnBoth(ana.page, 'sprints, none found')
  await stageSprint(server.origin, ana.account, {
    nome: 'Sprint 12',
    to: -1,
    from: -9,
    tasks: [{ title: 'a', column: 'Concluído' }, { title: 'b' }],
  })
  await sprints.open()
  await expect(sprints.card('Sprint 12').first()).toBeVisible()
  await expectGoodOnBoth(ana.page, 'sprints')
  await ana.page.getByRole('button', { name: 'Nova Sprint' }).click()
  await expect(sprints.form.getByLabel('Nome')).toBeVisible()
  await sprints.send()
  await expect(sprints.form.getByText('Nome da sprint é obrigatório')).toBeVisible()
  await expectGoodOnBoth(ana.page, 'new sprint, refused')
  await ana.page.keyboard.press('Escape')
  await sprints
    .card('Sprint 12')
    .first()
    .getByRole('button', { name: /^Nova tarefa/ })
    .click()
  await expect(ana.page.getByRole('dialog', { name: 'Nova tarefa' }).getByLabel('Título')).toBeVisible()
  await expectGoodOnBoth(ana.page, 'new task')
})
