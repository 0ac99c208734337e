import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits, opened } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'
import { RelationsPart } from '../pages/relations.ts'

test('a card waits for one of another board, which only its people read, and is free once that one is done', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const here = await stageCard(server.origin, ana.account, { title: 'Pix parcelado', members: [caio.account] })
  const there = await stageCard(server.origin, ana.account, { title: 'Contrato da API' })
  await caio.signIn()
  await caio.board.open(here.boardId)
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(here.path)
  const relations = new RelationsPart(card)
  await expect(relations.part).toBeHidden()
  await relations.find('blocked_by', 'contrato')
  await expectAccessible(ana.page, 'the picker of cards', opened)
  await relations.hit('Contrato da API').click()
  await expect(relations.blockedBy.getByRole('link', { name: /Contrato da API$/ })).toBeVisible()
  await expect(relations.part.getByRole('link', { name: 'Contrato da API' })).toBeVisible()
  await expectAccessible(ana.page, 'a card that is blocked', opened)

  // Caio sees that the card waits, and not for what.
  await expect(caio.board.card('Pix parcelado')).toContainText('Bloqueado por outro cartão')
  await caio.board.card('Pix parcelado').click()
  const seen = new RelationsPart(new CardPage(caio.page))
  await expect(seen.blockedBy).toContainText('Cartão de outro quadro')
  await expect(seen.part).toContainText('Cartão de outro quadro')
  await expect(seen.card.window).not.toContainText('Contrato')

  // Also in what happened.
  await seen.card.showActivity()
  await expect(seen.card.section('Atividade')).toContainText('disse que este cartão é bloqueado por um cartão de outro quadro')

  // Finished over there, it is free here, without anybody asking.
  await callAs(server.origin, ana.account, cardsApi.move, {
    params: { cardId: there.cardId },
    body: { list_id: there.listIds.at(-1) ?? 0 },
  })
  await expect(seen.blockedBy).toBeHidden()
  await expect(seen.part).toContainText('Cartão de outro quadro')
  await expect(caio.board.card('Pix parcelado')).not.toContainText('Bloqueado por outro cartão')
  await expect(relations.blockedBy).toBeHidden()

  // From one card to the other, and back.
  await relations.part.getByRole('link', { name: 'Contrato da API' }).click()
  await expect(card.title).toHaveValue('Contrato da API')
  await expect(relations.part.getByRole('link', { name: 'Pix parcelado' })).toBeVisible()
})

test('sub-cards are written in a row, count on the face of the whole, and a relation that was undone comes back', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado' })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  const relations = new RelationsPart(card)
  await relations.addSubcards('Calcular juros', 'Mostrar parcelas')
  await expect(relations.subcards).toContainText('0 de 2')
  await expectFits(ana.page)
  await expectAccessible(ana.page, 'sub-cards on a phone', opened)

  // What would close a circle is refused in words.
  await relations.subcards.getByRole('link', { name: 'Calcular juros' }).click()
  await expect(card.title).toHaveValue('Calcular juros')
  await relations.find('parent_of', 'pix')
  await relations.hit('Pix parcelado').click()
  await expect(ana.board.toast).toContainText('Assim um cartão seria parte dele mesmo')
  await ana.page.keyboard.press('Escape')
  await relations.part.getByRole('button', { name: /^Desfazer: Parte de/ }).click()
  await expect(relations.part).toBeHidden()
  await ana.board.toast.getByRole('button', { name: 'Desfazer' }).click()
  await expect(relations.part.getByRole('link', { name: 'Pix parcelado' })).toBeVisible()
  await card.closeButton.click()
  await expect(ana.board.card('Pix parcelado')).toContainText('0 de 2 sub-cartões concluídos')
})
