import { boardsApi } from '@rodada/contract/boards/board-calls'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageBacklog, stageSprint } from '../harness/sprint-stage.ts'

test('a removed member loses the tasks, the report and the backlog at once', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const { boardId, sprintId } = await stageSprint(server.origin, ana.account, { tasks: [{ title: 'Boleto' }], members: [bia.account] })
  await stageBacklog(server.origin, ana.account, boardId, ['Cupom'])
  await bia.signIn()
  const { page } = bia
  const pages = [
    { path: `/sprint/${sprintId}/tasks`, shows: 'Boleto', missing: 'Sprint não encontrada.' },
    { path: `/sprint/${sprintId}/report`, shows: 'Boleto', missing: 'Sprint não encontrada.' },
    { path: `/board/${boardId}/backlog`, shows: 'Cupom', missing: 'Quadro não encontrado' },
  ]
  for (const { path, shows, missing } of pages) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(shows).first(), path).toBeVisible()
    const params = { boardId, userId: bia.account.user.id }
    await callAs(server.origin, ana.account, boardsApi.removeMember, { params })
    await expect(page.getByRole('heading', { level: 1, name: missing }), path).toBeVisible()
    await expect(page.getByRole('main').getByText(shows), path).toHaveCount(0)
    const body = { email: bia.account.email, role: 'member' as const }
    await callAs(server.origin, ana.account, boardsApi.addMember, { params: { boardId }, body })
    await expect(page.getByRole('main').getByText(shows).first(), `${path}, back on the board`).toBeVisible()
  }
})

test('a person who may only look from now on goes on hearing what the others do', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const { boardId, sprintId } = await stageSprint(server.origin, ana.account, { tasks: [{ title: 'Boleto' }], members: [bia.account] })
  await stageBacklog(server.origin, ana.account, boardId, ['Cupom'])
  await bia.signIn()
  const main = bia.page.getByRole('main')
  const params = { boardId, userId: bia.account.user.id }
  const setRole = (role: 'member' | 'guest') => callAs(server.origin, ana.account, boardsApi.updateMember, { params, body: { role } })

  await bia.page.goto(`/sprint/${sprintId}/tasks`)
  await expect(main.getByRole('button', { name: 'Nova tarefa' })).toBeVisible()
  await setRole('guest')
  await expect(main.getByRole('button', { name: 'Nova tarefa' }), 'nothing that the server would refuse').toHaveCount(0)
  await callAs(server.origin, ana.account, sprintTasksApi.create, { body: { sprint_id: sprintId, titulo: 'Reembolso' } })
  await expect(main.getByRole('button', { name: 'Reembolso', exact: true })).toBeVisible()
  await setRole('member')
  await expect(main.getByRole('button', { name: 'Nova tarefa' })).toBeVisible()

  await bia.page.goto(`/board/${boardId}/backlog`)
  await expect(main.getByRole('button', { name: 'Nova sprint' })).toBeVisible()
  await setRole('guest')
  await expect(main.getByRole('button', { name: 'Nova sprint' })).toHaveCount(0)
  await stageBacklog(server.origin, ana.account, boardId, ['Escrito depois'])
  await expect(main.getByText('Escrito depois')).toBeVisible()
})
