import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'

// A browser that comes back has no more than it had loaded.
test.use({ firstVisits: true })

test('a refresh keeps seat, vote, chat, what is being written there, and task', async ({ team }) => {
  const { ana, bia } = await team.pair()
  await ana.room.vote(5)
  await bia.room.setTask('Pix parcelado')
  await ana.room.say('Já votei')
  await ana.room.message.fill('Acho que')
  await ana.page.reload()
  await ana.room.seated()
  await ana.room.expectOwnCard(5)
  await ana.room.openChat()
  await expect(ana.room.chat).toContainText('Já votei')
  await expect(ana.room.message).toHaveValue('Acho que')
  await expect(ana.room.task).toContainText('Pix parcelado')
  await bia.room.expectVotes(1, 2)
})

test('a second tab shows the same seat and the same card', async ({ team }) => {
  const { ana, bia, roomId } = await team.pair()
  await ana.room.vote(5)
  const second = await ana.tab()
  await second.page.goto(`/votacao/${roomId}`)
  await second.room.seated()
  await second.room.expectOwnCard(5)
  await bia.room.expectVotes(1, 2)

  await second.room.vote(3)
  await ana.room.expectOwnCard(3)
  await ana.page.close()
  await bia.room.vote(3)
  // A page that has not heard of the last card yet asks before it reveals.
  await second.room.expectVotes(2, 2)
  await second.room.reveal()
  await bia.room.expectAverage('3,0')
})

test('a vote on a connection that is just closing is cast once the next one stands', async ({ team }) => {
  const { ana, bia } = await team.pair()
  await notHandedOn(ana.page).addInitScript(() => {
    const open: WebSocket[] = []
    const { WebSocket: Native } = window
    window.WebSocket = class extends Native {
      constructor(...where: ConstructorParameters<typeof Native>) {
        super(...where)
        open.push(this)
      }
    }
    // From here until the browser's event the page believes to be connected.
    window.addEventListener('close-sockets', () => {
      for (const socket of open) socket.close()
    })
  })
  const upgraded = ana.page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent', ({ payload }) => payload === '5'))
  await ana.page.reload()
  await ana.room.seated()
  await upgraded
  await ana.room.card(5).evaluate((card: HTMLElement) => {
    window.dispatchEvent(new Event('close-sockets'))
    card.click()
  })
  await bia.room.expectVotes(1, 2)
  await ana.room.expectOwnCard(5)
})

test('20 seconds offline: the seat waits, and a vote chosen meanwhile arrives', async ({ team }) => {
  const { ana, bia } = await team.pair()
  await bia.room.vote(2)
  await ana.room.expectVotes(1, 2)
  ana.watch.allowNetworkErrors()

  await ana.goOffline()
  const left = Date.now()
  await expect(ana.room.connection).toContainText(/Reconectando|Sem conexão/)
  await ana.room.card(6).click()
  // Long enough for the server to miss the person: its ping interval and timeout together are 15 s.
  await expect(bia.room.table).toContainText('ausente')
  await expect.poll(() => Date.now() - left, { timeout: 30_000, intervals: [500] }).toBeGreaterThan(20_000)

  await ana.goOnline()
  await bia.room.expectVotes(2, 2)
  await expect(bia.room.table).not.toContainText('ausente')
  await ana.room.expectOwnCard(6)
  await bia.room.reveal()
  await ana.room.expectAverage('4,0')
})

test('kill -9 of the server: seat, vote, moderator, chat and task are there when it is back', async ({ team, server }) => {
  const ana = await team.member('Ana', { movement: true })
  const bia = await team.person('Bia', { device: 'phone', movement: true })
  await ana.signIn()
  await ana.landing.open()
  const roomId = await ana.landing.createRoom()
  await ana.landing.startButton.click()
  await ana.avatar.choose('Lua')
  await ana.room.seated()
  await bia.joinAsGuest(roomId)
  await ana.room.setTask('Renovar a sessão')
  await ana.room.say('Um minuto')
  await ana.room.vote(5)
  await bia.room.vote(3)
  await ana.room.expectVotes(2, 2)
  await bia.room.expectVotes(2, 2)

  await test.step('in the middle of a round', async () => {
    for (const { watch } of [ana, bia]) watch.allowNetworkErrors()
    await server.kill()
    await expect(ana.room.connection).toContainText(/Reconectando|Sem conexão/)
    await server.launch()
    for (const person of [ana, bia]) {
      await expect(person.room.connection).not.toContainText(/Reconectando|Sem conexão/, { timeout: 60_000 })
      await person.room.expectVotes(2, 2)
    }
    await ana.room.expectOwnCard(5)
    await bia.room.expectOwnCard(3)
    await expect(ana.room.seat('Ana')).toContainText('Moderador')
    await expect(bia.room.task).toContainText('Renovar a sessão')
  })

  await test.step('with the votes revealed', async () => {
    await bia.room.reveal()
    await ana.room.expectAverage('4,0')
    await server.kill()
    await server.launch()
    await bia.page.reload()
    await bia.room.seated()
    await bia.room.expectAverage('4,0')
    await bia.room.openChat()
    await expect(bia.room.chat).toContainText('Um minuto')
    await expect(ana.room.connection).not.toContainText(/Reconectando|Sem conexão/, { timeout: 60_000 })
    await ana.room.newRoundButton.click()
    await bia.room.expectOwnCard(null)
  })
})
