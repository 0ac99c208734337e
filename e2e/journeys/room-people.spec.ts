import type { Page } from '@playwright/test'
import { sit } from '../../scripts/lib/room-client.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Team } from '../harness/team.ts'

/** Ana moderates and Bia is a guest. */
async function table(team: Team) {
  const { roomId, person: ana } = await team.moderator('Ana')
  const bia = await team.person('Bia')
  await bia.joinAsGuest(roomId)
  await expect(ana.room.side.getByText('2 participantes')).toBeVisible()
  return { ana, bia, roomId }
}

const back = (page: Page) => page.getByRole('link', { name: 'Voltar à sala' })

test('a moderator removes a person with the keyboard, who reads why and cannot come back', async ({ team }) => {
  const { ana, bia, roomId } = await table(team)
  await expect(bia.room.side.getByRole('button', { name: 'Opções de Ana' })).toHaveCount(0)
  await bia.room.vote(5)
  await ana.room.side.getByRole('button', { name: 'Opções de Bia' }).press('Enter')
  await ana.page.getByRole('menuitem', { name: 'Remover' }).press('Enter')
  await expect(ana.page.getByText('Remover Bia? O voto sai junto.')).toBeVisible()
  await expect(ana.page.getByRole('menuitem', { name: 'Cancelar' })).toBeFocused()
  await ana.page.keyboard.press('ArrowDown')
  await ana.page.keyboard.press('Enter')
  await expect(ana.room.side.getByText('1 participante')).toBeVisible()
  await ana.room.expectVotes(0, 1)

  const why = bia.page.getByRole('heading', { name: 'Quem modera tirou você desta sala. Dá para voltar 24 horas depois disso.' })
  await expect(why).toBeVisible()
  await bia.page.getByRole('button', { name: 'Voltar ao início' }).click()
  await expect(bia.page).toHaveURL('/')
  await expect(back(bia.page)).toHaveCount(0)
  await bia.login.open(roomId)
  await bia.login.enterAsGuest('Beatriz')
  await expect(why).toBeVisible()
})

test('the only moderator who leaves hands over; without a choice the room finds somebody, and all are told', async ({ team }) => {
  const { ana, bia, roomId } = await table(team)
  const caio = await team.person('Caio')
  await caio.joinAsGuest(roomId)
  await expect(ana.room.side.getByText('3 participantes')).toBeVisible()
  await ana.room.leave()
  const dialog = ana.page.getByRole('alertdialog', { name: 'Sair da sala?' })
  await dialog.getByRole('combobox', { name: 'Quem modera depois de você?' }).selectOption('Caio')
  await dialog.getByRole('button', { name: 'Sair da sala' }).click()
  await expect(ana.page).toHaveURL('/')
  await expect(bia.page.getByText('Caio agora modera a sala.').first()).toBeVisible()
  await expect(caio.room.side.getByRole('button', { name: 'Configurações da sala' })).toBeVisible()

  await caio.room.leave()
  await caio.page.getByRole('alertdialog').getByRole('button', { name: 'Sair da sala' }).click()
  await expect(bia.page.getByText('Agora você modera a sala.').first()).toBeVisible()
  await expect(bia.room.side.getByRole('button', { name: 'Configurações da sala' })).toBeVisible()
})

test('the moderation is handed over from the menu of a person too, on a phone', async ({ team }) => {
  const { roomId, person: ana } = await team.moderator('Ana', { device: 'phone' })
  const bia = await team.person('Bia')
  await bia.joinAsGuest(roomId)
  await ana.room.openMenu()
  await ana.page.getByRole('button', { name: 'Opções de Bia' }).click()
  const handOver = ana.page.getByRole('menuitem', { name: 'Passar a moderação' })
  await expect(handOver).toBeVisible()
  await ana.page.keyboard.press('Escape')
  await expect(handOver).toBeHidden()
  const options = ana.page.getByRole('button', { name: 'Opções de Bia' })
  await expect(options, 'Escape closes the menu, and not the list that it is in').toBeFocused()
  await options.click()
  await expect(handOver).toBeInViewport({ ratio: 1 })
  await handOver.click()
  await expect(bia.room.side.getByRole('button', { name: 'Configurações da sala' })).toBeVisible()
})

test('a guest whom a link of the room led to the login comes back to the seat and the card', async ({ team }) => {
  const { bia } = await table(team)
  await bia.room.vote(5)
  await bia.room.side.getByRole('link', { name: 'Quadros' }).click()
  await expect(bia.page).toHaveURL('/login')
  await back(bia.page).click()
  await bia.room.seated()
  await bia.room.expectOwnCard(5)

  // The landing page forgets the name, and the way back knows it still.
  await bia.page.goto('/')
  await back(bia.page).click()
  await bia.room.seated()
  await bia.room.expectOwnCard(5)

  await bia.room.leave()
  await bia.page.getByRole('alertdialog').getByRole('button', { name: 'Sair da sala' }).click()
  await expect(bia.page).toHaveURL('/')
  await expect(back(bia.page)).toHaveCount(0)
})

test('an account finds the way back on every screen of the frame, for as long as the room lasts', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.member('Ana')
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.side.getByRole('link', { name: 'Sprint' }).click()
  await expect(back(ana.page)).toBeVisible()
  for (const screen of ['/dashboard', '/trello', '/my-tasks', '/settings']) {
    await ana.page.goto(screen)
    await expect(back(ana.page)).toBeVisible()
  }
  await back(ana.page).click()
  await ana.room.seated()

  await ana.page.goto('/trello')
  await notHandedOn(ana.page).route('**/invitation', (route) =>
    route.fulfill({ status: 404, json: { message: 'A sala não está ativa.', error: 'not_found' } }),
  )
  const asked = ana.page.waitForResponse('**/invitation')
  await ana.page.reload()
  await asked
  await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(back(ana.page)).toHaveCount(0)
})

test('cancelling the creation of a room ends it', async ({ team }) => {
  const { landing, page } = await team.person('Ana')
  await landing.open()
  const roomId = await landing.createRoom()
  await landing.createDialog.getByRole('button', { name: 'Cancelar' }).click()
  await landing.joinButton.click()
  await landing.idField.fill(roomId)
  await expect(page.getByText('A sala não está ativa. Por favor, verifique o ID.')).toBeVisible()
})

test('the list of open rooms says who moderates each, and since when', async ({ team, server }) => {
  const { roomId, hostToken } = await team.openRoom()
  const seats = [await sit(server.origin, roomId, 'Ana', { hostToken }), await sit(server.origin, roomId, 'Bia')]
  const { landing } = await team.person('Davi')
  await landing.open()
  await landing.joinButton.click()
  const entry = landing.joinDialog.getByRole('button', { name: new RegExp(roomId) })
  await expect(entry).toContainText(/Ana modera, desde \d\d:\d\d/)
  await expect(entry).toContainText('2 pessoas')
  for (const seat of seats) seat.disconnect()
})
