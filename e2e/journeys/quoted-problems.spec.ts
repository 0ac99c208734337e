import type { Page } from '@playwright/test'
import { administrator } from '../harness/administrator.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { BoardPage } from '../pages/board.ts'
import { CardPage } from '../pages/card.ts'
import { SprintsPage } from '../pages/sprints.ts'

const says = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

test('screens that cannot load say so in the words of the specification', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId, sprintId } = await stageSprint(server.origin, ana.account, { tasks: [{ title: 'Pix' }] })
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  const rows: [screen: string, call: RegExp, text: string][] = [
    ['/trello', /^\/api\/boards$/, 'Erro ao carregar quadros'],
    [`/board/${boardId}`, /^\/api\/boards\/\d+$/, 'Erro ao carregar dados do quadro'],
    ['/sprints', /^\/api\/sprints$/, 'Erro ao carregar sprints'],
    ['/sprints?nova=sim', /^\/api\/boards$/, 'Erro ao carregar boards: A Rodada volta em instantes.'],
    [`/sprint/${sprintId}/tasks`, /^\/api\/sprints\/\d+\/board$/, 'Erro ao carregar dados da sprint'],
    [`/sprint/${sprintId}/board`, /^\/api\/sprints\/\d+\/board$/, 'Erro ao carregar board da sprint'],
    ['/my-tasks', /^\/api\/cards\/mine$/, 'Erro ao carregar tarefas'],
  ]
  for (const [screen, call, text] of rows)
    await test.step(`${screen}: ${text}`, async () => {
      await refuse(ana.page, 'GET', call)
      await ana.page.goto(screen)
      await says(ana.page, text)
      if (screen.startsWith('/sprint/')) await expect(ana.page.getByRole('link', { name: 'Voltar às sprints' })).toBeVisible()
      await ana.page.unrouteAll({ behavior: 'wait' })
    })
})

test('what is refused on a board says so in the words of the specification', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Pix'] }, members: [bia.account] })
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  const { page, board } = ana
  await page.goto('/dashboard?ver=quadros&criar=sim')
  await refuse(page, 'POST', /^\/api\/boards$/)
  const form = page.getByRole('dialog', { name: 'Criar quadro' })
  await form.getByRole('textbox').first().fill('Novo')
  await form.getByRole('button', { name: 'Criar quadro' }).click()
  await says(page, 'Erro ao criar quadro')

  await board.open(boardId)
  for (const method of ['POST', 'PUT', 'DELETE']) await refuse(page, method, /^\/api\/(boards|cards)\//)
  await board.newList.click()
  await page.getByRole('textbox', { name: 'Título da lista' }).fill('Nova')
  await page.keyboard.press('Enter')
  await says(page, 'Erro ao criar lista')
  await page.keyboard.press('Escape')
  await board.list('A Fazer').getByRole('button', { name: 'Adicionar cartão em A Fazer' }).click()
  await page.getByRole('textbox', { name: 'Título do cartão' }).fill('Novo')
  await page.keyboard.press('Enter')
  await says(page, 'Erro ao criar card')
  await page.reload()
  await board.card('Pix').click()
  await new CardPage(page).openMenu('Excluir cartão')
  await says(page, 'Erro ao excluir card')
  await page.getByRole('button', { name: 'Membros' }).click()
  await page.getByLabel('Papel de Bia').selectOption('guest')
  await says(page, 'Erro ao alterar permissão')
  const dialog = board.dialog('Membros do quadro')
  await dialog.getByLabel('Convidar por e-mail').fill('nova@aroeira.com.br')
  await dialog.getByRole('button', { name: 'Convidar', exact: true }).click()
  await says(page, 'Erro ao enviar convite')
  await page.getByRole('button', { name: 'Remover Bia' }).click()
  await board.dialog('Tem certeza que deseja remover este membro do quadro?').getByRole('button', { name: 'Remover' }).click()
  await says(page, 'Erro ao remover membro')
})

test('what is refused of a sprint says so in the words of the specification, with the reason', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId } = await stageSprint(server.origin, ana.account, { tasks: [{ title: 'Pix' }] })
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  const { page } = ana
  const sprints = new SprintsPage(page)
  const why = 'A Rodada volta em instantes.'
  await sprints.open('?nova=sim')
  await sprints.fill({ name: 'Outra' })
  await refuse(page, 'POST', /^\/api\/sprints$/, { status: 200, json: {} })
  await sprints.send()
  await says(page, 'Erro ao criar sprint: Dados da sprint criada não encontrados')
  await page.unrouteAll({ behavior: 'wait' })
  await notHandedOn(page).route('**/api/sprints', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await sprints.send()
  await says(page, 'Erro ao criar sprint: Erro de conexão. Verifique sua internet e tente novamente.')
  await page.unrouteAll({ behavior: 'wait' })

  await sprints.open()
  for (const method of ['POST', 'PUT', 'DELETE']) await refuse(page, method, /^\/api\/sprint(?:s\/|-tasks)/)
  await sprints.action('Editar', 'Sprint 12').click()
  await sprints.fill({ name: 'Outro nome' })
  await sprints.send()
  await says(page, `Erro ao atualizar sprint: ${why}`)
  await page.keyboard.press('Escape')
  await sprints.action('Excluir', 'Sprint 12').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Excluir/ })
    .click()
  await says(page, `Erro ao excluir sprint: ${why}`)
  await sprints.action('Nova tarefa', 'Sprint 12').click()
  const task = page.getByRole('dialog', { name: 'Nova tarefa' })
  await task.getByLabel('Título').fill('Boleto')
  await task.getByRole('button', { name: /^(Criar|Adicionar) tarefa$/ }).click()
  await says(page, `Erro ao criar tarefa: ${why}`)

  await page.goto(`/sprint/${sprintId}/board`)
  const board = new BoardPage(page)
  await page.getByRole('button', { name: 'Nova coluna' }).click()
  await page.getByRole('textbox', { name: 'Nome da coluna' }).fill('Em revisão')
  await page.keyboard.press('Enter')
  await says(page, 'Erro ao criar coluna')
  await page.keyboard.press('Escape')
  await board.list('A Fazer').getByRole('button', { name: 'A Fazer', exact: true }).click()
  await page.getByRole('textbox', { name: 'Nome da coluna' }).fill('Fila')
  await page.keyboard.press('Enter')
  await says(page, 'Erro ao atualizar coluna')
  await page.getByRole('button', { name: 'Ações da coluna Concluído' }).click()
  await page.getByRole('menuitem', { name: 'Excluir coluna' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir coluna' }).click()
  await says(page, 'Erro ao excluir coluna')
  await board.card('Pix').click()
  const edit = page.getByRole('dialog', { name: 'Editar tarefa' })
  await edit.getByLabel('Pontos').fill('3')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await says(page, `Erro ao atualizar tarefa: ${why}`)
  await edit.getByLabel('Coluna').selectOption({ label: 'Concluído' })
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await says(page, `Erro ao atualizar coluna da tarefa: ${why}`)
  await edit.getByRole('button', { name: 'Excluir tarefa' }).click()
  await says(page, 'Erro ao excluir tarefa')
})

test('what is refused of GitHub says so in the words of the specification', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  const { page } = ana
  const status = { available: true, connected: false, username: null, avatar_url: null, connected_at: null, broken: false }
  await refuse(page, 'GET', /^\/api\/github\/status$/, { json: status })
  await refuse(page, 'POST', /^\/api\/github\/auth-url$/)
  await page.goto('/settings?aba=integracoes')
  await page.getByRole('button', { name: 'Conectar GitHub' }).click()
  await says(page, 'Erro ao obter URL de autorização')
  await page.unrouteAll({ behavior: 'wait' })

  const connected = { ...status, connected: true, username: 'ana-dev', connected_at: '2026-01-02T10:00:00.000Z' }
  await refuse(page, 'GET', /^\/api\/github\/status$/, { json: connected })
  await refuse(page, 'DELETE', /^\/api\/github\/disconnect$/)
  await page.reload()
  await page.getByRole('button', { name: 'Desconectar' }).click()
  await page.getByRole('dialog', { name: 'Desconectar o GitHub?' }).getByRole('button', { name: 'Desconectar' }).click()
  await says(page, 'Erro ao desconectar do GitHub')
})

test('what is refused to an administrator says so in the words of the specification', async ({ team }) => {
  await team.member('Ana Quitéria')
  const admin = await administrator(team)
  admin.watch.allowNetworkErrors()
  const { page } = admin
  await refuse(page, 'GET', /^\/api\/admin\/users$/)
  await page.goto('/admin/members')
  await says(page, 'Erro ao carregar membros')
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.getByRole('textbox', { name: 'Buscar por nome ou e-mail' }).fill('quiteria')
  await refuse(page, 'PUT', /^\/api\/admin\/users\//)
  await page.getByLabel('Papel de Ana Quitéria').selectOption('Gestor')
  await says(page, 'Erro ao alterar permissão')
  await page.getByRole('row').filter({ hasText: 'Ana Quitéria' }).getByRole('switch').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click()
  await says(page, 'Erro ao alterar status')
  const json = { message: 'Você não tem permissão para isso.', error: 'forbidden' }
  await refuse(page, 'GET', /^\/api\/admin\/dashboard$/, { status: 403, json })
  await page.goto('/admin-dashboard')
  await says(page, 'Acesso Negado')
})
