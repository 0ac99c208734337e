import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { alone, together } from '../harness/board-people.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'
import { DashboardPage } from '../pages/dashboard.ts'
import { dateField, fillDate } from '../pages/date-field.ts'

const field = { name: 'Título do cartão' }

test('a new card takes a description, a date and a priority; title and Enter stay enough', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin)
  const { page } = ana
  await page.getByRole('button', { name: 'Adicionar cartão em A Fazer' }).click()
  await page.keyboard.type('Só o título')
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-live="polite"]')).toHaveText(/Cartão criado: Só o título/)
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Com juros\ne total.')
  await fillDate(dateField(page, 'Prazo'), '2031-05-20')
  await page.getByLabel('Prioridade', { exact: true }).selectOption('urgent')
  await page.getByRole('textbox', field).fill('Com tudo')
  await page.getByRole('textbox', field).press('Enter')
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C', 'Só o título', 'Com tudo'])
  await expect(page.getByRole('textbox', { name: 'Descrição' })).toHaveValue('')
  await expect(dateField(page, 'Prazo')).toHaveValue('')
  await expect(ana.board.card('Com tudo')).not.toHaveAttribute('aria-busy')
  const [hit] = await callAs(server.origin, ana.account, cardsApi.search, { query: { q: 'Com tudo' } })
  const card = await callAs(server.origin, ana.account, cardsApi.get, { params: { cardId: hit?.id ?? 0 } })
  expect(card).toMatchObject({ description: 'Com juros\ne total.', due_date: '2031-05-20', priority: 'urgent' })
})

test('what was begun in one list waits there while another one is written in, and after a reload', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin)
  const { page } = ana
  await page.getByRole('button', { name: 'Adicionar cartão em A Fazer' }).click()
  await page.keyboard.type('Meio pensamento')
  await ana.board.addCards('Em Andamento', 'Outra coisa')
  const waiting = page.getByRole('button', { name: 'Adicionar cartão em A Fazer' })
  await expect(waiting).toContainText('rascunho')
  await page.reload()
  await waiting.click()
  await expect(page.getByRole('textbox', field)).toHaveValue('Meio pensamento')
  await page.keyboard.press('Enter')
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C', 'Meio pensamento'])
  await page.keyboard.press('Escape')
  await expect(waiting).not.toContainText('rascunho')

  await test.step('the page is called by its board, also after a card was open', async () => {
    await expect(ana.page).toHaveTitle('Checkout e pagamentos · Rodada')
    await ana.board.card('A').click()
    const card = new CardPage(ana.page)
    await expect(card.title).toBeVisible()
    await card.closeButton.click()
    await expect(card.title).toBeHidden()
    await expect(ana.page).toHaveTitle('Checkout e pagamentos · Rodada')
    await ana.page.getByRole('link', { name: 'Quadros', exact: true }).click()
    await expect(ana.page).toHaveTitle('Quadros · Rodada')
  })
})

test('an empty board invites to the first list, and it is said that it is there', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await stageBoard(server.origin, ana.account)
  await ana.signIn()
  await ana.board.open(boardId)
  for (const list of ['A Fazer', 'Em Andamento', 'Concluído']) {
    await ana.board.openListMenu(list, 'Excluir lista')
    await ana.board.dialog(`Excluir a lista ${list}?`).getByRole('button', { name: 'Excluir lista' }).click()
    await expect(ana.board.list(list)).toBeHidden()
  }
  await expect(ana.page.getByRole('heading', { name: 'Um quadro novinho' })).toBeVisible()
  await ana.page.getByRole('button', { name: 'Adicionar a primeira lista' }).click()
  await ana.page.getByRole('textbox', { name: 'Título da lista' }).fill('Ideias')
  await ana.page.keyboard.press('Enter')
  await expect(ana.board.list('Ideias')).toBeVisible()
  await expect(ana.page.locator('[aria-live="polite"]')).toHaveText(/Lista criada: Ideias/)
})

test('a new name from the profile is at once on the boards that others have open: cards, members, and who is there', async ({
  team,
  server,
}) => {
  const { ana, bia } = await together(team, server.origin)
  await bia.board.card('A').focus()
  await bia.page.keyboard.press(' ')
  const assigned = (name: string) => ana.board.card('A').getByRole('img', { name: `Responsável: ${name}` })
  await expect(assigned('Bia')).toBeVisible()
  await expect(ana.board.people).toHaveAccessibleName(/Bia/)
  await ana.page.getByRole('button', { name: 'Membros' }).click()
  const dialog = ana.board.dialog('Membros do quadro')
  await expect(dialog.getByLabel('Papel de Bia')).toBeVisible()

  await new DashboardPage(bia.page).choose('Bia', 'Meu Perfil')
  const profile = bia.page.getByRole('dialog', { name: 'Meu Perfil' })
  await profile.getByRole('button', { name: 'Editar' }).click()
  await profile.getByRole('textbox', { name: 'Nome completo' }).fill('Beatriz')
  await profile.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByLabel('Papel de Beatriz')).toBeVisible()
  await expect(dialog).not.toContainText('Bia')
  await ana.page.keyboard.press('Escape')
  await expect(assigned('Beatriz')).toBeVisible()
  await expect(ana.board.people).toHaveAccessibleName(/Beatriz/)
})
