import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'

test('how sure somebody is of a vote is theirs alone until the cards turn', async ({ team }) => {
  const { ana, bia } = await team.pair()
  await expect(ana.room.confidence('Seguro')).toHaveCount(0)
  await ana.room.vote(5)
  await ana.room.confidence('Seguro').click()
  await expect(ana.room.confidence('Seguro')).toHaveAttribute('aria-pressed', 'true')
  await ana.page.keyboard.press('d')
  await expect(ana.room.confidence('Em dúvida')).toHaveAttribute('aria-pressed', 'true')
  await expect(ana.room.confidence('Seguro')).toHaveAttribute('aria-pressed', 'false')
  await expectAccessible(ana.page, 'confidence')
  await bia.room.vote(5)
  await bia.room.confidence('Seguro').click()
  await bia.room.confidence('Seguro').click()
  await expect(bia.room.confidence('Seguro')).toHaveAttribute('aria-pressed', 'false')
  await expectFits(bia.page, 'confidence, on a phone')
  await expectAccessible(bia.page, 'confidence, on a phone')
  await expect(bia.room.table).not.toContainText('em dúvida')

  await ana.page.reload()
  await ana.room.seated()
  await ana.room.expectOwnCard(5)
  await expect(ana.room.confidence('Em dúvida')).toHaveAttribute('aria-pressed', 'true')
  await ana.room.reveal()
  for (const { room } of [ana, bia]) {
    await expect(room.table).toContainText('votou 5, em dúvida')
    await expect(room.result).toContainText('Ana em dúvida')
  }
  await expect(ana.room.seat('Bia')).toContainText('votou 5')
})

test('lowest and highest are asked what they saw, everybody reads it, and one key begins the next round', async ({ team }) => {
  const { roomId, ana, bia } = await team.pair()
  const caio = await team.person('Caio')
  await caio.joinAsGuest(roomId)
  await ana.room.vote(2)
  await bia.room.vote(8)
  await bia.room.confidence('Seguro').click()
  await caio.room.vote(5)
  await ana.room.reveal()

  await test.step('the middle is not asked, and nobody waits', async () => {
    await expect(caio.room.result).toContainText('Ana e Bia, querem contar o que viram?')
    await expect(caio.room.reason).toHaveCount(0)
    await expect(caio.room.result.getByRole('button', { name: 'Conversar e votar de novo' })).toBeEnabled()
    await expect(bia.room.result).toContainText('Seu voto foi o mais alto.')
    await expectFits(bia.page, 'the question, on a phone')
    await expectAccessible(bia.page, 'the question, on a phone')
  })

  await test.step('a line that was begun is there after a reload, and is told with Enter', async () => {
    await expect(ana.room.result).toContainText('Seu voto foi o mais baixo.')
    await ana.room.reason.fill('  O simulador já devolve as parcelas.  ')
    await ana.page.reload()
    await ana.room.reason.press('Enter')
    for (const { room } of [ana, bia, caio]) await expect(room.reasons).toHaveText([/Ana.*O simulador já devolve as parcelas\./])
    await expect(ana.room.reason).toHaveCount(0)
    await expect(bia.room.announcements).toContainText('Ana viu: O simulador já devolve as parcelas.')
  })

  await test.step('the other end, and one from the middle; it may be said differently', async () => {
    await bia.room.reason.fill('Cada bandeira arredonda de um jeito.')
    await bia.room.result.getByRole('button', { name: 'Contar', exact: true }).click()
    await caio.room.result.getByRole('button', { name: 'Contar o que você viu' }).click()
    await caio.room.reason.fill('<b>Depende</b> do extrato')
    await caio.room.reason.press('Enter')
    await expect(ana.room.reasons).toHaveText([/Ana/, /Bia.*voto seguro.*Cada bandeira/, /Caio.*<b>Depende<\/b> do extrato/])
    await ana.room.result.getByRole('button', { name: 'Mudar' }).click()
    await ana.room.reason.fill('É só mostrar.')
    await ana.room.reason.press('Enter')
    await expect(caio.room.reasons.first()).toContainText('É só mostrar.')
    await expectAccessible(caio.page, 'reasons')
    await expectFits(bia.page, 'reasons, on a phone')
    await expectAccessible(bia.page, 'reasons, on a phone')
  })

  await test.step('one key begins the next voting, without any of it', async () => {
    // A key that follows another Enter, or the reveal, at once was meant for that; a page that comes later knows of neither.
    await caio.page.reload()
    await expect(caio.room.reasons).toHaveCount(3)
    await caio.page.keyboard.press('Enter')
    for (const { room } of [ana, bia, caio]) await expect(room.result).toBeHidden()
    await ana.room.vote(5)
    await ana.room.reveal()
    await expect(ana.room.result).toBeVisible()
    await expect(ana.room.reasons).toHaveCount(0)
  })
})

test('one key saves what the table agreed on and goes to the next story; the card keeps what people saw', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.person('Bia', { device: 'phone' })
  const titles = ['Pix parcelado: mostrar a simulação antes de a pessoa confirmar', 'Boleto vencido']
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': titles } })
  const { roomId } = await team.openRoom()
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.openTasks()
  await ana.room.bring('Checkout e pagamentos', ...titles)
  await ana.page.keyboard.press('Escape')
  await bia.joinAsGuest(roomId)

  await test.step('without an agreement no value is chosen', async () => {
    await ana.room.vote(3)
    await bia.room.vote(8)
    await ana.room.reveal()
    await ana.room.expectAverage('5,5')
    await expect(ana.room.result.getByRole('button', { name: /^Salvar \d/ })).toHaveCount(0)
    await bia.room.reason.fill('O extrato tem que bater.')
    await bia.room.reason.press('Enter')
    await expect(ana.room.reasons).toHaveCount(1)
  })

  await test.step('on a phone the story can be read through the reveal', async () => {
    await expect(bia.page.getByRole('main').locator('header')).toContainText('Pix parcelado')
    await bia.page.getByRole('button', { name: 'Ler a tarefa inteira' }).click()
    await expect(bia.page.getByRole('dialog', { name: 'Tarefa em votação' })).toContainText(titles[0] ?? '')
    await expectAccessible(bia.page, 'the whole task, on a phone')
    await bia.page.keyboard.press('Escape')
  })

  await test.step('a value that is chosen is saved on the way to the next', async () => {
    await ana.room.saveAndGoOn(5)
    for (const { room } of [ana, bia]) await expect(room.task).toContainText('Boleto vencido')
    const [card] = await callAs(server.origin, ana.account, cardsApi.search, { query: { q: 'Pix' } })
    const window = new CardPage(ana.page)
    await window.open(`/board/${boardId}?card=${card?.id}`)
    await expect(window.section('Votações').getByRole('list', { name: 'O que viram' })).toContainText('Bia: O extrato tem que bater.')
    await expectAccessible(ana.page, 'reasons on a card')
    await ana.page.goto(`/votacao/${roomId}`)
    await ana.room.seated()
  })

  await test.step('an agreement needs one key', async () => {
    for (const { room } of [ana, bia]) await room.vote(8)
    await ana.room.reveal()
    const lead = ana.room.result.getByRole('button', { name: 'Salvar 8 no cartão' })
    await expect(lead).toBeVisible()
    await expect(bia.room.result).toBeVisible()
    await ana.page.reload()
    await expect(lead).toBeEnabled()
    await ana.page.keyboard.press('Enter')
    await expect(ana.room.result).toContainText('8 pontos no cartão')
  })
})
