import { boardsApi } from '@rodada/contract/boards/boards'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/cards'
import { callAs } from '../../scripts/lib/api-client.ts'
import { devices, expectAccessible, expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuseUntilRetried } from '../harness/refusal.ts'
import { stageSprint } from '../harness/sprint-stage.ts'

const monthName = (date: Date) => new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'America/Sao_Paulo' }).format(date)

test('what is mine in a month, by sprint, with its numbers', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const who = ana.account
  const { boardId } = await stageSprint(server.origin, who, {
    from: 0,
    tasks: [
      { title: 'Antifraude', who, column: 'Concluído' },
      { title: 'Boleto', who, column: 'Em Andamento', due: -1 },
      { title: 'De outra pessoa' },
    ],
  })
  await ana.signIn()
  const now = new Date()
  await ana.page.goto(`/my-tasks?ano=${now.getFullYear()}&mes=${now.getMonth() + 1}`)
  const figure = (label: string) => ana.page.locator('dl > div', { has: ana.page.getByText(label, { exact: true }) }).locator('dd')
  await expect(ana.page.getByText(/^Ana, é isto que está com você em/)).toBeVisible()
  await expect(figure('Tarefas')).toHaveText('2')
  await expect(figure('Concluídas')).toHaveText('1')
  await expect(figure('Atrasadas')).toHaveText('1')
  const group = ana.page.getByRole('region', { name: 'Sprint 12' })
  await expect(group.getByRole('listitem'), 'what is left comes first').toHaveText([/Boleto/, /Antifraude/])
  await expect(group.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '50,0%')
  const months = ana.page.getByRole('navigation', { name: /^Meses de/ })
  await expect(months.getByRole('link', { name: `${monthName(new Date())}: 2 tarefas` })).toHaveAttribute('aria-current', 'page')

  const year = ana.page.getByLabel('Ano')
  await expect(year.getByRole('option')).toHaveCount(5)
  await year.selectOption({ index: 0 })
  await months.getByRole('link', { name: /^fevereiro/ }).click()
  await expect(ana.page).toHaveURL(/mes=2/)
  await expect(ana.page.getByRole('heading', { name: 'Nenhuma tarefa neste mês' })).toBeVisible()
  await ana.page.getByRole('link', { name: 'Ver o que está em aberto' }).click()
  await expect(ana.page).toHaveURL('/my-tasks')
  await expect(group.getByRole('listitem'), 'what is done is not open').toHaveText([/Boleto/])
  await expect(group, 'but it counts for how far she got').toContainText('1 de 2 concluídas')
  await group.getByRole('link', { name: 'Boleto' }).click()
  await expect(ana.page).toHaveURL(new RegExp(`/board/${boardId}\\?card=`))
})

test('everything that the badge counts stands under what is open, also what has no date', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const who = ana.account
  const { boardId } = await stageSprint(server.origin, who, {
    from: 0,
    tasks: [
      { title: 'Boleto', who },
      { title: 'Antifraude', who, column: 'Concluído' },
    ],
  })
  const board = await callAs(server.origin, who, boardsApi.get, { params: { boardId } })
  const loose = async (title: string, due_date: string | null) => {
    const params = { boardId, listId: board.lists[0]?.id ?? 0 }
    const { id } = await callAs(server.origin, who, listCardsApi.create, { params, body: { title, due_date } })
    await callAs(server.origin, who, cardsApi.assign, { params: { cardId: id }, body: { user_id: who.user.id } })
  }
  await loose('Sem dia nenhum', null)
  await loose('Daqui a muito tempo', '2031-05-05')
  await ana.signIn()
  await ana.page.goto('/my-tasks')
  const badge = ana.page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: /^Minhas Tarefas/ })
  const places = ana.page.getByRole('navigation', { name: 'Quais tarefas' })
  const figure = (label: string) => ana.page.locator('dl > div', { has: ana.page.getByText(label, { exact: true }) }).locator('dd')
  const rows = ana.page.getByRole('main').getByRole('listitem')
  await expect(badge).toContainText('3 em aberto')
  await expect(places.getByRole('link', { name: /^Em aberto/ })).toHaveText('Em aberto3')
  await expect(places.getByRole('link', { name: /^Em aberto/ })).toHaveAttribute('aria-current', 'page')
  await expect(figure('Tarefas')).toHaveText('3')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Sem dia nenhum' })).toBeVisible()

  await places.getByRole('link', { name: /^Sem data/ }).click()
  await expect(ana.page).toHaveURL('/my-tasks?ver=sem-data')
  await expect(rows).toHaveText([/Sem dia nenhum/])
  await expect(figure('Tarefas')).toHaveText('1')

  // The badge follows on every screen, not only where tasks are listed.
  await ana.page.goto('/settings')
  await expect(badge).toContainText('3 em aberto')
  await loose('Chegou agora', null)
  await expect(badge).toContainText('4 em aberto')
})

test('tasks that did not come can be asked for again', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  const retry = await refuseUntilRetried(ana.page, /^\/api\/sprints\/my\/tasks$/)
  await ana.page.goto('/my-tasks')
  await expect(ana.page.getByRole('heading', { name: 'Erro ao carregar tarefas' })).toBeVisible()
  await retry()
  await expect(ana.page.getByRole('heading', { name: 'Nada em aberto com você' })).toBeVisible()
})

for (const device of devices)
  test(`my tasks are accessible (${device})`, async ({ team, server }) => {
    const ana = await team.member('Ana', { device })
    const who = ana.account
    await stageSprint(server.origin, who, {
      from: 0,
      tasks: [
        { title: 'Antifraude', who },
        { title: 'Boleto', who, column: 'Concluído', due: 1 },
      ],
    })
    await ana.signIn()
    await ana.page.goto('/my-tasks')
    await expect(ana.page.getByRole('region', { name: 'Sprint 12' })).toBeVisible()
    await expectAccessible(ana.page, 'my tasks')
    await expectFits(ana.page)
  })
