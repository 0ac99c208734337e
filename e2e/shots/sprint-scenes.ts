import { expect } from '@playwright/test'
import { fillBoards } from '../../scripts/demo/boards.ts'
import { fillSprints } from '../../scripts/demo/sprints.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { adminEmail } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import type { Member, Person } from '../harness/team.ts'
import { totp } from '../harness/totp.ts'
import { SettingsPage } from '../pages/settings.ts'
import type { Stage } from './stage.ts'

type Scene = { ana: Member; boardId: number; sprintId: number }

/** Ana Luísa with her team, boards and sprints. */
async function inSprint({ team, origin, look }: Stage): Promise<Scene> {
  const ana = await team.member('Ana Luísa', look)
  const mates = [await createAccount(origin, { name: 'Bia' }), await createAccount(origin, { name: 'Caio' })]
  const people = [ana.account, ...mates, await createAccount(origin, { name: 'Elisa' })]
  const boardId = await fillBoards(origin, people)
  const sprintId = await fillSprints(origin, people, boardId)
  await ana.signIn()
  return { ana, boardId, sprintId }
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
  'sprint-missing': at(() => '/sprint/999999/tasks'),
  backlog: at(
    ({ boardId }) => `/board/${boardId}/backlog`,
    ({ ana }) => expect(ana.page.getByRole('checkbox').first()).toBeVisible(),
  ),
  'my-tasks': at(
    () => '/my-tasks',
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
