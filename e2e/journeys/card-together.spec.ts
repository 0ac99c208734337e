import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { callAs } from '../../scripts/lib/api-client.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'

test('two people write one description: both texts are shown, joined and kept', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { description: 'um\n\ndois\n\ntrês', members: [caio.account] })
  await ana.signIn()
  await caio.signIn()
  const cards = [new CardPage(ana.page), new CardPage(caio.page)] as const
  const [anas, caios] = cards
  for (const card of cards) await card.open(stage.path)

  await anas.writeDescription('UM da Ana\n\ndois\n\ntrês')
  await caios.writeDescription('um\n\ndois\n\nTRÊS do Caio')
  await caios.saveDescription()
  await caios.expectSaved()
  await expect(anas.description.getByText('Caio mudou a descrição')).toBeVisible()
  await expect(anas.descriptionField, 'what is being typed is not replaced').toHaveValue('UM da Ana\n\ndois\n\ntrês')

  await anas.saveDescription()
  await expect(anas.conflict).toContainText('De Caio')
  await expect(anas.conflict.locator('mark')).toHaveText(['TRÊS do Caio', 'UM da Ana'])
  await anas.conflict.getByRole('button', { name: 'Juntar as duas' }).click()
  await expect(anas.descriptionField).toHaveValue('UM da Ana\n\ndois\n\nTRÊS do Caio')
  await anas.saveDescription()
  await anas.expectSaved()
  await expect(caios.description).toContainText('UM da Ana')

  // Without merging: the other one's, and one's own.
  await anas.writeDescription('da Ana')
  await caios.writeDescription('do Caio')
  await caios.saveDescription()
  await expect(anas.description.getByText('Caio mudou a descrição')).toBeVisible()
  await anas.saveDescription()
  await anas.conflict.getByRole('button', { name: 'Usar a outra' }).click()
  await expect(anas.description).toContainText('do Caio')
  await anas.writeDescription('a última palavra é da Ana')
  await caios.writeDescription('a do Caio de novo')
  await caios.saveDescription()
  await expect(anas.description.getByText('Caio mudou a descrição')).toBeVisible()
  await anas.saveDescription()
  await anas.conflict.getByRole('button', { name: 'Ficar com a minha' }).click()
  await expect(caios.description).toContainText('a última palavra é da Ana')
})

test('a title that somebody changes under one’s hands is not overwritten; another field’s change does not ask', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { description: 'texto', members: [caio.account] })
  const change = (body: { title?: string; description?: string }) =>
    callAs(server.origin, caio.account, cardsApi.update, { params: { cardId: stage.cardId }, body })
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await card.title.fill('Título da Ana')
  await change({ description: 'outro texto' })
  await expect(card.description).toContainText('outro texto')
  await card.title.press('Enter')
  await card.expectSaved()
  await expect(card.title).toHaveValue('Título da Ana')

  await card.title.fill('Título novo da Ana')
  await change({ title: 'Título do Caio' })
  await expect(card.window.getByText('Caio mudou o título')).toBeVisible()
  await card.title.press('Enter')
  await expect(card.conflict).toContainText('Título do Caio')
  await card.conflict.getByRole('button', { name: 'Ficar com a minha' }).click()
  await expect(card.title).toHaveValue('Título novo da Ana')
  await card.expectSaved()
})

test('comments and facts arrive live; comments are edited and deleted by their writers; older pages come on demand', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { members: [caio.account] })
  await ana.signIn()
  await caio.signIn()
  const [anas, caios] = [new CardPage(ana.page), new CardPage(caio.page)]
  await anas.open(stage.path)
  await caios.open(stage.path)
  await anas.commentField.fill('Meio texto')
  await caios.comment('Olá, Ana')
  await expect(anas.comments.filter({ hasText: 'Olá, Ana' })).toBeVisible()
  await expect(anas.commentField).toHaveValue('Meio texto')
  await caios.choosePriority('Alta')
  await expect(anas.fact('Prioridade')).toContainText('Alta')

  await expect(anas.window.getByRole('button', { name: 'Editar · Caio' }), 'Ana administers').toBeVisible()
  await caios.window.getByRole('button', { name: 'Editar · Caio' }).click()
  await caio.page.getByRole('button', { name: 'Editar', exact: true }).last().click()
  await caios.window.getByRole('textbox', { name: 'Editar comentário' }).fill('Olá de novo')
  await caio.page.keyboard.press('Control+Enter')
  await expect(anas.comments.first()).toContainText('Olá de novo')
  await expect(anas.comments.first()).toContainText('editado')
  await caios.window.getByRole('button', { name: 'Editar · Caio' }).click()
  await caio.page.getByRole('button', { name: 'Excluir comentário' }).click()
  await caio.page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect(anas.comments).toHaveCount(0)

  for (let index = 1; index <= 55; index++)
    await callAs(server.origin, caio.account, commentsApi.add, { params: { cardId: stage.cardId }, body: { content: `número ${index}.` } })
  await expect(anas.comments.last()).toContainText('número 55.')
  await anas.open(stage.path)
  await expect(anas.comments).toHaveCount(50)
  await anas.window.getByRole('button', { name: 'Ver comentários anteriores' }).click()
  await expect(anas.comments).toHaveCount(55)
  await expect(anas.comments.first()).toContainText('número 1.')
  await caios.comment('e mais um')
  await expect(anas.comments).toHaveCount(56)
})

test('a card that somebody archives or deletes says so, and the text under way is kept', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { members: [caio.account] })
  const params = { cardId: stage.cardId }
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await card.commentField.fill('Quase pronto')
  await callAs(server.origin, caio.account, cardsApi.archive, { params })
  await expect(card.window.getByText('Caio arquivou este cartão.')).toBeVisible()
  await card.window.getByRole('button', { name: 'Trazer de volta' }).click()
  await expect(card.commentField).toHaveValue('Quase pronto')
  await callAs(server.origin, caio.account, cardsApi.remove, { params })
  await expect(card.window.getByRole('heading', { name: 'Este cartão não está mais aqui' })).toBeVisible()
  await expect(card.window.getByText('Quase pronto')).toBeVisible()
  await card.window.getByRole('button', { name: 'Voltar ao quadro' }).click()
  await expect(ana.page).toHaveURL(`/board/${stage.boardId}`)

  await ana.page.goto(`/board/${stage.boardId}?card=999999`)
  await expect(card.window.getByRole('heading', { name: 'Este cartão não está mais aqui' })).toBeVisible()
})
