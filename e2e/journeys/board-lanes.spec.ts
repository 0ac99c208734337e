import { cardsApi } from '@rodada/contract/cards/card-calls'
import { relationsApi } from '@rodada/contract/cards/relations'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'

test('a board in lanes shows who does what, and a card changes its list and its person in one act', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado', members: [caio.account] })
  await ana.signIn()
  await ana.page.goto(`/board/${stage.boardId}`)
  const { board, page } = ana
  await board.addCards('A Fazer', 'Boleto vencido', 'Frete')
  const cell = (list: string, lane: string) => page.getByRole('list', { name: `${list}, ${lane}`, exact: true })
  const titles = (list: string, lane: string) => cell(list, lane).getByRole('heading', { level: 3 })

  await board.look('Por pessoa')
  await expect(titles('A Fazer', 'Sem responsável')).toHaveText(['Pix parcelado', 'Boleto vencido', 'Frete'])
  await expect(page.getByRole('region', { name: 'Sem responsável' })).toContainText('3 cartões')
  await expect(page.getByRole('region', { name: 'Caio' })).toContainText('nenhum cartão')
  await expect.poll(async () => (await board.card('Frete').boundingBox())?.height).toBe(44)
  await expectAccessible(page, 'a board in lanes')

  // By pointer into another lane and another list at once.
  await board.drag(board.card('Boleto vencido'), cell('Em Andamento', 'Caio'))
  await expect(titles('Em Andamento', 'Caio')).toHaveText(['Boleto vencido'])
  await expect(board.toast).toContainText('Cartão em Em Andamento, Caio')
  await board.undo()
  await expect(titles('A Fazer', 'Sem responsável')).toHaveText(['Pix parcelado', 'Boleto vencido', 'Frete'])

  // By keys: within the lane, to another list, to another lane.
  await board.card('Frete').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(titles('A Fazer', 'Sem responsável')).toHaveText(['Pix parcelado', 'Frete', 'Boleto vencido'])
  await page.keyboard.press('Alt+ArrowRight')
  await expect(titles('Em Andamento', 'Sem responsável')).toHaveText(['Frete'])
  await expect(board.card('Frete')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(titles('Em Andamento', 'Caio')).toHaveText(['Frete'])
  await expect(board.toast).toContainText('Cartão em Caio')
  await expect(board.card('Frete')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await board.card('Pix parcelado').focus()
  await page.keyboard.press('ArrowDown')
  await expect(board.card('Boleto vencido')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Ações para os escolhidos' })).toContainText('1 escolhido')
  await page.keyboard.press('Escape')

  // A lane folds, and stays folded.
  await page.getByRole('button', { name: /^Sem responsável \d/ }).click()
  await expect(board.card('Pix parcelado')).toBeHidden()
  await page.reload()
  await expect(titles('Em Andamento', 'Caio')).toHaveText(['Frete'])
  await expect(board.card('Pix parcelado')).toBeHidden()

  // By priority, what comes to a lane gets it.
  await board.look('Por prioridade')
  await board.drag(board.card('Pix parcelado'), cell('A Fazer', 'Prioridade urgente'))
  await expect(titles('A Fazer', 'Prioridade urgente')).toHaveText(['Pix parcelado'])
  await page.keyboard.press('Control+z')
  await expect(titles('A Fazer', 'Prioridade média')).toHaveText(['Pix parcelado', 'Boleto vencido'])

  // What somebody else made of the card since is not taken back.
  await board.drag(board.card('Pix parcelado'), cell('A Fazer', 'Prioridade urgente'))
  await expect(titles('A Fazer', 'Prioridade urgente')).toHaveText(['Pix parcelado'])
  await callAs(server.origin, caio.account, cardsApi.update, { params: { cardId: stage.cardId }, body: { priority: 'medium' } })
  await expect(titles('A Fazer', 'Prioridade média')).toHaveText(['Pix parcelado', 'Boleto vencido'])
  await page.keyboard.press('Control+z')
  await expect(board.toast).toContainText('1 cartão mudou nesse meio-tempo e ficou como está')
  await expect(titles('A Fazer', 'Prioridade média')).toHaveText(['Pix parcelado', 'Boleto vencido'])

  // By label a card stands in the lane of its first one. Where it is put changes its list and none of its labels.
  await board.look('Sem raias')
  for (const [title, label] of [
    ['Pix parcelado', 'Pagamento'],
    ['Boleto vencido', 'Pagamento'],
    ['Boleto vencido', 'Urgente'],
  ] as const) {
    await board.card(title).focus()
    await page.keyboard.press('l')
    await page.getByRole('combobox', { name: 'Buscar ou criar etiqueta' }).fill(label)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: label })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(board.card(title)).toContainText(label)
  }
  await board.look('Por etiqueta')
  // The lane of nobody is folded, and this one of no label is not.
  await expect(titles('A Fazer', 'Pagamento')).toHaveText(['Pix parcelado', 'Boleto vencido'])
  await expect(page.getByRole('region', { name: 'Sem etiqueta' })).toContainText('1 cartão')
  await expect(page.getByRole('region', { name: 'Urgente' })).toHaveCount(0)
  await board.drag(board.card('Boleto vencido'), cell('Em Andamento', 'Sem etiqueta'))
  await expect(titles('Em Andamento', 'Pagamento')).toHaveText(['Boleto vencido'])
  await expect(page.getByText('O cartão continua em Pagamento: a raia vem das etiquetas dele.')).toBeVisible()
  await expect(titles('Em Andamento', 'Sem etiqueta')).toHaveText(['Frete'])
  await page.keyboard.press('Control+z')
  await expect(titles('A Fazer', 'Pagamento')).toHaveText(['Pix parcelado', 'Boleto vencido'])
  await expectAccessible(page, 'lanes by label')

  // By the card that others are part of: each stands once, also with one of another board that not everybody sees.
  const secret = await stageCard(server.origin, ana.account, { title: 'Segredo' })
  const [pix, boleto] = await Promise.all(
    ['Pix parcelado', 'Boleto vencido'].map(async (title) => Number(await board.card(title).getAttribute('data-kanban-item'))),
  )
  const partOf = (cardId = 0, card_id = 0) =>
    callAs(server.origin, ana.account, relationsApi.add, { params: { cardId }, body: { kind: 'part_of', card_id } })
  await partOf(pix, secret.cardId)
  await board.look('Por cartão de que fazem parte')
  await expect(
    page
      .getByRole('region', { name: /Segredo/ })
      .getByRole('heading', { level: 3 })
      .last(),
  ).toHaveText('Pix parcelado')
  await partOf(boleto, pix)
  await expect(
    page
      .getByRole('region', { name: /Pix parcelado$/ })
      .getByRole('heading', { level: 3 })
      .last(),
  ).toHaveText('Boleto vencido')
  await expect(page.getByRole('region', { name: 'Não fazem parte de outro' })).toContainText('1 cartão')
  const whole = await page.getByRole('region', { name: /Pix parcelado$/ }).getAttribute('aria-label')
  expect(whole).toMatch(/^CHE-\d+ · Pix parcelado$/)
  await board.drag(board.card('Boleto vencido'), cell('Concluído', whole ?? ''))
  await expect(titles('Concluído', whole ?? '')).toHaveText(['Boleto vencido'])
  await page.keyboard.press('Control+z')
  await expect(titles('A Fazer', whole ?? '')).toHaveText(['Boleto vencido'])

  await caio.signIn()
  await caio.page.goto(`/board/${stage.boardId}`)
  await caio.board.look('Por pessoa')
  await expect(caio.board.card('Pix parcelado')).toBeVisible()
  await expect(caio.board.card('Frete')).toBeHidden()
  await caio.page.getByRole('button', { name: 'Em Andamento 1' }).tap()
  await expect(caio.board.card('Frete')).toBeVisible()
  await expectFits(caio.page, 'lanes on a phone')
  await caio.board.look('Por cartão de que fazem parte')
  await caio.page.getByRole('button', { name: 'A Fazer 2' }).tap()
  await expect(caio.page.getByRole('region', { name: 'Cartão de outro quadro' })).toContainText('Pix parcelado')
  await expect(caio.page.getByText('Segredo')).toHaveCount(0)
  await expectAccessible(caio.page, 'lanes on a phone')
})
