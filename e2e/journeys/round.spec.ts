import { sit } from '../../scripts/lib/room-client.ts'
import { expect, test } from '../harness/fixtures.ts'

test('three people on two desktops and a phone estimate together', async ({ team }) => {
  const ana = await team.member('Ana', { movement: true })
  const bia = await team.person('Bia', { movement: true })
  const caio = await team.person('Caio', { device: 'phone', movement: true })

  await ana.landing.open()
  const roomId = await ana.landing.createRoom()
  await ana.landing.startButton.click()
  await expect(ana.page).toHaveURL(`/login?roomId=${roomId}`)
  await ana.login.signIn(ana.account.email, ana.account.password)
  await expect(ana.page).toHaveURL(`/avatar?roomId=${roomId}`)
  await ana.avatar.choose('Sol')
  await expect(ana.page).toHaveURL(`/votacao/${roomId}`)
  await ana.room.seated()

  await bia.landing.open()
  await bia.landing.joinButton.click()
  await bia.landing.enterId(roomId)
  await bia.landing.enterButton.click()
  await expect(bia.page).toHaveURL(`/login?roomId=${roomId}`)
  await bia.login.enterAsGuest('Bia')
  await bia.room.seated()

  await caio.joinAsGuest(roomId)

  await test.step('the creator of the room moderates it', async () => {
    await expect(bia.room.seat('Ana')).toContainText('Moderador')
    await expect(bia.room.seat('Bia')).toContainText('Participante')
  })

  await test.step('votes are counted, not shown', async () => {
    await ana.room.vote(3)
    await bia.room.vote(5)
    await ana.room.expectVotes(2, 3)
    await caio.room.expectVotes(2, 3)
    await bia.room.vote(8)
    await caio.room.vote(4)
    await ana.room.expectVotes(3, 3)
  })

  await test.step('any participant reveals, everybody sees the mean', async () => {
    await caio.room.reveal()
    for (const { room } of [ana, bia, caio]) await room.expectAverage('5,0')
    await expect(ana.room.card(3)).toBeDisabled()
  })

  await test.step('a new round starts clean', async () => {
    await bia.room.newRoundButton.click()
    for (const { room } of [ana, bia, caio]) {
      await room.expectOwnCard(null)
      await room.expectVotes(0, 3)
      await expect(room.result).toBeHidden()
    }
    await caio.room.vote(2)
    await ana.room.expectVotes(1, 3)
  })

  await test.step('a task typed by anyone is on the table of everyone', async () => {
    await bia.room.setTask('Pix parcelado')
    for (const { room } of [ana, caio]) await expect(room.task).toContainText('Pix parcelado')
  })

  await test.step('they talk', async () => {
    await ana.room.say('A simulação usa a tabela nova?')
    await caio.room.openChat()
    await expect(caio.room.chat).toContainText('A simulação usa a tabela nova?')
    await caio.room.say('Usa, já está em homologação.')
    await expect(bia.room.chat).toContainText('Usa, já está em homologação.')
  })

  await test.step('a person who leaves is no longer at the table', async () => {
    await bia.room.leave()
    await expect(bia.page).toHaveURL('/')
    await expect(ana.room.table.getByText('Bia')).toBeHidden()
    await ana.room.expectVotes(1, 2)
  })
})

test('more than six people sit at a square table, everyone is on it, and two of one name are told apart', async ({ team, server }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana')
  await ana.joinAsGuest(roomId)
  const names = ['Bia', 'Caio', 'Davi', 'Elisa', 'Jonas', 'Ana']
  const seats = await Promise.all(names.map((name) => sit(server.origin, roomId, name)))
  for (const name of [...names.slice(0, -1), 'Ana (2)']) await expect(ana.room.table.getByText(name)).toBeVisible()
  await ana.room.expectVotes(0, 7)
  for (const seat of seats) seat.disconnect()
})
