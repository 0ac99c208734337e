import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'

test('what a table agrees on is written to the card it voted on', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia', { device: 'phone' })
  const zeca = await team.person('Zeca')
  const { boardId } = await stageBoard(server.origin, ana.account, {
    cards: { 'A Fazer': ['Pix parcelado', 'Boleto vencido'] },
    members: [bia.account],
  })
  const { roomId } = await team.openRoom()
  await bia.signIn()
  await bia.board.open(boardId)
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await zeca.joinAsGuest(roomId)

  await test.step('somebody with an account brings cards; a guest sees their titles and nothing else of them', async () => {
    await expect(zeca.room.task.getByRole('button', { name: /^Tarefas/ })).toBeHidden()
    await ana.room.openTasks()
    await ana.room.bring('Checkout e pagamentos', 'Pix parcelado', 'Boleto vencido')
    await ana.page.keyboard.press('Escape')
    await expect(ana.room.task).toContainText('Checkout e pagamentos')
    await expect(zeca.room.task).toContainText('Pix parcelado')
    await expect(zeca.room.task).not.toContainText('Checkout e pagamentos')
    await zeca.room.openTasks()
    await expect(zeca.room.tasks).toContainText('Boleto vencido')
    await expect(zeca.room.tasks).not.toContainText('Checkout e pagamentos')
    await expect(zeca.room.tasks.getByRole('link')).toHaveCount(0)
    await expect(zeca.room.tasks.getByRole('button', { name: /^Tirar da lista/ })).toHaveCount(0)
    await zeca.page.keyboard.press('Escape')
  })

  await test.step('they vote and reveal; only who may write the card is asked for the estimate', async () => {
    await ana.room.vote(3)
    await zeca.room.vote(5)
    await zeca.room.reveal()
    await zeca.room.expectAverage('4,0')
    await expect(zeca.room.result.getByRole('button', { name: /^Salvar/ })).toHaveCount(0)
    await expect(ana.room.result).not.toContainText('Votação de')
    await zeca.room.openTasks()
    await zeca.room.tasks.getByRole('button', { name: 'Pôr na mesa: Boleto vencido' }).click()
    await expect(ana.room.result, 'the card is named once another is on the table').toContainText('Votação de: Pix parcelado')
    await zeca.room.openTasks()
    await zeca.room.tasks.getByRole('button', { name: 'Pôr na mesa: Pix parcelado' }).click()
    await expect(ana.room.task).toContainText('Pix parcelado')
    await ana.room.saveAndGoOn(5)
  })

  await test.step('the board of somebody else shows it without a reload', async () => {
    await expect(bia.board.card('Pix parcelado')).toContainText('5')
  })

  await test.step('the next task begins the next round for everybody', async () => {
    for (const { room } of [ana, zeca]) {
      await expect(room.task).toContainText('Boleto vencido')
      await expect(room.result).toBeHidden()
    }
    await zeca.page.reload()
    await zeca.room.seated()
    await expect(zeca.room.task).toContainText('Boleto vencido')
  })

  await test.step('the card keeps the votes', async () => {
    const [card] = await callAs(server.origin, ana.account, cardsApi.search, { query: { q: 'Pix' } })
    const window = new CardPage(bia.page)
    await window.open(`/board/${boardId}?card=${card?.id}`)
    const votes = window.section('Votações').getByRole('list', { name: 'Votos' })
    await expect(votes).toContainText('Ana 3')
    await expect(votes).toContainText('Zeca 5')
    await expect(window.section('Votações')).toContainText('média 4,0')
  })
})

test('a card opens a room of its own, moderated by the person who opened it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { path } = await stageCard(server.origin, ana.account)
  await ana.signIn()
  const window = new CardPage(ana.page)
  await window.open(path)
  await window.fact('Estimativa').getByRole('button', { name: 'Votar em uma sala' }).click()
  await ana.room.seated()
  await expect(ana.room.task).toContainText('Pix parcelado')
  await expect(ana.room.seat('Ana')).toContainText('Moderador')
  await ana.room.vote(8)
  await ana.room.reveal()
  await ana.room.saveEstimate(8)

  await window.open(path)
  await expect(window.fact('Estimativa').getByRole('button', { name: 'Votar de novo' })).toBeVisible()
})

test('an agreement goes to the card on the way to the next task, and leaving it unsaved asks', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const zeca = await team.person('Zeca')
  const titles = ['Pix parcelado', 'Boleto vencido', 'Cartão recusado']
  await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': titles } })
  const { roomId } = await team.openRoom()
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.openTasks()
  await ana.room.bring('Checkout e pagamentos', ...titles)
  await ana.page.keyboard.press('Escape')
  await zeca.joinAsGuest(roomId)
  const agree = async (card: number) => {
    for (const { room } of [ana, zeca]) await room.vote(card)
    await ana.room.reveal()
  }
  const question = (person: typeof zeca) => person.page.getByRole('alertdialog', { name: /^Ir sem salvar/ })

  await test.step('saving is part of going on', async () => {
    await agree(8)
    await ana.room.saveAndGoOn(8)
    for (const { room } of [ana, zeca]) await expect(room.task).toContainText('Boleto vencido')
  })

  await test.step('a new voting by key, leaving, and the next task ask, after a reload too', async () => {
    await agree(5)
    await ana.page.reload()
    await ana.room.seated()
    await expect(ana.room.result).toBeVisible()
    await ana.page.keyboard.press('r')
    await expect(question(ana)).toContainText('Boleto vencido')
    await ana.page.keyboard.press('Escape')
    await ana.page.getByRole('button', { name: 'Sair da sala' }).click()
    await question(ana).getByRole('button', { name: 'Voltar ao resultado' }).click()
    await expect(ana.room.result).toBeVisible()

    await zeca.room.result.getByRole('button', { name: 'Próxima tarefa' }).click()
    await expect(question(zeca)).toContainText('Você não pode editar este cartão')
    await expect(question(zeca).getByRole('button', { name: /^Salvar/ })).toHaveCount(0)
    await question(zeca).getByRole('button', { name: 'Ir sem salvar' }).click()
    for (const { room } of [ana, zeca]) await expect(room.task).toContainText('Cartão recusado')
  })

  await test.step('the session tells what was saved from what was only agreed, and the last task leads to no earlier one', async () => {
    await agree(3)
    const saved = ana.room.result.getByRole('button', { name: 'Salvar 3 no cartão' })
    await expect(saved).toBeVisible()
    const past = (title: string) => ana.room.result.getByRole('listitem').filter({ hasText: title })
    await expect(past('Boleto vencido')).toContainText('5 pontos combinados, não salvos')
    await expect(past('Pix parcelado')).toContainText('8')
    await expect(past('Pix parcelado')).not.toContainText('não salvo')
    await saved.click()
    await expect(zeca.room.result).toContainText('3 pontos no cartão')
    await expect(zeca.room.nextTaskButton).toHaveCount(0)
    await ana.room.newRoundButton.click()
    await ana.room.expectOwnCard(null)
  })
})

test('choosing tasks and saving an estimate is accessible', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Pix parcelado', 'Boleto vencido'] } })
  const { roomId } = await team.openRoom()
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.openTasks()
  await expectGoodOnBoth(ana.page, 'tasks of an empty table')
  await ana.room.bring('Checkout e pagamentos', 'Pix parcelado', 'Boleto vencido')
  await expectGoodOnBoth(ana.page, 'tasks of the room')
  await ana.page.keyboard.press('Escape')
  await ana.room.vote(3)
  await ana.room.reveal()
  await expect(ana.room.result.getByRole('button', { name: /^Salvar/ })).toBeVisible()
  await expectGoodOnBoth(ana.page, 'an estimate to be saved')
})
