import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { sit } from '../../scripts/lib/room-client.ts'
import { expect, test } from '../harness/fixtures.ts'
import type { Device, Theme } from '../harness/team.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on the screen may break WCAG 2.2 AA, as far as a machine can tell. */
async function expectAccessible(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  )
  expect.soft(found, screen).toEqual([])
}

const looks: { theme: Theme; device: Device }[] = [
  { theme: 'light', device: 'desktop' },
  { theme: 'dark', device: 'desktop' },
  { theme: 'light', device: 'phone' },
  { theme: 'dark', device: 'phone' },
]

for (const look of looks) {
  const options = { ...look, stillness: true }
  const title = `${look.device}, ${look.theme}`

  test(`landing and its dialogs (${title})`, async ({ team, server }) => {
    const { landing, page } = await team.person('Ana', options)
    const { roomId } = await team.openRoom()
    const seat = await sit(server.origin, roomId, 'Bia')
    await landing.open()
    await expectAccessible(page, 'landing')
    await landing.createRoom()
    await expectAccessible(page, 'create dialog')
    await page.keyboard.press('Escape')
    await landing.joinButton.click()
    await expect(landing.idField).toBeVisible()
    await expectAccessible(page, 'join dialog')
    await landing.idField.fill('ZZZZZZ')
    await expect(landing.joinDialog.getByText(/nao esta ativa/)).toBeVisible()
    await expectAccessible(page, 'join dialog, refused')
    await landing.enterId(roomId)
    await expectAccessible(page, 'join dialog, accepted')
    await page.goto('/nao-existe')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, 'not found')
    seat.disconnect()
  })

  test(`login, registration, avatar and what is to come (${title})`, async ({ team }) => {
    const { roomId } = await team.openRoom()
    const { login, page } = await team.person('Ana', options)
    await login.open(roomId)
    await expectAccessible(page, 'login')
    await login.signIn('', '')
    await expectAccessible(page, 'login, refused')
    await login.guestButton.click()
    await expect(login.guestName).toBeVisible()
    await expectAccessible(page, 'guest')
    await login.open()
    await login.toRegister()
    await login.register({})
    await expectAccessible(page, 'register, refused')

    const bia = await team.member('Bia', options)
    await bia.signIn()
    await bia.page.goto(`/avatar?roomId=${roomId}`)
    await expect(bia.avatar.choices).toHaveCount(8)
    await expectAccessible(bia.page, 'avatar')
    await bia.page.goto('/dashboard')
    await expect(bia.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(bia.page, 'to come')
  })

  test(`room (${title})`, async ({ team, server }) => {
    const { roomId, hostToken } = await team.openRoom()
    const seats = [await sit(server.origin, roomId, 'Bia', { hostToken }), await sit(server.origin, roomId, 'Caio', { avatar: 'onda' })]
    const { room, page, ...ana } = await team.person('Ana', options)
    await page.goto(`/login?roomId=${roomId}`)
    await ana.login.enterAsGuest('Ana')
    await room.seated()
    await expectAccessible(page, 'waiting')
    await room.vote(5)
    await seats[0]?.emitWithAck('vote', { roomId, vote: '3' })
    await room.expectVotes(2, 3)
    await expectAccessible(page, 'voted')
    await room.openShare()
    await expectAccessible(page, 'share')
    await page.keyboard.press('Escape')
    await expect(room.share).toBeHidden()
    await room.say('Bom dia!')
    await expectAccessible(page, 'chat')
    await room.closeChat()
    await room.revealButton.click()
    await expect(room.result).toBeVisible()
    await expectAccessible(page, 'revealed')
    await room.newRoundButton.click()
    await room.expectVotes(0, 3)
    for (const name of ['Davi', 'Elisa', 'Jonas', 'Marina']) seats.push(await sit(server.origin, roomId, name))
    await room.expectVotes(0, 7)
    await expectAccessible(page, 'square table')
    for (const seat of seats) seat.disconnect()
  })

  test(`room: menu, settings, task, somebody away, no connection (${title})`, async ({ team, server }) => {
    // A server is killed and five states are examined; a loaded machine takes its time.
    test.setTimeout(120_000)
    const { landing, login, room, page, ...ana } = await team.person('Ana', options)
    await landing.open()
    const roomId = await landing.createRoom()
    await landing.startButton.click()
    await login.enterAsGuest('Ana')
    await room.seated()
    const bia = await sit(server.origin, roomId, 'Bia')
    await room.expectVotes(0, 2)
    bia.disconnect()
    await expect(room.table).toContainText('ausente')
    await expectAccessible(page, 'somebody away')
    await room.openTask()
    await expectAccessible(page, 'task')
    await page.keyboard.press('Escape')
    await room.openMenu()
    await expectAccessible(page, 'menu')
    await room.openSettings()
    await expectAccessible(page, 'settings')
    await page.keyboard.press('Escape')
    await expect(room.settings).toBeHidden()

    ana.watch.allowNetworkErrors()
    await server.kill()
    await expect(room.connection).toContainText(/Reconectando|Sem conexão/, { timeout: 30_000 })
    await expectAccessible(page, 'reconnecting')
    await server.launch()
    await expect(room.connection).toBeEmpty({ timeout: 30_000 })
  })
}
