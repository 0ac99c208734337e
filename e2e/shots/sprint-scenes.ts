import { expect } from '@playwright/test'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { fillBoards } from '../../scripts/demo/boards.ts'
import { fillDay } from '../../scripts/demo/day.ts'
import { fillSprints } from '../../scripts/demo/sprints.ts'
import { type Account, createAccount } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { adminEmail } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import { stageBacklog } from '../harness/sprint-stage.ts'
import type { Member, Person } from '../harness/team.ts'
import { totp } from '../harness/totp.ts'
import { SettingsPage } from '../pages/settings.ts'
import type { Stage } from './stage.ts'

type Scene = { ana: Member; boardId: number; sprintId: number; people: Account[] }

/** Ana Luísa with her team, boards and sprints. */
export async function inSprint({ team, origin, look }: Stage): Promise<Scene> {
  const ana = await team.member('Ana Luísa', look)
  const mates = [await createAccount(origin, { name: 'Bia' }), await createAccount(origin, { name: 'Caio' })]
  const people = [ana.account, ...mates, await createAccount(origin, { name: 'Elisa' })]
  const boardId = await fillBoards(origin, people)
  const sprintId = await fillSprints(origin, people, boardId)
  await ana.signIn()
  return { ana, boardId, sprintId, people }
}

const at =
  (path: (scene: Scene) => string, ready: (scene: Scene) => Promise<unknown> = async () => {}) =>
  async (stage: Stage): Promise<Person> => {
    const scene = await inSprint(stage)
    await scene.ana.page.goto(path(scene))
    await expect(scene.ana.page.getByRole('heading', { level: 1 })).toBeVisible()
    await ready(scene)
    return scene.ana
  }

/** The ended sprint that left something. */
const sprint10 = ({ page }: Member) => page.getByRole('article', { name: /^Sprint 10/ })

/** From the list of ended sprints. */
const ended = (go: (scene: Scene) => Promise<unknown>) =>
  at(
    () => '/sprints?filtro=encerradas',
    async (scene) => {
      await expect(scene.ana.page.getByRole('article').first()).toContainText('Encerrada')
      await go(scene)
    },
  )

const dialogOf = ({ ana }: Scene) => expect(ana.page.getByRole('dialog').first()).toBeVisible()
const chartsOf = ({ ana }: Scene) => expect(ana.page.getByRole('img', { name: /^Burndown/ })).toBeVisible()

/** What is open with Ana Luísa on her three boards, some of it late; the keys are on the second row. */
const onDay = (go: (scene: Scene) => Promise<unknown>) => async (stage: Stage) => {
  const scene = await inSprint(stage)
  const { page } = scene.ana
  await fillDay(stage.origin, scene.people, scene.boardId)
  await page.goto('/my-tasks')
  await expect(page.getByRole('region', { name: /^Atrasadas/ })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await go(scene)
  return scene.ana
}

const waiting = [
  'Trocar o cartão sem refazer o pedido',
  'Pagar com carteira digital no celular',
  'Lembrar o Pix não pago depois de 30 minutos',
  'Nota fiscal no comprovante',
  'Parcelas com juros no resumo do e-mail',
  'Estorno parcial pelo painel do lojista',
  'Mensagem clara quando o CEP não é atendido',
  'Tempo de resposta do antifraude no painel',
  'Lembrete de cartão perto de vencer',
]

/** On the backlog of the board, with more cards than the demonstration leaves there, some of them without an estimate. */
const planning = (ready: (scene: Scene) => Promise<unknown>) => async (stage: Stage) => {
  const scene = await inSprint(stage)
  const { ana, boardId } = scene
  await stageBacklog(stage.origin, ana.account, boardId, waiting)
  const { data } = await callAs(stage.origin, ana.account, sprintTasksApi.backlog, { params: { boardId }, query: {} })
  for (const [index, { id }] of data.tasks.entries())
    if (index % 4 !== 2)
      await callAs(stage.origin, ana.account, sprintTasksApi.update, {
        params: { taskId: id },
        body: { estimativa_pontos: [5, 8, 3, 2][index % 4] },
      })
  await ana.page.goto(`/board/${boardId}/backlog`)
  await expect(ana.page.getByRole('checkbox').first()).toBeVisible()
  await ready(scene)
  return ana
}

async function chooseFour({ ana: { page } }: Scene): Promise<void> {
  for (const index of [0, 1, 3, 4])
    await page
      .getByRole('checkbox', { name: /^Escolher/ })
      .nth(index)
      .check()
  await expect(page.getByRole('region', { name: 'Ações para os escolhidos' })).toContainText('4 escolhidos')
}

/** The administrator of the instance, signed in. */
async function asAdmin({ team, look }: Stage, path: string): Promise<Person> {
  const admin = await team.person('Administração', look)
  await admin.login.open()
  await admin.login.signIn(adminEmail, 'umasenha123')
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Painel do administrador' })).toBeVisible()
  await admin.page.goto(path)
  await expect(admin.page.getByRole('heading', { level: 1 })).toBeVisible()
  return admin
}

/** Sprints, one's own tasks and administration in their states, by the name of the picture. */
export const sprintScenes: Record<string, (stage: Stage) => Promise<Person>> = {
  sprints: at(
    () => '/sprints',
    ({ ana }) => expect(ana.page.getByRole('article').first()).toBeVisible(),
  ),
  'sprints-none': at(() => '/sprints?q=nenhuma'),
  'sprints-new': at(() => '/sprints?nova=sim', dialogOf),
  'sprints-end': at(
    () => '/sprints',
    async (scene) => {
      await scene.ana.page
        .getByRole('button', { name: /^Encerrar/ })
        .first()
        .click()
      await dialogOf(scene)
    },
  ),
  'sprint-tasks': at(
    ({ sprintId }) => `/sprint/${sprintId}/tasks`,
    ({ ana }) => expect(ana.page.getByRole('row').nth(1)).toBeVisible(),
  ),
  'sprint-tasks-chosen': at(
    ({ sprintId }) => `/sprint/${sprintId}/tasks`,
    async ({ ana }) => {
      for (const index of [1, 2, 4]) await ana.page.getByRole('checkbox').nth(index).check()
    },
  ),
  'sprint-task': at(
    ({ sprintId }) => `/sprint/${sprintId}/tasks`,
    async (scene) => {
      await scene.ana.page.getByRole('rowheader').getByRole('button').first().click()
      await dialogOf(scene)
    },
  ),
  'sprint-board': at(
    ({ sprintId }) => `/sprint/${sprintId}/board`,
    ({ ana }) => expect(ana.page.getByRole('heading', { level: 3 }).first()).toBeVisible(),
  ),
  'sprint-board-problem': at(
    ({ sprintId }) => `/sprint/${sprintId}/board`,
    async ({ ana: { page, watch } }) => {
      watch.allowNetworkErrors()
      await refuse(page, 'POST', /^\/api\/sprints\/\d+\/columns$/)
      await page.getByRole('button', { name: 'Nova coluna' }).click()
      await page.getByRole('textbox', { name: 'Nome da coluna' }).fill('Fila')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'Erro ao criar coluna' })).toBeVisible()
    },
  ),
  'sprint-tasks-ended': ended(async ({ ana }) => {
    await sprint10(ana)
      .getByRole('link', { name: /tarefas/ })
      .first()
      .click()
    await expect(ana.page.getByRole('heading', { name: 'Não concluídas' })).toBeVisible()
  }),
  'sprint-tasks-left': ended(async ({ ana }) => {
    await sprint10(ana)
      .getByRole('link', { name: /tarefas/ })
      .first()
      .click()
    await ana.page.getByRole('heading', { name: 'Não concluídas' }).scrollIntoViewIfNeeded()
  }),
  'sprint-board-ended': ended(async ({ ana }) => {
    await sprint10(ana).getByRole('heading').getByRole('link').click()
    await expect(ana.page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  }),
  'sprint-report': at(({ sprintId }) => `/sprint/${sprintId}/report`, chartsOf),
  'sprint-report-below': at(
    ({ sprintId }) => `/sprint/${sprintId}/report`,
    async (scene) => {
      await chartsOf(scene)
      await scene.ana.page.getByRole('region', { name: 'Saíram' }).scrollIntoViewIfNeeded()
    },
  ),
  'sprint-report-send': at(
    ({ sprintId }) => `/sprint/${sprintId}/report`,
    async (scene) => {
      await chartsOf(scene)
      await scene.ana.page.getByRole('button', { name: 'Enviar' }).click()
    },
  ),
  'sprint-missing': at(() => '/sprint/999999/tasks'),
  backlog: planning(async () => {}),
  'backlog-chosen': planning(chooseFour),
  'backlog-new': planning(async (scene) => {
    await chooseFour(scene)
    await scene.ana.page.getByRole('button', { name: 'Nova sprint' }).click()
    await expect(scene.ana.page.getByRole('form', { name: 'Nova sprint' })).toBeVisible()
  }),
  'backlog-estimate': planning(async (scene) => {
    await scene.ana.page
      .getByRole('region', { name: 'Backlog' })
      .getByRole('button', { name: /^Estimar|mudar a estimativa/ })
      .nth(1)
      .click()
    await dialogOf(scene)
  }),
  'backlog-close': planning(async (scene) => {
    await scene.ana.page
      .getByRole('button', { name: /^Encerrar Sprint/ })
      .first()
      .click()
    await dialogOf(scene)
  }),
  'my-tasks': onDay(async () => {}),
  'my-tasks-card': onDay(async (scene) => {
    await scene.ana.page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
    await dialogOf(scene)
    await expect(scene.ana.page.getByRole('textbox', { name: 'Comentário' })).toBeVisible()
  }),
  'my-tasks-empty': async ({ team, look }) => {
    const bia = await team.member('Bia', look)
    await bia.signIn()
    await bia.page.goto('/my-tasks')
    await expect(bia.page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
    return bia
  },
  'my-tasks-history': at(
    () => '/my-tasks?ver=historico',
    ({ ana }) => expect(ana.page.getByRole('progressbar').first()).toBeVisible(),
  ),
  'my-tasks-undated': at(
    () => '/my-tasks?ver=sem-data',
    ({ ana }) => expect(ana.page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible(),
  ),
  'all-tasks': async (stage) => {
    await inSprint({ ...stage, look: {} })
    const admin = await asAdmin(stage, '/admin/tasks')
    await expect(admin.page.getByRole('list', { name: 'Todas as tarefas' })).toBeVisible()
    return admin
  },
  'my-tasks-none': at(
    () => '/my-tasks?ano=2024&mes=2',
    ({ ana }) => expect(ana.page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible(),
  ),
  admin: async (stage) => {
    await inSprint({ ...stage, look: {} })
    const admin = await asAdmin(stage, '/admin-dashboard')
    await expect(admin.page.getByRole('img', { name: /criadas/ })).toBeVisible()
    return admin
  },
  'admin-members': async (stage) => {
    await inSprint({ ...stage, look: {} })
    const admin = await asAdmin(stage, '/admin/members')
    await expect(admin.page.getByRole('switch').first()).toBeVisible()
    return admin
  },
  'admin-members-invited': async (stage) => {
    const admin = await asAdmin(stage, '/admin/members')
    await admin.page.getByRole('button', { name: 'Convidar', exact: true }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Convidar para a Rodada' })
    await dialog.getByLabel('Convidar por e-mail').fill(`bia@aroeira.com.br, caio@aroeira.com.br, davi@aroeira, ${adminEmail}`)
    await dialog.getByRole('button', { name: 'Convidar 3 pessoas' }).click()
    await expect(dialog.getByRole('button', { name: 'Copiar os 2 links' })).toBeVisible()
    return admin
  },
  'admin-members-pending': async (stage) => {
    const admin = await asAdmin(stage, '/admin/members')
    await expect(admin.page.getByRole('region', { name: 'Convites à espera' })).toBeVisible()
    return admin
  },
  'admin-members-rule': async (stage) => {
    const admin = await asAdmin(stage, '/admin/members')
    await admin.page.getByRole('button', { name: 'Quem cria conta' }).click()
    await expect(admin.page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    return admin
  },
  'admin-members-factor': async (stage) => {
    const dora = await stage.team.member('Dora Figueiredo de Albuquerque')
    await dora.signIn()
    const settings = new SettingsPage(dora.page)
    await settings.open('Segurança')
    await settings.enableTwoFactor(dora.account.password, (secret) => totp(secret))
    const admin = await asAdmin(stage, `/admin/members?q=${encodeURIComponent(dora.account.email)}`)
    await expect(admin.page.getByRole('button', { name: /^Desativar/ })).toBeVisible()
    return admin
  },
}
