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
  await ana.page.goto('/my-tasks')
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
  await ana.page.getByRole('link', { name: /^Voltar a/ }).click()
  await group.getByRole('link', { name: 'Boleto' }).click()
  await expect(ana.page).toHaveURL(new RegExp(`/board/${boardId}\\?card=`))
})

test('tasks that did not come can be asked for again', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  const retry = await refuseUntilRetried(ana.page, /^\/api\/sprints\/my\/tasks$/)
  await ana.page.goto('/my-tasks')
  await expect(ana.page.getByRole('heading', { name: 'Erro ao carregar tarefas' })).toBeVisible()
  await retry()
  await expect(ana.page.getByRole('heading', { name: 'Nenhuma tarefa neste mês' })).toBeVisible()
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
