import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'

test('a vote chosen without a connection survives a reload, and the dialog offers to try again', async ({ team, server }) => {
  const { ana, bia } = await team.pair()
  for (const { watch } of [ana, bia]) watch.allowNetworkErrors()
  // The page can be fetched again before the table can be reached: a vote that only the memory held is gone then.
  await notHandedOn(ana.page).route('**/socket.io/**', (route) => route.abort())
  await server.kill()
  await expect(ana.room.connection).toContainText('Sem conexão')
  await ana.room.card(6).click()
  await expect(ana.page.getByRole('button', { name: 'Tentar de novo' })).toBeFocused({ timeout: 60_000 })

  await server.launch()
  await ana.page.reload()
  await ana.page.unroute('**/socket.io/**')
  await ana.room.seated()
  await ana.room.expectOwnCard(6)
  await bia.room.expectVotes(1, 2)
  await bia.room.reveal()
  await ana.room.expectAverage('6,0')
})

test('a person who lost the seat in another tab is offered the way back first', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana')
  await ana.joinAsGuest(roomId)
  const second = await ana.tab()
  await second.page.goto(`/votacao/${roomId}`)
  await second.room.seated()
  await second.room.leave()
  await expect(ana.page.getByRole('button', { name: 'Voltar para a mesa' })).toBeFocused()
})

test('the longest name leaves the ways to share and to leave in reach', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana Beatriz de Albuquerque e Mello '.repeat(3).slice(0, 100).trim())
  await ana.login.open(roomId)
  await ana.login.enterAsGuest(ana.name)
  await ana.room.seated()
  for (const name of ['Compartilhar', 'Sair da sala'])
    await expect(ana.room.side.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
})
