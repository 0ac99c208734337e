import { type SprintTask, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expect, onEmptyInstance } from '../harness/fixtures.ts'
import { endSprint, stageSprint } from '../harness/sprint-stage.ts'
import type { Person } from '../harness/team.ts'
import { SprintsPage } from '../pages/sprints.ts'

const sprint = 'Sprint 1'
const titles = ['Pix parcelado', 'Boleto vencido', 'Cartão virtual', 'Extrato em PDF', 'Aviso de fatura', 'Limite por dia'] as const
type Figures = { total: number; done: number; doing: number; pending: number }

/** What is left is pending or under way while a sprint lasts, and simply left once it is over. */
const share = ({ done, total }: Figures) =>
  `${((done / total) * 100).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`

/** Every screen that tells how far the sprint got, each read as its person sees it. */
async function expectEverywhere({ ana, bia, sprintId }: { ana: Person; bia: Person; sprintId: number }, figures: Figures, ended: boolean) {
  const { page } = ana
  const { total, done, doing, pending } = figures
  const left = total - done
  const progress = (where: string) => expect(page.getByRole('progressbar', { name: /^Progresso/ }).first(), where)

  const sprints = new SprintsPage(page)
  await sprints.open(ended ? '?filtro=encerradas' : '')
  const card = sprints.card(sprint)
  await expect(card).toContainText(`${total} tarefas`)
  await expect(card).toContainText(new RegExp(`${done} concluídas?`))
  await expect(card).toContainText(ended ? new RegExp(`${left} fica`) : new RegExp(`${doing} em andamento.*${pending} pendentes?`))
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuetext', share(figures))
  await expect(sprints.figure('Ativas'), 'the sums above the cards').toHaveText(ended ? '0' : '1')
  await expect(sprints.figure('Tarefas nas ativas')).toHaveText(ended ? '0' : String(total))
  await expect(sprints.figure('Concluídas nas ativas')).toHaveText(new RegExp(ended ? '^0' : `^${done}`))

  await page.goto(`/sprint/${sprintId}/tasks`)
  const info = page.getByRole('region', { name: sprint })
  await expect(info.locator('dd')).toHaveText((ended ? [total, done, left] : [total, done, doing, pending]).map(String))
  await progress('tasks').toHaveAttribute('aria-valuetext', share(figures))

  await page.goto(`/sprint/${sprintId}/board`)
  await expect(page.getByText(`${done} de ${total} concluídas`)).toBeVisible()

  await page.goto(`/sprint/${sprintId}/report?em=tarefas`)
  const reported = (label: string) => page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd')
  await expect(reported('Concluídas')).toHaveText(new RegExp(`^${done} tarefas?$`))
  if (ended) await expect(reported('Ficaram')).toHaveText(new RegExp(`^${left} tarefas?$`))
  else await expect(page.getByRole('img', { name: new RegExp(`^Burndown: faltam? ${left} tarefas? de ${total} tarefas`) })).toBeVisible()

  if (!ended) {
    await page.goto('/admin-dashboard')
    const current = page.getByRole('region', { name: 'Sprint atual' })
    await expect(current).toContainText(new RegExp(`${done} de ${total} tarefas`))
    await expect(current.getByRole('progressbar')).toHaveAttribute('aria-valuetext', share(figures))
    await bia.page.goto('/dashboard')
    const panel = bia.page.getByRole('region', { name: sprint })
    await expect(panel).toContainText(`${done} de ${total}`)
    await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuetext', share(figures))
  }
}

onEmptyInstance('five people play a sprint to its end, and no two screens disagree about it', async ({ team, server }) => {
  onEmptyInstance.setTimeout(300_000)
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const caio = await team.member('Caio')
  const davi = await team.member('Davi')
  const owners = [bia, bia, caio, caio, davi, undefined]
  const { boardId, sprintId, taskIds } = await stageSprint(server.origin, ana.account, {
    nome: sprint,
    board: 'Pagamentos',
    members: [bia.account, caio.account, davi.account],
    tasks: titles.map((title, index) => ({ title, who: owners[index]?.account })),
  })
  for (const person of [ana, bia, caio, davi]) await person.signIn()
  const everywhere = (figures: Figures, ended = false) => expectEverywhere({ ana, bia, sprintId }, figures, ended)

  await onEmptyInstance.step('the plan', () => everywhere({ total: 6, done: 0, doing: 0, pending: 6 }))

  await onEmptyInstance.step('a story is estimated by all five, one of them a guest on a phone', async () => {
    await ana.page.goto(`/sprint/${sprintId}/tasks`)
    await ana.page.getByRole('button', { name: 'Votar as tarefas' }).click()
    await ana.room.seated()
    const path = new URL(ana.page.url()).pathname
    for (const { page, room } of [bia, caio, davi]) {
      await page.goto(path)
      await room.seated()
    }
    const elisa = await team.person('Elisa', { device: 'phone' })
    await elisa.joinAsGuest(path.split('/').at(-1) ?? '')
    for (const { room } of [ana, bia, caio, davi, elisa]) await room.vote(5)
    await ana.room.expectVotes(5, 5)
    await ana.room.reveal()
    await ana.room.saveAndGoOn(5)
    for (const { room } of [bia, elisa]) await expect(room.task).toContainText(titles[1])
    await ana.page.goto(`/sprint/${sprintId}/tasks`)
    await expect(ana.page.getByRole('row').filter({ hasText: titles[0] })).toContainText('5')
  })

  await onEmptyInstance.step('they work: two are done, one is under way', async () => {
    for (const [person, title, column] of [
      [bia, titles[0], 'Concluído'],
      [caio, titles[2], 'Concluído'],
      [davi, titles[4], 'Em Andamento'],
    ] as const) {
      await person.page.goto(`/sprint/${sprintId}/board`)
      await person.board.drag(person.board.card(title), person.board.list(column))
      await expect(person.board.cardsOf(column).filter({ hasText: title })).toBeVisible()
    }
    await everywhere({ total: 6, done: 2, doing: 1, pending: 3 })
  })

  await onEmptyInstance.step('one comes in, one goes out, one is reopened', async () => {
    const [, boleto = 0, virtual = 0] = taskIds

    await callAs(server.origin, ana.account, sprintTasksApi.create, { body: { sprint_id: sprintId, titulo: 'Surpresa' } })
    await callAs(server.origin, ana.account, sprintTasksApi.changeMany, { body: { task_ids: [boleto], sprint_id: null } })
    const { data } = await callAs(server.origin, ana.account, sprintTasksApi.board, { params: { sprintId } })
    const waiting = data.columns.find(({ nome }) => nome === 'A Fazer')?.id
    await callAs(server.origin, caio.account, sprintTasksApi.update, { params: { taskId: virtual }, body: { column_id: waiting } })
    expect(data.tasks.some(({ titulo }: SprintTask) => titulo === 'Surpresa')).toBe(true)
    await everywhere({ total: 6, done: 1, doing: 1, pending: 4 })
  })

  await onEmptyInstance.step('the sprint ends, and goes on saying what it was while the cards move on', async () => {
    await endSprint(server.origin, ana.account, sprintId)
    const [, , virtual = 0] = taskIds
    const next = await stageSprint(server.origin, ana.account, { nome: 'Sprint 2', from: 7, to: 20, boardId })
    await callAs(server.origin, ana.account, sprintTasksApi.changeMany, { body: { task_ids: [virtual], sprint_id: next.sprintId } })
    // The sums of what is active are then those of the next sprint.
    await callAs(server.origin, ana.account, sprintTasksApi.changeMany, { body: { task_ids: [virtual], sprint_id: null } })
    await endSprint(server.origin, ana.account, next.sprintId)
    await everywhere({ total: 6, done: 1, doing: 1, pending: 4 }, true)
  })
})
