import { expect, test } from '../harness/fixtures.ts'
import { Silence } from '../harness/silence.ts'

// The page waits 10 s for an answer before it takes the connection for dead.
const patience = { timeout: 40_000 }
test.setTimeout(180_000)

test('what is done in a network that drops everything silently is kept, sent once, and never called lost', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana')
  const bia = await team.person('Bia')
  const network = new Silence()
  await network.install(ana.page)
  ana.watch.allowNetworkErrors()
  await ana.joinAsGuest(roomId)
  await bia.joinAsGuest(roomId)
  const back = () => expect(ana.room.connection, 'the table is back').not.toContainText(/Sem conexão|Conectando/, patience)

  await test.step('a vote', async () => {
    network.begin('everything')
    await ana.room.card(6).click()
    await ana.page.keyboard.press('d')
    await expect(ana.page.getByText('Seu voto está guardado neste navegador.')).toBeVisible(patience)
    await expect(ana.page.getByText('Erro ao enviar voto. Por favor, tente novamente.')).toBeVisible()
    await expect(ana.room.hand).toContainText('Sem conexão. Guardamos seu voto e tentamos de novo')
    await ana.room.expectOwnCard(6)
    await network.end()
    await bia.room.expectVotes(1, 2)
    await back()
    await ana.room.expectOwnCard(6)
  })

  await test.step('a message whose answer is lost', async () => {
    network.begin('answers')
    await ana.room.message.fill('Chegou?')
    await ana.room.message.press('Enter')
    await expect(bia.room.chat.getByText('Chegou?')).toBeVisible()
    await expect(ana.room.connection).toContainText('Sem conexão', patience)
    await expect(ana.room.message).toHaveValue('Chegou?')
    await network.end()
    await back()
    await expect(ana.room.message).toHaveValue('', patience)
    for (const { room } of [ana, bia]) await expect(room.chat.getByRole('paragraph').filter({ hasText: 'Chegou?' })).toHaveCount(1)
  })

  await test.step('a message whose answer is lost in a reload, and that is sent once more', async () => {
    network.begin('answers')
    await ana.room.message.fill('Você viu?')
    await ana.room.message.press('Enter')
    await expect(bia.room.chat.getByText('Você viu?')).toBeVisible()
    await network.end()
    await ana.page.reload()
    await back()
    await expect(ana.room.message).toHaveValue('Você viu?')
    await ana.room.message.press('Enter')
    await expect(ana.room.message).toHaveValue('', patience)
    for (const { room } of [ana, bia]) await expect(room.chat.getByRole('paragraph').filter({ hasText: 'Você viu?' })).toHaveCount(1)
  })

  await test.step('a reveal and a new voting whose answers are lost', async () => {
    network.begin('answers')
    await ana.room.reveal()
    await bia.room.expectAverage('6,0')
    await expect(bia.room.table, 'what was said of the vote meanwhile came with it').toContainText('votou 6, em dúvida')
    await expect(ana.page.getByText('A mesa não respondeu.')).toBeVisible(patience)
    await network.end()
    await ana.room.expectAverage('6,0')
    await back()

    network.begin('answers')
    await ana.room.newRoundButton.click()
    await bia.room.expectVotes(0, 2)
    await bia.room.vote(3)
    await expect(ana.room.connection).toContainText('Sem conexão', patience)
    await network.end()
    await back()
    await ana.room.expectVotes(1, 2)
    await bia.room.expectOwnCard(3)
  })
})
