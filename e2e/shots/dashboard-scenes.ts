import { expect } from '@playwright/test'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { fillBoards } from '../../scripts/demo/boards.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { inDays } from '../harness/card-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Member } from '../harness/team.ts'
import { addMember, invite, makeBoard } from '../harness/work.ts'
import { DashboardPage } from '../pages/dashboard.ts'
import { InvitationPage } from '../pages/invitation.ts'
import { NotificationsPage } from '../pages/notifications.ts'
import { PalettePage } from '../pages/palette.ts'
import type { Stage } from './stage.ts'

type Scene = { ana: Member; dashboard: DashboardPage }

/** Ana Luísa, signed in, with nothing of her own. */
async function newcomer({ team, look }: Stage): Promise<Scene> {
  const ana = await team.member('Ana Luísa', look)
  await ana.signIn()
  return { ana, dashboard: new DashboardPage(ana.page) }
}

/** Ana Luísa in the middle of her week, with a team that works beside her. */
async function atWork(stage: Stage): Promise<Scene> {
  const { ana, dashboard } = await newcomer(stage)
  const mates = [await createAccount(stage.origin, { name: 'Caio' }), await createAccount(stage.origin, { name: 'Elisa' })]
  await makeBoard(stage.origin, ana.account, { title: 'Pesquisa com clientes', color: '#954886' })
  const { boardId } = await makeBoard(
    stage.origin,
    ana.account,
    { title: 'Infraestrutura e observabilidade', color: '#5c646b', description: 'O que sustenta o resto.' },
    [
      { title: 'Revisar contrato da API de repasses', due: -1, priority: 'urgent' },
      { title: 'Responder dúvidas do time de atendimento', due: 0 },
      { title: 'Escolher ícones do mapa de rotas', due: 3, priority: 'low' },
      { title: 'Atualizar o servidor de filas', list: 2, due: 0 },
      { title: 'Trocar os certificados', list: 2, due: -2 },
      { title: 'Medir a tela de busca', list: 2, due: 1 },
    ],
  )
  for (const mate of mates) await addMember(stage.origin, ana.account, boardId, mate)
  await fillBoards(stage.origin, [ana.account, ...mates])
  return { ana, dashboard }
}

const open =
  (query: string, ready: (scene: Scene) => Promise<void>, start = atWork) =>
  async (stage: Stage): Promise<Member> => {
    const scene = await start(stage)
    await scene.dashboard.open(query)
    await ready(scene)
    return scene.ana
  }
const tasksShown = async ({ dashboard }: Scene) => expect(dashboard.tasksNow.getByRole('listitem')).not.toHaveCount(0)

/** The dashboard and what belongs to it in their states, by the name of the picture. */
export const dashboardScenes: Record<string, (stage: Stage) => Promise<Member>> = {
  dashboard: open('', tasksShown),
  'dashboard-below': open('', async (scene) => {
    await tasksShown(scene)
    await scene.ana.page.getByRole('region', { name: 'Aconteceu' }).getByRole('listitem').last().scrollIntoViewIfNeeded()
  }),
  'dashboard-empty': open(
    '',
    async ({ ana, dashboard }) => {
      await ana.page.getByRole('button', { name: 'Fazer depois' }).click()
      await expect(dashboard.tasksNow.getByRole('heading', { level: 3 })).toBeVisible()
    },
    newcomer,
  ),
  'first-run': open('', ({ ana }) => expect(ana.page.getByRole('button', { name: 'Montar o quadro' })).toBeVisible(), newcomer),
  'first-run-people': open(
    '',
    async ({ ana }) => {
      await ana.page.getByRole('button', { name: 'Montar o quadro' }).click()
      const emails = ana.page.getByLabel('Convidar por e-mail')
      await emails.fill('bia@aroeira.com.br, caio@aroeira.com.br, davi@aroeira')
      await ana.page.getByRole('button', { name: /^Convidar 2/ }).click()
      await expect(ana.page.getByLabel('Primeira história')).toBeVisible()
    },
    newcomer,
  ),
  'dashboard-failed': async (stage) => {
    const { ana, dashboard } = await atWork(stage)
    ana.watch.allowNetworkErrors()
    const answer = { status: 503, body: '{"message":"A Rodada volta em instantes. Tente de novo."}' }
    await notHandedOn(ana.page).route('**/api/dashboard/stats', (route) => route.fulfill(answer))
    await dashboard.open()
    await expect(ana.page.getByText('zerados')).toBeVisible()
    return ana
  },
  'dashboard-loading': async (stage) => {
    const { ana, dashboard } = await newcomer(stage)
    await notHandedOn(ana.page).route(/api\/(dashboard|cards|boards)/, () => undefined)
    await dashboard.open()
    // The skeleton fades in a moment after the page.
    await expect(ana.page.getByRole('status').filter({ hasText: 'Carregando' }).first()).toHaveCSS('opacity', '1')
    return ana
  },
  'dashboard-sprint': async (stage) => {
    const { ana, dashboard } = await atWork(stage)
    const [board] = await callAs(stage.origin, ana.account, boardsApi.list, { query: { q: 'Checkout' } })
    const sprint = { nome: 'Sprint 12 · Pagamento', data_inicio: inDays(-8), data_fim: inDays(3), board_id: board?.id ?? 0 }
    const { data } = await callAs(stage.origin, ana.account, sprintsApi.create, { body: sprint })
    const cards = await callAs(stage.origin, ana.account, cardsApi.search, { query: { board_id: sprint.board_id } })
    await callAs(stage.origin, ana.account, sprintTasksApi.changeMany, {
      body: { task_ids: cards.map(({ id }) => id), sprint_id: data.id },
    })
    await dashboard.open()
    await expect(ana.page.getByRole('progressbar').first()).toBeVisible()
    return ana
  },
  'dashboard-boards': open('?ver=quadros', async ({ dashboard }) => expect(dashboard.board('Checkout e pagamentos').first()).toBeVisible()),
  'dashboard-boards-none': open('?ver=quadros&q=inexistente', async ({ ana }) =>
    expect(ana.page.getByRole('heading', { level: 2, name: /inexistente/ })).toBeVisible(),
  ),
  'dashboard-list': open('?ver=lista', async ({ ana }) => expect(ana.page.getByRole('row').nth(1)).toBeVisible()),
  'dashboard-search': open('?q=pagamentos', async ({ dashboard }) => expect(dashboard.board('Checkout').first()).toBeVisible()),
  'dashboard-create': open('', async (scene) => {
    await tasksShown(scene)
    await scene.dashboard.openCreate()
  }),
  'dashboard-create-from-template': open('', async (scene) => {
    await tasksShown(scene)
    await scene.dashboard.openCreate()
    const { page } = scene.ana
    await page.getByLabel('Título').fill('Pagamentos')
    await page.getByLabel('A partir de um modelo').selectOption('Bugs')
  }),
  'dashboard-filter': open('', async ({ dashboard }) => {
    await dashboard.number('Pendentes').click()
    await expect(dashboard.filterDialog.getByRole('listitem')).not.toHaveCount(0)
  }),
  'dashboard-menu': open('', async ({ ana }) => {
    await ana.page.getByRole('button', { name: 'Menu de Ana Luísa' }).click()
    await expect(ana.page.getByRole('menuitem', { name: 'Sair' })).toBeVisible()
  }),
  'dashboard-profile': open('', async ({ ana, dashboard }) => {
    await dashboard.choose('Ana Luísa', 'Meu Perfil')
    await expect(ana.page.getByRole('dialog')).toBeVisible()
  }),
  palette: open('', async ({ ana }) => {
    const palette = new PalettePage(ana.page)
    await palette.open()
    await ana.page.keyboard.type('endereco')
    await expect(palette.options.first()).toContainText('endereço')
  }),
  'palette-recent': open('', async ({ ana }) => {
    const palette = new PalettePage(ana.page)
    await palette.open()
    await expect(palette.options).not.toHaveCount(0)
  }),
  trello: async (stage) => {
    const { ana, dashboard } = await atWork(stage)
    await ana.page.goto('/trello')
    await expect(dashboard.board('Checkout').first()).toBeVisible()
    return ana
  },
  invitation: async (stage) => {
    const { ana } = await newcomer(stage)
    const bia = await createAccount(stage.origin, { name: 'Bia' })
    const { boardId } = await makeBoard(stage.origin, bia, { title: 'Checkout e pagamentos' })
    const path = await invite(stage.origin, bia, boardId, `${boardId}@fora.com.br`)
    await ana.page.goto(path)
    await expect(new InvitationPage(ana.page).enterButton).toBeVisible()
    return ana
  },
  'bell-invitation': async (stage) => {
    const { ana } = await newcomer(stage)
    const bia = await createAccount(stage.origin, { name: 'Bia' })
    const { boardId } = await makeBoard(stage.origin, bia, { title: 'Checkout e pagamentos' })
    await addMember(stage.origin, bia, boardId, ana.account)
    await callAs(stage.origin, ana.account, boardsApi.removeMember, { params: { boardId, userId: ana.account.user.id } })
    await addMember(stage.origin, bia, boardId, ana.account)
    await ana.page.goto('/my-tasks')
    const notifications = new NotificationsPage(ana.page)
    await notifications.open()
    await expect(notifications.inbox.getByText('Checkout e pagamentos').first()).toBeVisible()
    return ana
  },
  'invitation-over': async (stage) => {
    const { ana } = await newcomer(stage)
    await ana.page.goto('/convite#ja-foi')
    await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
    return ana
  },
}
