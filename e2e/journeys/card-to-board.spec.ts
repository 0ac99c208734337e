import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { makeBoard } from '../harness/work.ts'
import { CardPage } from '../pages/card.ts'

test('a card goes to another board, others see it leave, it comes back on demand, and its old key leads to it', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado', members: [caio.account] })
  const assigned = { params: { cardId: stage.cardId }, body: { user_id: caio.account.user.id } }
  await callAs(server.origin, ana.account, cardsApi.assign, assigned)
  const { boardId: shopId } = await makeBoard(server.origin, ana.account, { title: 'Loja' })
  await ana.signIn()
  await caio.signIn()
  await caio.page.goto(`/board/${stage.boardId}`)
  await expect(caio.board.card('Pix parcelado')).toBeVisible()
  const card = new CardPage(ana.page)
  const dialog = ana.board.dialog('Levar a outro quadro')
  const changes = dialog.getByRole('list', { name: 'O que muda' })
  const open = async () => {
    await card.open(stage.path)
    await card.openMenu('Levar a outro quadro')
    await expect(changes).toContainText('CHE-1 continua levando ao cartão')
  }

  await open()
  await expect(changes).toContainText('Caio não participa desse quadro e deixa de ser responsável.')
  await expectAccessible(ana.page, 'the choice of another board')
  await dialog.getByRole('combobox', { name: 'Lista' }).selectOption({ label: 'Em Andamento' })
  await dialog.getByRole('button', { name: 'Levar', exact: true }).click()
  await expect(ana.page.getByText('“Pix parcelado” foi para Loja')).toBeVisible()
  await expect(ana.board.card('Pix parcelado')).toBeHidden()
  await expect(caio.board.card('Pix parcelado')).toBeHidden()
  await ana.board.undo()
  await expect(ana.board.card('Pix parcelado')).toContainText('CHE-1')
  await expect(caio.board.card('Pix parcelado')).toBeVisible()

  // Caio writes on no other board, and is told so.
  const other = new CardPage(caio.page)
  await other.open(stage.path)
  await other.openMenu('Levar a outro quadro')
  await expect(caio.board.dialog('Levar a outro quadro')).toContainText('Não há outro quadro em que você possa escrever.')
  await expectFits(caio.page, 'no other board to choose')

  await open()
  await dialog.getByRole('button', { name: 'Levar', exact: true }).click()
  await expect(ana.board.card('Pix parcelado')).toBeHidden()
  await ana.page.goto('/cartao/CHE-1')
  await expect(ana.page).toHaveURL(new RegExp(`/board/${shopId}\\?card=${stage.cardId}$`))
  await expect(card.title).toHaveValue('Pix parcelado')
  await card.window.getByRole('button', { name: 'Mostrar atividade' }).click()
  await expect(card.window).toContainText('trouxe o cartão de outro quadro, onde era CHE-1')
})
