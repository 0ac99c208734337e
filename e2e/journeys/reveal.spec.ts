import { sit } from '../../scripts/lib/room-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'

test('a reveal while votes are missing asks first, names whom it would not wait for, and Enter or Escape answers', async ({
  team,
  server,
}) => {
  const { roomId, ana, bia } = await team.pair()
  const { page, room } = ana
  const seats = await Promise.all(['Caio', 'Davi', 'Elisa'].map((name) => sit(server.origin, roomId, name)))
  await bia.room.vote(5)
  await room.expectVotes(1, 5)
  await page.keyboard.press('r')
  const question = room.table.getByRole('alertdialog', { name: 'Faltam 4 votos' })
  await expect(question).toContainText('Ana e mais 3')
  await expect(room.revealAnyway).toBeFocused()
  await expectAccessible(page, 'an early reveal')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(room.revealButton).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  for (const { room: each } of [ana, bia]) await each.expectAverage('5,0')
  for (const seat of seats) seat.disconnect()
})

test('on a phone the question is answered under the hand, and it stays there when the last vote comes', async ({ team }) => {
  const { ana, bia } = await team.pair()
  await bia.room.vote(3)
  await bia.room.revealButton.click()
  await expect(bia.room.table).toContainText('Falta 1 voto')
  await expect(bia.room.table).toContainText('Ana')
  await expectFits(bia.page, 'an early reveal')
  await expectAccessible(bia.page, 'an early reveal, on a phone')
  const wait = bia.room.hand.getByRole('button', { name: 'Esperar' })
  await wait.click()
  await expect(wait).toBeHidden()
  await bia.room.revealButton.click()
  await expect(wait).toBeVisible()
  await ana.room.vote(5)
  await expect(bia.room.table).toContainText('Todos votaram')
  await bia.room.hand.getByRole('button', { name: 'Revelar agora' }).click()
  await bia.room.expectAverage('4,0')
})

test('a room that reveals by itself counts down once all have voted; Escape stops it, a vote begins it again', async ({ team }) => {
  const { roomId, person: ana } = await team.moderator('Ana')
  const bia = await team.person('Bia', { device: 'phone' })
  await bia.joinAsGuest(roomId)
  await ana.room.openSettings()
  await ana.room.settings.getByRole('switch', { name: 'Revelar quando todos votarem' }).check()
  await ana.room.settings.getByRole('button', { name: 'Salvar' }).click()
  await expect(ana.room.settings).toBeHidden()
  await bia.room.vote(3)
  await ana.room.vote(5)
  await expect(ana.room.table).toContainText('Todos votaram')
  await ana.page.keyboard.press('Escape')
  await ana.room.expectVotes(2, 2)
  await bia.room.expectVotes(2, 2)

  await ana.room.vote(8)
  const stop = bia.room.hand.getByRole('button', { name: 'Parar a revelação' })
  await stop.click()
  await expect(stop).toBeHidden()
  await expect(bia.room.result).toBeHidden()

  await bia.room.vote(8)
  await expect(ana.room.announcements).toContainText('Todos votaram, revelando em 3.')
  for (const { room } of [ana, bia]) await room.expectAverage('8,0')
})
