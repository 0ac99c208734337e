import type { Page } from '@playwright/test'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { administrator } from '../harness/administrator.ts'
import { inDays } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { SprintsPage } from '../pages/sprints.ts'

/** Once the server has confirmed that it tells of changes, a page asks a second time: what came in between it would not hear of. */
const told = (page: Page, path: string): Promise<void> =>
  new Promise((resolve) => {
    let answers = 0
    notHandedOn(page).on('response', (response) => {
      if (new URL(response.url()).pathname === path && ++answers === 2) resolve()
    })
  })

test('sprints, my tasks and the dashboards show without a reload what somebody else does', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const { boardId, sprintId, taskIds } = await stageSprint(server.origin, caio.account, {
    members: [ana.account],
    tasks: [{ title: 'Pix', who: ana.account }, { title: 'Boleto' }],
  })
  const [pix = 0, boleto = 0] = taskIds
  await ana.signIn()
  // Each screen is opened first, so that all that follows must come by itself.
  const sprints = new SprintsPage(ana.page)
  let ready = told(ana.page, '/api/sprints/summary')
  await sprints.open()
  await ready
  await expect(sprints.card('Sprint 12')).toBeVisible()
  const dates = { data_inicio: inDays(-1), data_fim: inDays(5) }
  await callAs(server.origin, caio.account, sprintsApi.create, { body: { nome: 'Sprint 13', board_id: boardId, ...dates } })
  await expect(sprints.card('Sprint 13')).toBeVisible()
  await expect(sprints.figure('Ativas')).toHaveText('2')
  const other = await callAs(server.origin, caio.account, boardsApi.create, { body: { title: 'Particular' } })
  await callAs(server.origin, caio.account, sprintsApi.create, { body: { nome: 'Sprint secreta', board_id: other.id, ...dates } })
  await callAs(server.origin, caio.account, sprintTasksApi.update, { params: { taskId: pix }, body: { status: 'concluida' } })
  await expect(sprints.figure('Concluídas nas ativas')).toHaveText(/^1/)
  await expect(sprints.card('Sprint secreta')).toHaveCount(0)
  await callAs(server.origin, caio.account, boardsApi.addMember, {
    params: { boardId: other.id },
    body: { email: ana.account.email, role: 'guest' },
  })
  await expect(sprints.card('Sprint secreta'), 'a board that she is put on brings its sprints').toBeVisible()

  ready = told(ana.page, '/api/cards/mine')
  await ana.page.goto('/my-tasks')
  await ready
  const main = ana.page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Nada em aberto com você' })).toBeVisible()
  await callAs(server.origin, caio.account, cardsApi.assign, { params: { cardId: boleto }, body: { user_id: ana.account.user.id } })
  await expect(main.getByRole('link', { name: 'Boleto', exact: true })).toBeVisible()

  ready = told(ana.page, '/api/boards/counts')
  await ana.page.goto('/dashboard?ver=quadros')
  await ready
  await expect(main.getByText('Checkout').first()).toBeVisible()
  await callAs(server.origin, caio.account, boardsApi.update, { params: { boardId }, body: { title: 'Pagamentos' } })
  await expect(main.getByText('Pagamentos').first()).toBeVisible()

  const root = await administrator(team)
  ready = told(root.page, '/api/admin/dashboard')
  await root.page.reload()
  await ready
  const tasks = root.page.locator('dl > div', { has: root.page.getByText('Tarefas', { exact: true }) }).locator('dd')
  const before = Number.parseInt((await tasks.textContent()) ?? '', 10)
  await callAs(server.origin, caio.account, sprintTasksApi.create, { body: { sprint_id: sprintId, titulo: 'Cartão' } })
  await expect(tasks).toContainText(String(before + 1))
})
