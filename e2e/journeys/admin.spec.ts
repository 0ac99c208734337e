import { administrator } from '../harness/administrator.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { adminEmail, expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { makeBoard } from '../harness/work.ts'

test('the instance in numbers, what is done quickly, and the way to the own boards', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const who = ana.account
  await stageSprint(server.origin, who, {
    nome: 'Sprint da Ana',
    from: 0,
    tasks: [
      { title: 'Feita', who, column: 'Concluído', points: 3 },
      { title: 'Por fazer', who },
    ],
  })
  const admin = await administrator(team)
  await expect(
    admin.page.getByRole('region', { name: 'Desempenho por pessoa' }).getByRole('listitem').filter({ hasText: 'Ana' }).first(),
  ).toBeVisible()
  await expect(admin.page.getByRole('region', { name: 'Sprint atual' })).toContainText('Sprint')
  await expect(admin.page.getByRole('img', { name: /criadas/ })).toBeVisible()

  await admin.page.getByRole('button', { name: 'Reportar bug' }).click()
  const bug = admin.page.getByRole('dialog', { name: 'Reportar bug' })
  await bug.getByRole('button', { name: 'Criar cartão' }).click()
  await expect(bug.getByText('Dê um título ao cartão.')).toBeVisible()
  await bug.getByLabel('O que está errado?').fill('O total não bate')
  await bug.getByRole('button', { name: 'Criar cartão' }).click()
  // Under the pointer the toast stays, however long the answers after it take.
  const openCard = admin.page.getByRole('button', { name: 'Abrir', exact: true })
  await openCard.hover()
  await expect(admin.page.getByText('Bug registrado: O total não bate')).toBeVisible()
  await expect(admin.page.getByRole('region', { name: 'Bugs e melhorias' })).toContainText(/[1-9]\d* abertos?/)
  await openCard.click()
  await expect(admin.page).toHaveURL(/\/board\/\d+\?card=\d+/)

  await admin.page.goto('/admin-dashboard')
  const views = admin.page.getByRole('navigation', { name: 'Visão' })
  await views.getByRole('link', { name: 'Quadros' }).click()
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Quadros' })).toBeVisible()
  await views.getByRole('link', { name: 'Controle de Tarefas' }).click()
  await expect(admin.page.getByRole('region', { name: 'Suas tarefas' })).toBeVisible()
  await views.getByRole('link', { name: 'Administração' }).click()
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Painel do administrador' })).toBeVisible()
  await admin.page.getByRole('region', { name: 'Ações rápidas' }).getByRole('link', { name: 'Todas as tarefas' }).click()
  await expect(admin.page).toHaveURL('/admin/tasks')
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Todas as tarefas' })).toBeVisible()
  await admin.page.goBack()
  await admin.page.getByRole('region', { name: 'Ações rápidas' }).getByRole('link', { name: 'Gerenciar membros' }).click()
  await expect(admin.page).toHaveURL('/admin/members')
  await admin.page.goBack()
  await admin.page.getByRole('link', { name: 'Nova sprint' }).click()
  await expect(admin.page.getByRole('dialog', { name: 'Nova Sprint' })).toBeVisible()
})

test('all tasks are those of the whole instance, and each number opens the list that it counts', async ({ team, server }) => {
  const ana = await team.member('Ana Lima')
  const who = ana.account
  const { boardId } = await stageSprint(server.origin, who, {
    from: 0,
    tasks: [
      { title: 'Tarefa que só Ana vê', who, due: -2 },
      { title: 'Em curso na Ana', who, column: 'Em Andamento' },
    ],
  })
  const admin = await administrator(team)
  const main = admin.page.getByRole('main')
  await main.getByRole('link', { name: 'Todas as tarefas' }).click()
  const list = admin.page.getByRole('list', { name: 'Todas as tarefas' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Tarefa que só Ana vê' })).toContainText('Ana Lima')
  await main.getByLabel('Responsável').selectOption({ label: 'Ana Lima' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await main.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Atrasadas' })
  await expect(list.getByRole('listitem')).toHaveText([/Tarefa que só Ana vê/])
  await expect(admin.page).toHaveURL(new RegExp(`/admin/tasks\\?situacao=atrasadas&pessoa=${who.user.id}$`))
  await admin.page.goto(`/admin/tasks?quadro=${boardId}&q=em+curso`)
  await expect(list.getByRole('listitem')).toHaveText([/Em curso na Ana/])
  await list.getByRole('link').click()
  await expect(admin.page).toHaveURL(new RegExp(`/board/${boardId}\\?card=`))
  await expect(admin.page.getByRole('dialog')).toBeVisible()

  for (const label of ['Tarefas', 'Em andamento', 'Atrasadas']) {
    await admin.page.goto('/admin-dashboard')
    const number = main.getByRole('link', { name: new RegExp(`^${label}: `) })
    const count = Number(await number.textContent())
    await number.click()
    await expect(main.getByText(count === 1 ? '1 tarefa' : `${count} tarefas`, { exact: true })).toBeVisible()
  }
})

test('accounts are found, given roles and switched off, at once', async ({ team, server }) => {
  const ana = await team.member('Ana Flora')
  await makeBoard(server.origin, ana.account, { title: 'Portal' })
  await ana.signIn()
  await ana.page.goto('/my-tasks')
  await expect(ana.page.getByRole('heading', { level: 1, name: 'Minhas Tarefas' })).toBeVisible()
  const admin = await administrator(team)
  await admin.page.goto('/admin/members')
  const locked = admin.page.getByRole('row').filter({ hasText: adminEmail })
  await expect(locked).toContainText('A primeira conta é fixa')
  await expect(locked.getByRole('switch')).toBeDisabled()
  await admin.page.getByRole('textbox', { name: 'Buscar por nome ou e-mail' }).fill('ana flo')
  const row = admin.page.getByRole('row').filter({ hasText: 'Ana Flora' })
  await expect(admin.page.getByRole('paragraph').filter({ hasText: /^1 conta · / })).toBeVisible()
  await expect(row.getByRole('cell', { name: '1', exact: true }), 'her boards').toBeVisible()
  await expect(row.locator('time'), 'her last login').toHaveAttribute('datetime', new RegExp(`^${new Date().getUTCFullYear()}-`))
  await admin.page.getByLabel('Papel de Ana Flora').selectOption('Gestor')
  await expect(admin.page.getByText('Ana Flora agora é Gestor')).toBeVisible()
  await admin.page.reload()
  await expect(admin.page.getByLabel('Papel de Ana Flora')).toHaveValue('manager')

  await row.getByRole('switch').click()
  const question = admin.page.getByRole('dialog', { name: 'Desativar Ana Flora?' })
  await question.getByRole('button', { name: 'Desativar' }).click()
  await expect(row.getByRole('switch')).not.toBeChecked()
  const undo = admin.page.getByRole('button', { name: 'Desfazer' })
  await undo.hover()
  await ana.page.reload()
  await expect(ana.page, 'her session ended at once').toHaveURL('/login')
  await undo.click()
  await expect(row.getByRole('switch')).toBeChecked()
  await admin.page.getByLabel('Situação').selectOption('Desativadas')
  await expect(row).toHaveCount(0)
  await expect(admin.page.getByRole('heading', { name: 'Ninguém com “ana flo”' })).toBeVisible()
  await admin.page.getByRole('link', { name: 'Ver todas as contas' }).click()
  await expect(locked).toBeVisible()
})

test('others are sent to their own dashboard', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  for (const path of ['/admin-dashboard', '/admin/members']) {
    await ana.page.goto(path)
    await expect(ana.page).toHaveURL('/dashboard')
  }
})

test('administration is accessible', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await stageSprint(server.origin, ana.account, { from: 0, tasks: [{ title: 'Feita', who: ana.account, column: 'Concluído' }] })
  const admin = await administrator(team, { device: 'phone' })
  await expect(admin.page.getByRole('region', { name: 'Sprint atual' })).toBeVisible()
  await expectGoodOnBoth(admin.page, 'dashboard')
  await admin.page.getByRole('button', { name: 'Reportar bug' }).click()
  await expect(admin.page.getByRole('dialog', { name: 'Reportar bug' }).getByLabel('Quadro')).toBeVisible()
  await expectGoodOnBoth(admin.page, 'report a bug')
  await admin.page.goto('/admin/members')
  await expect(admin.page.getByRole('switch').first()).toBeVisible()
  await expectGoodOnBoth(admin.page, 'members')
  await admin.page.goto('/admin/tasks')
  await expect(admin.page.getByRole('list', { name: 'Todas as tarefas' })).toBeVisible()
  await expectGoodOnBoth(admin.page, 'all tasks')
})
