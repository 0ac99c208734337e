import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible } from '../harness/axe.ts'
import { alone, together } from '../harness/board-people.ts'
import { inDays } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Team } from '../harness/team.ts'
import { dateField, fillDate } from '../pages/date-field.ts'
import { PalettePage } from '../pages/palette.ts'

test('the filter is in the address: it survives a reload, an open card, and going back leaves the board', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin, { 'A Fazer': ['Revisão do cartão', 'Pix parcelado'] })
  const { page, board } = ana
  await page.goto('/sprints')
  await page.goBack()
  await board.expectCards('A Fazer', ['Revisão do cartão', 'Pix parcelado'])
  await board.search.fill('pix')
  await board.expectCards('A Fazer', ['Pix parcelado'])
  await expect(page).toHaveURL(/\?q=pix$/)
  await page.reload()
  await board.expectCards('A Fazer', ['Pix parcelado'])
  await expect(board.search).toHaveValue('pix')

  await test.step('an open card leaves it, and is part of the link', async () => {
    await expect(board.card('Pix parcelado')).toHaveAttribute('href', /\?card=\d+&q=pix$/)
    await board.card('Pix parcelado').click()
    await expect(page.getByRole('dialog', { name: 'Pix parcelado' })).toBeVisible()
    await expect(page).toHaveURL(/q=pix/)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await board.expectCards('A Fazer', ['Pix parcelado'])
  })
})

/** Ana and Bia on a board; of its cards, A is Ana's, B is Bia's, and C nobody's. */
async function staged(team: Team, origin: string) {
  const people = await together(team, origin, { 'A Fazer': ['A', 'B', 'C'] })
  const { ana, bia, boardId } = people
  const board = await callAs(origin, ana.account, boardsApi.get, { params: { boardId } })
  const idOf = (title: string) => board.lists.flatMap(({ cards }) => cards).find((card) => card.title === title)?.id ?? 0
  for (const [title, who] of [
    ['A', ana],
    ['B', bia],
  ] as const)
    await callAs(origin, ana.account, cardsApi.assign, { params: { cardId: idOf(title) }, body: { user_id: who.account.user.id } })
  return { ...people, idOf }
}

test('the faces filter by person: one, several, nobody, and free again', async ({ team, server }) => {
  const { ana, bia } = await staged(team, server.origin)
  const { page, board } = ana
  await expect(board.face('Bia')).toHaveAccessibleName(/^Bia.*, 1 cartão$/)
  await board.face('Bia').click()
  await expect(board.face('Bia')).toHaveAttribute('aria-pressed', 'true')
  await board.expectCards('A Fazer', ['B'])
  await board.face('Ana').click()
  await board.expectCards('A Fazer', ['A'])
  await board.face('Sem responsável').click({ modifiers: ['Shift'] })
  await board.expectCards('A Fazer', ['A', 'C'])

  await test.step('the link shows the same to a colleague', async () => {
    await bia.page.goto(page.url())
    await bia.board.expectCards('A Fazer', ['A', 'C'])
    await expect(bia.board.face('Ana')).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('by keys: one stop, arrows walk, Escape frees', async () => {
    await board.face('Sem responsável').press('Home')
    await page.keyboard.press('Enter')
    const pressed = page.getByRole('toolbar', { name: 'Filtrar por pessoa' }).getByRole('button', { pressed: true })
    await expect(pressed).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+Space')
    await expect(pressed).toHaveCount(2)
    await page.keyboard.press('Escape')
    await board.expectCards('A Fazer', ['A', 'B', 'C'])
    await page.keyboard.press('Tab')
    await expect(board.filterButton).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(board.face('Bia').or(board.face('Ana')).and(page.locator(':focus'))).toHaveCount(1)
  })

  await test.step('each part of the filter has a way out, and all of it another', async () => {
    await board.filterButton.click()
    await page.getByLabel('Sem prazo').check()
    await page.getByLabel('Sem estimativa').check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tirar o filtro Sem prazo' }).click()
    await expect(page.getByRole('button', { name: 'Tirar o filtro Sem estimativa' })).toBeFocused()
    await expect(page).toHaveURL(/\?estimativa=sem$/)
    await page.getByRole('button', { name: 'Limpar', exact: true }).click()
    await expect(board.filterButton).toBeFocused()
    await expect(page).not.toHaveURL(/\?/)
  })
})

test('a filter is saved for oneself or for the board, and a colleague chooses it, in the sprint, too', async ({ team, server }) => {
  const { ana, bia, boardId, idOf } = await staged(team, server.origin)
  const { page, board } = ana
  const saved = page.getByRole('dialog', { name: 'Filtros salvos' })
  await board.face('Bia').click()
  await page.getByRole('button', { name: 'Filtros salvos' }).click()
  await saved.getByRole('button', { name: 'Salvar este filtro…' }).click()
  await page.keyboard.type('Da Bia')
  await saved.getByRole('switch', { name: 'Para o quadro' }).check()
  await expectAccessible(page, 'saving a filter')
  await page.keyboard.press('Enter')
  await expect(saved.getByRole('button', { name: /^Da Bia/ })).toHaveAttribute('aria-pressed', 'true')

  await test.step('a colleague has it at once, uses it, and keeps an own one that nobody else sees', async () => {
    const theirs = bia.page.getByRole('dialog', { name: 'Filtros salvos' })
    await bia.page.getByRole('button', { name: 'Filtros salvos' }).click()
    await theirs.getByRole('button', { name: /^Da Bia/ }).click()
    await expect(theirs).toBeHidden()
    await bia.board.expectCards('A Fazer', ['B'])
    await bia.page.getByRole('button', { name: 'Limpar', exact: true }).click()
    await bia.board.face('Sem responsável').click()
    await bia.page.getByRole('button', { name: 'Filtros salvos' }).click()
    await theirs.getByRole('button', { name: 'Salvar este filtro…' }).click()
    await bia.page.keyboard.type('Livres')
    await bia.page.keyboard.press('Enter')
    await expect(theirs.getByRole('button', { name: 'Livres', exact: true })).toBeVisible()
  })

  await test.step('it is renamed, deleted, and brought back', async () => {
    await expect(saved.getByRole('listitem')).toHaveCount(1)
    await saved.getByRole('button', { name: 'Renomear o filtro Da Bia' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Cartões da Bia')
    await page.keyboard.press('Enter')
    await saved.getByRole('button', { name: 'Excluir o filtro Cartões da Bia' }).click()
    await expect(saved.getByRole('listitem')).toHaveCount(0)
    await board.undo()
    await page.getByRole('button', { name: 'Filtros salvos' }).click()
    await expect(saved.getByRole('button', { name: /^Cartões da Bia/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the sprint board has the same filters', async () => {
    const { sprintId } = await stageSprint(server.origin, ana.account, { boardId })
    const body = { task_ids: ['A', 'B', 'C'].map(idOf), sprint_id: sprintId }
    await callAs(server.origin, ana.account, sprintTasksApi.changeMany, { body })
    await bia.page.goto(`/sprint/${sprintId}/board`)
    await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
    await bia.page.getByRole('button', { name: 'Filtros salvos' }).click()
    await bia.page.getByRole('button', { name: 'Livres', exact: true }).click()
    await bia.board.expectCards('A Fazer', ['C'])
    await bia.board.face('Ana').click()
    await bia.board.expectCards('A Fazer', ['A'])
    await bia.page.reload()
    await bia.board.expectCards('A Fazer', ['A'])
    await bia.page.keyboard.press('Escape')
    await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
  })
})

test('on a phone, the faces and the filters are one line, and fingers reach them', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin, { 'A Fazer': ['Pix', 'Boleto'] }, { device: 'phone' })
  await ana.board.face('Sem responsável').click()
  await ana.board.filterButton.click()
  await ana.page.getByRole('dialog').getByRole('textbox', { name: 'Buscar neste quadro' }).fill('pix')
  // The first Escape would empty the field.
  await ana.page.keyboard.press('Tab')
  await ana.page.keyboard.press('Escape')
  await ana.board.expectCards('A Fazer', ['Pix'])
  await expect(ana.board.filterButton).toHaveAccessibleName('Filtrar, 1 em uso')
  await expectAccessible(ana.page, 'filters on a phone')
})

test('a panel of filters that has not come yet is closed by Escape, too', async ({ team, server }) => {
  const { ana, boardId } = await staged(team, server.origin)
  const { page, board } = ana
  const come = Promise.withResolvers<void>()
  await notHandedOn(page).route(/\/FilterPanel-[^/]*\.js$/, async (route) => {
    await come.promise
    await route.continue()
  })
  await page.goto(`/board/${boardId}`)
  const asked = page.waitForRequest(/\/FilterPanel-[^/]*\.js$/)
  await board.filterButton.click()
  await asked
  await expect(board.filterButton).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(board.filterButton).toHaveAttribute('aria-expanded', 'false')
  come.resolve()
  const panel = page.getByRole('dialog', { name: /^Filtrar/ })
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(board.filterButton).toBeFocused()
})

test('fields are filtered by what stands in them, and a start by its day: on the board, in a link, in the backlog and in a sprint', async ({
  team,
  server,
}) => {
  const { ana, bia, boardId, idOf } = await staged(team, server.origin)
  const { page, board } = ana
  const add = (name: string, type: 'text' | 'number' | 'date', on_card: boolean) =>
    callAs(server.origin, ana.account, boardFieldsApi.add, { params: { boardId }, body: { name, type, on_card } })
  const client = await add('Cliente', 'text', true)
  const amount = await add('Valor', 'number', true)
  const ship = await add('Entrega', 'date', false)
  const fill = (title: string, start: number, fields: Record<number, string | number>) =>
    callAs(server.origin, ana.account, cardsApi.update, { params: { cardId: idOf(title) }, body: { start_date: inDays(start), fields } })
  await fill('A', -1, { [client.id]: 'Padaria São João', [amount.id]: 100, [ship.id]: inDays(-1) })
  await fill('B', 0, { [client.id]: 'Banca da praça', [amount.id]: 250.5, [ship.id]: inDays(0) })
  await fill('C', 10, { [amount.id]: 1000, [ship.id]: inDays(10) })
  await page.goto(`/board/${boardId}`)
  await board.expectCards('A Fazer', ['A', 'B', 'C'])
  const panel = page.getByRole('dialog', { name: /^Filtrar/ })
  const group = (name: string) => panel.getByRole('group', { name, exact: true })

  await test.step('a text by its letters', async () => {
    await board.filterButton.click()
    await expect(panel).toBeVisible()
    await expect(panel.getByLabel('Texto que contém')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await board.card('B').focus()
    await page.keyboard.press('f')
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(board.card('B'), 'where it was before').toBeFocused()
    await board.filterButton.click()
    await group('Cliente').getByRole('checkbox', { name: 'Contém…' }).check()
    await expect(panel.getByLabel('Texto que contém')).toBeFocused()
    await page.keyboard.type('SAO')
    await board.expectCards('A Fazer', ['A'])
    await expectAccessible(page, 'a filter by the text of a field')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`campos=${client.id}\\.tem\\.SAO$`))
    await page.getByRole('button', { name: 'Tirar o filtro Cliente: contém “SAO”' }).click()
    await board.expectCards('A Fazer', ['A', 'B', 'C'])
  })

  await test.step('a number by its range, which is refused nothing but what is no number', async () => {
    await board.filterButton.click()
    await group('Valor').getByRole('checkbox', { name: 'Entre…' }).check()
    await group('Valor').getByLabel('De', { exact: true }).fill('muito')
    await expect(group('Valor').getByRole('alert')).toContainText('números')
    await group('Valor').getByLabel('De', { exact: true }).fill('200')
    await board.expectCards('A Fazer', ['B', 'C'])
    await group('Valor').getByLabel('Até').fill('250,5')
    await board.expectCards('A Fazer', ['B'])
    await group('Valor').getByLabel('Até').fill('1')
    await expect(group('Valor').getByRole('status')).toContainText('vem depois')
    await group('Valor').getByLabel('Até').fill('250,5')
    await board.expectCards('A Fazer', ['B'])
    await expectAccessible(page, 'a filter by the number of a field')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`campos=${amount.id}\\.200\\.\\.250\\.5$`))
    await bia.page.goto(page.url())
    await bia.board.expectCards('A Fazer', ['B'])
    await expect(bia.page.getByText('Valor: de 200 a 250,5')).toBeVisible()
    await page.getByRole('button', { name: 'Limpar', exact: true }).click()
  })

  await test.step('a date that cards do not show by its days and its period, and what should have begun', async () => {
    await board.filterButton.click()
    await page.getByText('Mais um campo').click()
    await group('Entrega').getByRole('checkbox', { name: 'Já passou' }).check()
    await board.expectCards('A Fazer', ['A'])
    await group('Entrega').getByRole('checkbox', { name: 'Período…' }).check()
    await fillDate(dateField(group('Entrega'), 'De'), inDays(5))
    await board.expectCards('A Fazer', ['A', 'C'])
    await expectAccessible(page, 'a filter by the date of a field')
    const calendar = page.getByRole('dialog', { name: 'Calendário: Até' })
    const opening = group('Entrega').getByRole('button', { name: 'Calendário: Até' })
    await opening.click()
    await expect(calendar).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(opening, 'the filters stay open').toBeFocused()
    await opening.click()
    await calendar.getByRole('button', { name: 'Hoje', exact: true }).click()
    await expect(group('Entrega').getByRole('status'), 'from in five days to today').toBeVisible()
    await board.expectCards('A Fazer', ['A'])
    await group('Entrega').getByRole('checkbox', { name: 'Período…' }).uncheck()
    await board.expectCards('A Fazer', ['A'])
    await panel.getByRole('button', { name: 'Limpar busca e filtros' }).click()
    await page.getByText('Filtrar pelo início').click()
    await group('Início').getByRole('checkbox', { name: 'Devia ter começado' }).check()
    await board.expectCards('A Fazer', ['A'])
    await group('Início').getByRole('checkbox', { name: 'Começa hoje' }).check()
    await page.keyboard.press('Escape')
    await board.expectCards('A Fazer', ['A', 'B'])
    await expect(page).toHaveURL(/inicio=atrasado%2Choje$/)
  })

  await test.step('it is saved for the board, and the backlog and the sprint show the same', async () => {
    await page.goto(`/board/${boardId}?inicio=atrasado,hoje&campos=${amount.id}.200..`)
    await board.expectCards('A Fazer', ['B'])
    await page.getByRole('button', { name: 'Filtros salvos' }).click()
    const saved = page.getByRole('dialog', { name: 'Filtros salvos' })
    await saved.getByRole('button', { name: 'Salvar este filtro…' }).click()
    await page.keyboard.type('Grandes')
    await page.keyboard.press('Enter')
    await expect(saved.getByRole('button', { name: 'Grandes', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await page.goto(`/board/${boardId}/backlog?campos=${amount.id}.200..,${client.id}.tem.praca`)
    await expect(page.getByRole('region', { name: 'Backlog' }).getByRole('listitem')).toHaveText([/B/])
    const { sprintId } = await stageSprint(server.origin, ana.account, { boardId })
    const body = { task_ids: ['A', 'B', 'C'].map(idOf), sprint_id: sprintId }
    await callAs(server.origin, ana.account, sprintTasksApi.changeMany, { body })
    await page.goto(`/sprint/${sprintId}/board`)
    await board.expectCards('A Fazer', ['A', 'B', 'C'])
    await page.getByRole('button', { name: 'Filtros salvos' }).click()
    await saved.getByRole('button', { name: 'Grandes', exact: true }).click()
    await board.expectCards('A Fazer', ['B'])
  })

  await test.step('and the search finds what stands in a field, and says in which', async () => {
    const palette = new PalettePage(page)
    await palette.open()
    await page.keyboard.type('sao joao')
    await expect(palette.options.filter({ hasText: 'No campo Cliente: Padaria São João' })).toHaveCount(1)
  })
})
