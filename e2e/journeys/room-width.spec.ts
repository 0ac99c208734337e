import { sit } from '../../scripts/lib/room-client.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'

test('eight cards and more are all on a page of 320 px', async ({ team }) => {
  for (const count of [8, 13]) {
    const deck = Array.from({ length: count }, (_, index) => String(index + 1))
    const { roomId } = await team.openRoom({ deck })
    const ana = await team.person('Ana', { device: 'phone' })
    await notHandedOn(ana.page).setViewportSize({ width: 320, height: 640 })
    await ana.joinAsGuest(roomId)
    for (const card of deck) await expect(ana.room.card(card)).toBeInViewport({ ratio: 1 })
  }
})

test('neither a name nor a large average is cut for want of room', async ({ team }) => {
  const { roomId } = await team.openRoom({ deck: ['1234', '?'] })
  const ana = await team.person('Fernanda Albuquerque')
  await ana.joinAsGuest(roomId)
  await expect(ana.room.seat(ana.name).getByText('(você)')).toBeInViewport({ ratio: 1 })

  await ana.room.vote('1234')
  await ana.room.reveal()
  const average = ana.room.result.getByText('1.234,0')
  const fits = () => average.evaluate((figure) => figure.getBoundingClientRect().right <= document.documentElement.clientWidth - 20)
  await expect(average).toBeVisible()
  await expect.poll(fits).toBe(true)
  await notHandedOn(ana.page).setViewportSize({ width: 360, height: 740 })
  await expect.poll(fits).toBe(true)
})

test('on a phone it is read at once who should talk', async ({ team, server }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana', { device: 'phone' })
  await ana.joinAsGuest(roomId)
  const seats = [await sit(server.origin, roomId, 'Bia'), await sit(server.origin, roomId, 'Caio')]
  for (const [index, vote] of ['8', '5'].entries()) await seats[index]?.emitWithAck('vote', { roomId, vote })
  await ana.room.vote(2)
  await ana.room.reveal()
  await expect(ana.room.result.getByText('Seu voto foi o mais baixo.')).toBeInViewport({ ratio: 1 })
  for (const part of [ana.room.reason, ana.room.result.getByRole('button', { name: 'Contar', exact: true })])
    await expect(part).toBeInViewport({ ratio: 1 })
  for (const seat of seats) seat.disconnect()
})

test('a room id of any length keeps the login screen in its width, and a room that is not there has no seat', async ({ team }) => {
  const { page, login } = await team.person('Ana')
  await login.open('K'.repeat(300))
  const panel = page.getByRole('complementary', { name: 'Sua sala' })
  await expect(panel).toContainText('Esta sala não está aberta')
  await expect(panel.getByText('Você', { exact: true })).toHaveCount(0)
  for (const width of [1280, 360]) {
    await notHandedOn(page).setViewportSize({ width, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('the list of people is named with those whom its heading counts', async ({ team, server }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana')
  await ana.joinAsGuest(roomId)
  const bia = await sit(server.origin, roomId, 'Bia')
  await expect(ana.room.side.getByRole('heading', { name: '2 participantes' })).toBeVisible()
  bia.disconnect()
  await expect(ana.room.side.getByRole('heading', { name: '1 participante' })).toBeVisible()
  await expect(ana.room.side.getByRole('list', { name: '1 participante', exact: true })).toContainText('Bia')
})
