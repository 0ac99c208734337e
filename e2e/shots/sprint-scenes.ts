import { expect } from '@playwright/test'
import { fillBoards } from '../../scripts/demo/boards.ts'
import { fillSprints } from '../../scripts/demo/sprints.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { adminEmail } from '../harness/fixtures.ts'
import type { Member, Person } from '../harness/team.ts'
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
}
