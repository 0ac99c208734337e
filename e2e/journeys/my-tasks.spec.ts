import { boardsApi } from '@rodada/contract/boards/board-calls'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth, opened } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuseUntilRetried } from '../harness/refusal.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'

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
  await expect(ana.page.getByRole('main').getByRole('listitem'), 'what is done is not open').toHaveText([/Boleto/])

  await ana.page.getByRole('navigation', { name: 'Quais tarefas' }).getByRole('link', { name: 'Histórico' }).click()
  await expect(ana.page).toHaveURL('/my-tasks?ver=historico')
  await expect(group, 'the history begins with this month').toContainText('1 de 2 concluídas')
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
  await expect(ana.page.getByText('3 em aberto em 1 quadro.')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(ana.page.getByRole('region', { name: 'Sem prazo 2' }).getByRole('listitem')).toHaveText([/Boleto/, /Sem dia nenhum/])
  await expect(ana.page.getByRole('region', { name: 'Depois 1' }).getByRole('listitem')).toHaveText([/Daqui a muito tempo/])

  await ana.page.goto('/my-tasks?ver=sem-data')
  await expect(rows, 'an address of before still leads to what no month has').toHaveText([/Sem dia nenhum/])
  await expect(figure('Tarefas')).toHaveText('1')
  await expect(places.getByRole('link', { name: /^Em aberto/ })).toHaveText('Em aberto3')

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
  const retry = await refuseUntilRetried(ana.page, /^\/api\/cards\/mine$/)
  await ana.page.goto('/my-tasks')
  await expect(ana.page.getByRole('heading', { name: 'Erro ao carregar tarefas' })).toBeVisible()
  await retry()
  await expect(ana.page.getByRole('heading', { name: 'Nada em aberto com você' })).toBeVisible()
})

test('a card whose part of the program has not come yet is closed by Escape, too', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { page } = ana
  await stageSprint(server.origin, ana.account, { from: 0, tasks: [{ title: 'Copiar código Pix', who: ana.account, due: 0 }] })
  await ana.signIn()
  const come = Promise.withResolvers<void>()
  await notHandedOn(page).route(/\/CardPane-[^/]*\.js$/, async (route) => {
    await come.promise
    await route.continue()
  })
  await page.goto('/my-tasks')
  const row = page.getByRole('main').getByRole('link', { name: 'Copiar código Pix', exact: true })
  const asked = page.waitForRequest(/\/CardPane-[^/]*\.js$/)
  await row.press('Enter')
  await asked
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/my-tasks')
  come.resolve()
  await row.press('Enter')
  await expect(page.getByRole('dialog', { name: /Copiar código Pix/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/my-tasks')
  await expect(row).toBeFocused()
})

test('a day at the keyboard: walk, complete and take back, give a date, open the card and come back', async ({ team, server }) => {
  const [ana, caio] = [await team.member('Ana'), await team.member('Caio')]
  const who = ana.account
  const { boardId, taskIds } = await stageSprint(server.origin, who, {
    from: 0,
    members: [caio.account],
    tasks: [
      { title: 'Contrato da API', who, due: -1, points: 2 },
      { title: 'Copiar código Pix', who, due: 0, points: 3 },
      { title: 'Atendimento', who, due: 0 },
      { title: 'Ícones do mapa', who },
      { title: 'Passado adiante' },
    ],
  })
  await ana.signIn()
  await ana.page.goto('/my-tasks')
  const main = ana.page.getByRole('main')
  const group = (name: string) => main.getByRole('region', { name })
  const link = (title: string) => main.getByRole('link', { name: title, exact: true })
  const toast = (text: string) => ana.page.getByRole('status').filter({ hasText: text })
  const press = async (...keys: string[]) => {
    for (const key of keys) await ana.page.keyboard.press(key)
  }
  await expect(ana.page.getByText('4 em aberto em 1 quadro, 5 pontos. 1 passou do prazo.')).toBeVisible()
  await expect(group('Atrasadas 1').getByRole('listitem')).toHaveText([/Contrato da API.*Ontem/])
  await expect(group('Hoje 2')).toContainText('3 pontos')

  await test.step('X completes what has the focus, which goes on to the next; Desfazer brings it back', async () => {
    await press('j')
    await expect(link('Contrato da API')).toBeFocused()
    await press('j', 'ArrowDown', 'k')
    await expect(link('Copiar código Pix')).toBeFocused()
    await press('x')
    await expect(link('Copiar código Pix')).toHaveCount(0)
    await expect(link('Atendimento')).toBeFocused()
    await expect(group('Hoje 1')).toBeVisible()
    await toast('Copiar código Pix foi para Concluído').getByRole('button', { name: 'Desfazer' }).click()
    await expect(link('Copiar código Pix')).toBeVisible()
    await expect(group('Hoje 2')).toBeVisible()
  })

  await test.step('D gives a date, and the focus goes along to the other group', async () => {
    await link('Ícones do mapa').focus()
    await press('d')
    await ana.page
      .getByRole('dialog', { name: 'Calendário: prazo de Ícones do mapa' })
      .getByRole('button', { name: 'Hoje', exact: true })
      .click()
    await expect(group('Hoje 3').getByRole('link', { name: 'Ícones do mapa' })).toBeFocused()
    await expect(group('Sem prazo')).toHaveCount(0)
    await toast('Ícones do mapa: prazo em').getByRole('button', { name: 'Desfazer' }).click()
    await expect(group('Sem prazo 1').getByRole('link', { name: 'Ícones do mapa' })).toBeVisible()
  })

  await test.step('Enter opens the card over the list, and Escape leads back to its row', async () => {
    await link('Atendimento').focus()
    await press('Enter')
    await expect(ana.page).toHaveURL(`/my-tasks?card=${taskIds[2]}&quadro=${boardId}`)
    const window = ana.page.getByRole('dialog')
    // Until the window has the focus, keys are still the list's.
    const isOpen = async () => {
      await expect(window).toContainText('Atendimento')
      await expect.poll(() => window.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await isOpen()
    await ana.page.reload()
    await isOpen()
    await press('Escape')
    await expect(window).toHaveCount(0)
    await expect(ana.page).toHaveURL('/my-tasks')
    await link('Atendimento').focus()
    await press('Enter')
    await isOpen()
    await press('Escape')
    await expect(link('Atendimento')).toBeFocused()
  })

  await test.step('what somebody hands her appears, and what somebody takes away leaves', async () => {
    const assign = (cardId: number, user_id: number | null) =>
      callAs(server.origin, caio.account, cardsApi.assign, { params: { cardId }, body: { user_id } })
    const badge = ana.page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: /^Minhas Tarefas/ })
    await assign(taskIds[4] ?? 0, who.user.id)
    await expect(link('Passado adiante')).toBeVisible()
    await expect(badge).toContainText('5 em aberto')
    await assign(taskIds[0] ?? 0, null)
    await expect(group('Atrasadas')).toHaveCount(0)
    await expect(badge).toContainText('4 em aberto')
  })
})

test('a long group is shown a page at a time', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const who = ana.account
  const board = await callAs(server.origin, who, boardsApi.create, { body: { title: 'Muitas' } })
  const lists = await callAs(server.origin, who, boardsApi.lists, { params: { boardId: board.id } })
  const params = { boardId: board.id, listId: lists[0]?.id ?? 0 }
  const ids: number[] = []
  for (let index = 1; index <= 103; index += 1)
    ids.push((await callAs(server.origin, who, listCardsApi.create, { params, body: { title: `Tarefa ${index}` } })).id)
  for (const card_ids of [ids.slice(0, 60), ids.slice(60)])
    await callAs(server.origin, who, bulkApi.change, { body: { card_ids, assigned_to: who.user.id } })
  await ana.signIn()
  await ana.page.goto('/my-tasks')
  const group = ana.page.getByRole('region', { name: 'Sem prazo 103' })
  await expect(group.getByRole('listitem')).toHaveCount(100)
  await group.getByRole('button', { name: 'Mostrar mais 3' }).click()
  await expect(group.getByRole('listitem')).toHaveCount(103)
  await expect(group.getByRole('button', { name: /^Mostrar mais/ })).toHaveCount(0)
})

test('my tasks are accessible', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const who = ana.account
  await stageSprint(server.origin, who, {
    from: 0,
    tasks: [
      { title: 'Antifraude', who, due: -3, points: 5 },
      { title: 'Boleto', who, column: 'Concluído', due: 1 },
      { title: 'Um título que é longo demais para caber em uma linha de um telefone', who },
    ],
  })
  await ana.signIn()
  await ana.page.goto('/my-tasks')
  await expect(ana.page.getByRole('region', { name: 'Atrasadas 1' })).toBeVisible()
  await expectGoodOnBoth(ana.page, 'what is open')
  await ana.page.getByRole('main').getByRole('link', { name: 'Antifraude' }).click()
  await expect(ana.page.getByRole('dialog')).toContainText('Antifraude')
  await expectGoodOnBoth(ana.page, 'a card over it', opened)
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  await ana.page.getByRole('button', { name: 'Concluir Antifraude' }).click()
  await expect(ana.page.getByRole('region', { name: 'Atrasadas 1' })).toHaveCount(0)
  await ana.page.goto('/my-tasks?ver=historico')
  await expect(ana.page.getByRole('region', { name: 'Sprint 12' })).toBeVisible()
  await expectGoodOnBoth(ana.page, 'the history')
})
