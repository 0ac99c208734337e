import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'
import { PalettePage } from '../pages/palette.ts'

test('a card is known by its key: on the board, in links, in what is found, and also by the key of before', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado: simulação' })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  const copied = () => ana.page.evaluate(() => navigator.clipboard.readText())

  await card.window.getByRole('button', { name: 'Copiar o link de CHE-1' }).click()
  await expect.poll(copied).toBe(`${server.origin}/cartao/CHE-1`)
  await card.openMenu('Copiar nome do branch')
  await expect.poll(copied).toBe('che-1-pix-parcelado-simulacao')
  await card.openMenu('Copiar chave')
  await expect.poll(copied).toBe('CHE-1')
  await card.openMenu('Copiar link')
  await expect.poll(copied).toBe(`${server.origin}/cartao/CHE-1`)
  await expectAccessible(ana.page, 'a card with its key')
  await card.openMenu('Copiar cartão')
  await expect(ana.page.getByText('Copiado como CHE-2')).toBeVisible()
  await card.closeButton.click()

  const cards = ana.board.cardsOf('A Fazer')
  await expect(cards).toHaveCount(2)
  await expect(ana.board.card('Pix parcelado: simulação').first()).toContainText('CHE-1')
  await ana.board.search.fill('che-2')
  await expect(cards).toHaveCount(1)
  await ana.board.search.fill('che-3')
  await expect(cards).toHaveCount(0)
  await ana.board.search.fill('')

  await ana.board.openMenu('Editar quadro')
  const settings = ana.board.dialog('Editar quadro')
  const prefix = settings.getByRole('textbox', { name: 'Prefixo dos cartões' })
  await prefix.fill('p1')
  await settings.getByRole('button', { name: 'Salvar' }).click()
  await expect(prefix).toBeFocused()
  await expect(settings).toContainText('Use de 2 a 6 letras sem acento, como PAG.')
  await prefix.fill('pag')
  await settings.getByRole('button', { name: 'Salvar' }).click()
  await expect(settings).toBeHidden()
  await expect(ana.board.card('Pix parcelado: simulação').first()).toContainText('PAG-1')

  const palette = new PalettePage(ana.page)
  await palette.open()
  await palette.field.fill('CHE-1')
  await expect(palette.options.first()).toContainText('PAG-1')
  await ana.page.keyboard.press('Escape')

  await ana.page.goto('/cartao/che-1')
  await expect(card.title).toHaveValue('Pix parcelado: simulação')
  await expect(ana.page).toHaveURL(new RegExp(`/board/${stage.boardId}\\?card=${stage.cardId}$`))

  const zeca = await team.member('Zeca', { device: 'phone' })
  await zeca.signIn()
  await zeca.page.goto('/cartao/PAG-1')
  await expect(zeca.page.getByRole('heading', { name: 'Não há PAG-1 para você' })).toBeVisible()
  await expectFits(zeca.page, 'no such key')
  await expectAccessible(zeca.page, 'no such key')
})
