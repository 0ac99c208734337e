import type { RoomSocket } from '../../scripts/lib/room-client.ts'
import { sit } from '../../scripts/lib/room-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import type { Device } from '../harness/tabs.ts'
import type { Team } from '../harness/team.ts'

/** Ana in a browser, as the moderator; Bia votes and Lia observes. */
async function table(team: Team, origin: string, device: Device = 'desktop') {
  const { roomId, person: ana } = await team.moderator('Ana', { device })
  const bia: RoomSocket = await sit(origin, roomId, 'Bia')
  const lia: RoomSocket = await sit(origin, roomId, 'Lia', { avatar: 'vela', observer: true })
  await expect(ana.room.table).toContainText('Lia observa')
  return { ana, bia, lia, roomId }
}

test('an observer stands apart, has no card and is in no count', async ({ team, server }) => {
  const { ana, bia, lia } = await table(team, server.origin)
  const { room, page } = ana
  await expect(room.side.getByText('2 participantes')).toBeVisible()
  await expect(room.side.getByRole('list', { name: '1 observa' })).toContainText('Lia')
  await room.expectVotes(0, 2)
  await room.vote(5)
  await room.expectVotes(1, 2)

  await test.step('by keyboard a person turns observer, and their card goes', async () => {
    await room.side.getByRole('button', { name: 'Só observar' }).press('Enter')
    await expect(room.table).toContainText('Você e Lia observam')
    await room.expectVotes(0, 1)
    await expect(room.card(5)).toHaveCount(0)
    await page.keyboard.press('5')
    await room.expectVotes(0, 1)
    await expectAccessible(page, 'a room where one observes')
  })

  await test.step('a moderator who observes still moderates', async () => {
    await room.side.getByRole('button', { name: 'Opções de Lia' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Devolver o voto' }).press('Enter')
    await room.expectVotes(0, 2)
    await room.side.getByRole('button', { name: 'Opções de Bia' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Tornar observador' }).press('Enter')
    await expect(room.side.getByRole('list', { name: '2 observam' })).toContainText('Bia')
  })

  await test.step('voting again begins without a card', async () => {
    await room.hand.getByRole('button', { name: 'Voltar a votar' }).click()
    await room.expectOwnCard(null)
    await room.vote(3)
    await room.expectVotes(1, 2)
    await page.reload()
    await room.expectOwnCard(3)
  })
  bia.disconnect()
  lia.disconnect()
})

test('on a phone observers are faces at the edge, and one turns observer from the menu', async ({ team, server }) => {
  const { ana, bia, lia } = await table(team, server.origin, 'phone')
  const { room, page } = ana
  await expect(page.getByText('2 votam, 1 observa')).toBeVisible()
  await expectFits(page, 'a room with observers')
  await room.openMenu()
  await page.getByRole('button', { name: 'Só observar' }).click()
  await expect(page.getByRole('list', { name: '2 observam' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 vota, 2 observam')).toBeVisible()
  await expectFits(page, 'a room where one observes')
  await expectAccessible(page, 'a room where one observes, on a phone')
  bia.disconnect()
  lia.disconnect()
})
