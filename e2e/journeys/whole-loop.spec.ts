import { inDays } from '../harness/card-stage.ts'
import { expect, onEmptyInstance, test } from '../harness/fixtures.ts'
import { DashboardPage } from '../pages/dashboard.ts'
import { dateField, fillDate } from '../pages/date-field.ts'

/** What the two of them plan, what each votes, what they agree on, and where the card stands in the end. */
const plan = [
  { title: 'Pix parcelado', ana: 3, bia: 5, agreed: 5, column: 'Concluído' },
  { title: 'Boleto vencido', ana: 8, bia: 8, agreed: 8, column: 'Em Andamento' },
  { title: 'Cartão virtual', ana: 2, bia: 4, agreed: 3, column: 'A Fazer' },
] as const
const later = 'Carteira digital'
const sum = (tasks: readonly { agreed: number }[]) => tasks.reduce((total, { agreed }) => total + agreed, 0)
const done = plan.filter(({ column }) => column === 'Concluído')
const open = plan.filter(({ column }) => column !== 'Concluído')
/** Bia has the first two of them. */
const withBia = plan.slice(0, 2)
const biaDone = withBia.filter(({ column }) => column === 'Concluído')
const biaDoing = withBia.filter(({ column }) => column === 'Em Andamento')

onEmptyInstance('two people go from an empty instance to a finished sprint, and its numbers are right', async ({ team }) => {
  test.setTimeout(300_000)
  const password = 'umasenha123'
  const ana = await team.person('Ana', { movement: true })
  const bia = await team.person('Bia', { movement: true })

  await test.step('they register; the first of them administers the instance', async () => {
    for (const person of [ana, bia]) {
      await person.login.open()
      await person.login.toRegister()
      await person.login.register({ name: person.name, email: `${person.name.toLowerCase()}@aroeira.com.br`, password })
    }
    await expect(ana.page).toHaveURL(/\/admin-dashboard/)
    await expect(bia.page).toHaveURL(/\/dashboard/)
  })

  const boardId = await test.step('Ana makes a board with a backlog, and Bia is on it', async () => {
    const dashboard = new DashboardPage(ana.page)
    await ana.page.goto('/admin-dashboard?ver=quadros')
    await dashboard.openCreate()
    await dashboard.create({ title: 'Pagamentos' })
    await expect(ana.page).toHaveURL(/\/board\/\d+$/)
    await ana.board.addCards('A Fazer', ...plan.map(({ title }) => title), later)
    const id = Number(ana.page.url().split('/').at(-1))
    await ana.board.openMenu('Membros')
    const members = ana.board.dialog(/Membros/)
    await members.getByRole('textbox', { name: /mail/i }).fill('bia@aroeira.com.br')
    await members.getByRole('button', { name: /Convidar/ }).click()
    await expect(members.getByText('Bia', { exact: true })).toBeVisible()
    await ana.page.keyboard.press('Escape')
    return id
  })

  await test.step('they plan a sprint from the backlog', async () => {
    await ana.page.goto(`/sprints?nova=sim&quadro=${boardId}`)
    const form = ana.page.getByRole('dialog', { name: 'Nova Sprint' })
    await form.getByRole('textbox', { name: 'Nome' }).fill('Sprint 1')
    await fillDate(dateField(form, 'Início'), inDays(-1))
    await fillDate(dateField(form, 'Fim'), inDays(9))
    await form.getByRole('button', { name: 'Criar sprint' }).click()
    await expect(ana.page.getByText('Sprint 1 criada. Ela já começou.')).toBeVisible()

    await ana.page.goto(`/board/${boardId}/backlog`)
    for (const { title } of plan) await ana.page.getByRole('checkbox', { name: `Escolher ${title}` }).check()
    await ana.page.getByRole('button', { name: 'Planejar os 3 aqui' }).click()
    await expect(ana.page.getByText('3 cartões foram para Sprint 1').first()).toBeVisible()
    await expect(ana.page.getByRole('region', { name: 'Backlog' }).getByRole('listitem')).toHaveCount(1)
  })

  const sprintPath = await test.step('the tasks of the sprint go to a room', async () => {
    await ana.page.goto('/sprints')
    await ana.page.getByRole('link', { name: 'Sprint 1', exact: true }).click()
    await expect(ana.page).toHaveURL(/\/sprint\/\d+\/board$/)
    const path = new URL(ana.page.url()).pathname.replace(/\/board$/, '')
    await ana.page.goto(`${path}/tasks`)
    await ana.page.getByRole('button', { name: 'Votar as tarefas' }).click()
    await ana.room.seated()
    await bia.page.goto(new URL(ana.page.url()).pathname)
    await bia.room.seated()
    return path
  })

  await test.step('they vote on three tasks and save what they agree on', async () => {
    for (const [index, { title, ana: hers, bia: his, agreed }] of plan.entries()) {
      for (const { room } of [ana, bia]) await expect(room.task).toContainText(title)
      await ana.room.vote(hers)
      await bia.room.vote(his)
      await bia.room.reveal()
      if (index < plan.length - 1) await ana.room.saveAndGoOn(agreed)
      else await ana.room.saveEstimate(agreed)
    }
    await expect(ana.room.nextTaskButton).toHaveCount(0)
  })

  await test.step('two of the tasks are with Bia', async () => {
    await ana.page.goto(`${sprintPath}/tasks`)
    for (const { title } of withBia) await ana.page.getByRole('checkbox', { name: `Escolher ${title}` }).check()
    await ana.page.getByRole('button', { name: 'Atribuir' }).click()
    await ana.page.getByRole('menuitem', { name: 'Bia' }).click()
    await expect(ana.page.getByText(`${withBia.length} tarefas agora são de Bia`).first()).toBeVisible()
  })

  await test.step('they move the cards; the board follows without a reload', async () => {
    await ana.board.open(boardId)
    await bia.page.goto(`${sprintPath}/board`)
    for (const { title, column } of plan) {
      if (column === 'A Fazer') continue
      await bia.board.drag(bia.board.card(title), bia.board.list(column))
      await expect(bia.board.cardsOf(column)).toHaveText([title])
      await ana.board.expectCards(column, [title])
    }
  })

  await test.step('the sprint ends, and what is not done is said to go back', async () => {
    await ana.page.goto(`${sprintPath}/board`)
    await ana.page.getByRole('button', { name: 'Menu da sprint' }).click()
    await ana.page.getByRole('menuitem', { name: 'Encerrar sprint' }).click()
    const ask = ana.page.getByRole('dialog', { name: 'Encerrar Sprint 1?' })
    await expect(ask).toContainText(`Para onde vão as ${open.length} que sobram?`)
    await ask.getByRole('button', { name: 'Encerrar sprint' }).click()
    await expect(ana.page).toHaveURL(`${sprintPath}/report`)
    await expect(bia.page.getByText('Encerrada: nada muda mais'), 'seen by the other without a reload').toBeVisible()
  })

  await test.step('burndown and velocity', async () => {
    const { page } = ana
    await page.goto(`${sprintPath}/report`)
    const figures = page.getByRole('main').locator('dl').first()
    for (const [name, points] of [
      ['Prometidos', sum(plan)],
      ['Concluídos', sum(done)],
      ['Ficaram', sum(open)],
    ] as const)
      await expect(figures.locator('div').filter({ hasText: name })).toContainText(String(points))
    const burndown = page.getByRole('figure', { name: 'Burndown' })
    await burndown.getByText('Ver como tabela').click()
    // Today is the second day: the sprint was made on it, and what is left is what was not done.
    await expect(burndown.getByRole('row').nth(2)).toContainText(String(sum(open)))
    const velocity = page.getByRole('figure', { name: 'Velocidade' })
    await velocity.getByText('Ver como tabela').click()
    await expect(velocity.getByRole('row').nth(1)).toHaveText(new RegExp(`Sprint 1.*${sum(plan)}.*${sum(done)}`))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      burndown
        .getByRole('button', { name: 'Baixar: Burndown' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Baixar CSV' }).click()),
    ])
    expect(file.suggestedFilename()).toMatch(/^burndown.*\.csv$/)
  })

  await test.step('the backlog says where the rest came from', async () => {
    await ana.page.goto(`/board/${boardId}/backlog`)
    const rows = ana.page.getByRole('region', { name: 'Backlog' }).getByRole('listitem')
    await expect(rows).toHaveCount(open.length + 1)
    for (const { title } of open) await expect(rows.filter({ hasText: title })).toContainText('veio da Sprint 1')
    await expect(rows.filter({ hasText: later })).not.toContainText('veio da')
  })

  await test.step('my tasks, of Bia', async () => {
    const now = new Date()
    await bia.page.goto(`/my-tasks?ano=${now.getFullYear()}&mes=${now.getMonth() + 1}`)
    const group = bia.page.getByRole('region', { name: 'Sprint 1' })
    await expect(group).toContainText(`${biaDone.length} de ${biaDone.length}`)
    for (const { title } of biaDone) await expect(group).toContainText(title)
    for (const { title } of open) await expect(group).not.toContainText(title)
  })

  await test.step('the instance, for its administrators', async () => {
    await ana.page.goto('/admin-dashboard')
    const numbers = ana.page.getByLabel('Números da instância')
    await expect(numbers.locator('div').filter({ hasText: 'Pessoas' })).toContainText('2')
    await expect(numbers.locator('div').filter({ hasText: 'Sprints ativas' })).toContainText('0')
    await expect(numbers.locator('div').filter({ hasText: 'Tarefas' })).toContainText(`${plan.length + 1}`)
    await expect(numbers.locator('div').filter({ hasText: 'Tarefas' })).toContainText(`${done.length} concluída`)
    await expect(
      ana.page.getByText(`Bia: ${biaDone.length} de ${withBia.length} concluídas, ${biaDoing.length} em andamento, 0 atrasadas`),
    ).toBeAttached()
  })
})
