import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import { endSprint, stageSprint } from '../harness/sprint-stage.ts'
import { SprintsPage } from '../pages/sprints.ts'

test('an ended sprint has the same numbers on every screen, and says where the rest went', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const tasks = [{ title: 'Antifraude' }, { title: 'Boleto', column: 'Em Andamento' }, { title: 'Cupom', column: 'Concluído' }]
  const { boardId, sprintId, taskIds } = await stageSprint(server.origin, ana.account, { tasks })
  const next = await stageSprint(server.origin, ana.account, { nome: 'Sprint 13', from: 7, to: 20, boardId })
  const alone = await stageSprint(server.origin, ana.account, { nome: 'Sprint 11', boardId, tasks: [{ title: 'Pix' }] })
  for (const id of [sprintId, alone.sprintId]) await endSprint(server.origin, ana.account, id)
  const [first = 0] = taskIds
  await callAs(server.origin, ana.account, sprintTasksApi.changeMany, { body: { task_ids: [first], sprint_id: next.sprintId } })
  await ana.signIn()
  const { page } = ana
  const sprints = new SprintsPage(page)

  await sprints.open('?filtro=encerradas')
  for (const text of ['3 tarefas', '1 concluída', '2 ficaram']) await expect(sprints.card('Sprint 12')).toContainText(text)
  await expect(sprints.card('Sprint 12')).not.toContainText('pendente')
  await expect(sprints.card('Sprint 12').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33.3')
  for (const text of ['1 tarefa', '0 concluídas', '1 ficou']) await expect(sprints.card('Sprint 11')).toContainText(text)

  await page.goto(`/sprint/${sprintId}/tasks`)
  await expect(page.getByRole('region', { name: 'Sprint 12' })).toContainText(/tarefas3concluída1ficaram2/)
  const left = page.getByRole('region', { name: 'Não concluídas' })
  await expect(left.getByRole('listitem').filter({ hasText: 'Antifraude' })).toContainText('foi para Sprint 13')
  await expect(left.getByRole('listitem').filter({ hasText: 'Boleto' })).toContainText('voltou para o backlog')
  await page.goto(`/sprint/${alone.sprintId}/tasks`)
  await expect(page.getByRole('region', { name: 'Não concluídas' })).toContainText('Pix')
  await expect(page.getByText('Nenhuma tarefa nesta sprint')).toHaveCount(0)

  await page.goto(`/sprint/${alone.sprintId}/board`)
  await expect(page.getByText('0 de 1 concluída')).toBeVisible()
  await page.goto(`/sprint/${sprintId}/board`)
  await expect(page.getByText('1 de 3 concluídas')).toBeVisible()
  await expect(page.getByText('2 tarefas não concluídas saíram desta sprint.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver relatório' }).click()
  await page.getByRole('navigation', { name: 'Contar em' }).getByRole('link', { name: 'Tarefas' }).click()
  const figure = (label: string) => page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd')
  await expect(figure('Concluídas')).toHaveText('1 tarefa')
  await expect(figure('Ficaram')).toHaveText('2 tarefas')
  await expect(page.getByRole('region', { name: 'Ficaram' })).toContainText('foi para Sprint 13')
})

test('a sprint that begins in seven days is planned on every screen', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId, boardId } = await stageSprint(server.origin, ana.account, { from: 7, to: 14, tasks: [{ title: 'Pix' }] })
  await ana.signIn()
  const { page } = ana
  const when = 'planejada, começa em 7 dias'
  await page.goto('/sprints')
  await expect(page.getByRole('article', { name: 'Sprint 12' })).toContainText(/Planejada.*começa em 7 dias/)
  await page.goto(`/sprint/${sprintId}/tasks`)
  await expect(page.getByRole('region', { name: 'Sprint 12' })).toContainText(/Planejada.*começa em 7 dias/)
  for (const screen of [`/sprint/${sprintId}/board`, `/sprint/${sprintId}/report`, `/board/${boardId}/backlog`, '/dashboard']) {
    await page.goto(screen)
    await expect(page.getByText(when).first(), screen).toBeVisible()
  }
})

test('a problem of a sprint stays until it is closed, and its single keys can be turned off', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId } = await stageSprint(server.origin, ana.account, { tasks: [{ title: 'Pix' }] })
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  const { page } = ana
  await page.goto(`/sprint/${sprintId}/board`)
  await refuse(page, 'POST', /^\/api\/sprints\/\d+\/columns$/)
  await page.getByRole('button', { name: 'Nova coluna' }).click()
  await page.getByRole('textbox', { name: 'Nome da coluna' }).fill('Fila')
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao criar coluna' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Fechar' }).click()
  await expect(alert).toHaveCount(0)

  await page.evaluate(() => localStorage.setItem('rodada.singleKeys', 'off'))
  await page.reload()
  await expect(page.getByText('Pix', { exact: true }).first()).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Buscar e fazer' })
  // The page listens a moment after it is drawn.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await page.keyboard.press('n')
  // What still works comes after what must not: by then it would have happened.
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Título do cartão' })).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('rodada.singleKeys'))
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Título do cartão' })).toBeVisible()
})

test('deleting a column says what its tasks become, and lets one choose where they go', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { sprintId } = await stageSprint(server.origin, ana.account, { tasks: [{ title: 'Pix', column: 'Em Andamento' }] })
  await ana.signIn()
  const { page } = ana
  await page.goto(`/sprint/${sprintId}/board`)
  await page.getByRole('button', { name: 'Ações da coluna Em Andamento' }).click()
  await page.getByRole('menuitem', { name: 'Excluir coluna' }).click()
  const question = page.getByRole('dialog', { name: 'Excluir a coluna Em Andamento?' })
  await expect(question).toContainText('A tarefa dela vai para a primeira coluna, A Fazer. Ela fica com o status “Pendente”.')
  await question.getByLabel('Levar as tarefas para').selectOption('Concluído')
  await expect(question).toContainText('A tarefa dela vai para Concluído. Ela fica com o status “Concluída”.')
  await question.getByRole('button', { name: 'Excluir coluna' }).click()
  await expect(page.getByText('1 de 1 concluída')).toBeVisible()
})
