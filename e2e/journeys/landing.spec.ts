import { sit } from '../../scripts/lib/room-client.ts'
import { expect, test } from '../harness/fixtures.ts'

// What of the program is missing when the network fails is what this is about.
test.use({ firstVisits: true })

test('the landing page forgets the last room and who was in it, and nothing else', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  await ana.page.evaluate(() => {
    for (const key of ['currentRoom', 'userName', 'userRole', 'userAvatar']) localStorage.setItem(key, 'x')
  })
  await ana.landing.open()
  await expect.poll(async () => Object.keys(await ana.stored())).not.toContain('currentRoom')
  const stored = await ana.stored()
  expect(stored.userName).toBeUndefined()
  expect(stored.userRole).toBeUndefined()
  expect(stored.userAvatar).toBe('x')
  expect(stored.authToken).toBeTruthy()
})

test('the preview shows the nine cards, and the theme is remembered', async ({ team }) => {
  const { landing, page } = await team.person('Ana')
  await landing.open()
  for (const card of ['0', '1', '2', '3', '5', '8', '13', '?']) await expect(page.getByText(card, { exact: true }).first()).toBeAttached()
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  expect(await scheme()).toBe('light')
  await page.getByRole('button', { name: /tema/i }).click()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  await expect.poll(scheme).toBe('dark')
})

test('a new room: its id can be copied, and starting it leads to the login', async ({ team }) => {
  const { landing, page } = await team.person('Ana')
  await landing.open()
  const roomId = await landing.createRoom()
  await landing.createDialog.getByRole('button', { name: /Copiar ID/ }).click()
  await expect(landing.createDialog.getByRole('button', { name: 'ID Copiado!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(roomId)
  await expect(landing.createDialog.getByRole('button', { name: /Copiar ID/ })).toBeVisible()

  await landing.createDialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(landing.createDialog).toBeHidden()
  const second = await landing.createRoom()
  expect(second).not.toBe(roomId)
  await landing.startButton.click()
  await expect(page).toHaveURL(`/login?roomId=${second}`)
  expect(await page.evaluate(() => localStorage.getItem('currentRoom'))).toBe(second)
})

test('every keystroke is checked, and the last answer wins', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const { landing, page } = await team.person('Bia')
  const inactive = landing.joinDialog.getByText('A sala não está ativa. Por favor, verifique o ID.')
  await landing.open()
  await landing.joinButton.click()
  await landing.idField.press('Enter')
  await expect(landing.joinDialog.getByText('Por favor, insira o ID da sala')).toBeVisible()

  await landing.idField.pressSequentially('ZZZZZZ')
  await expect(inactive).toBeVisible()
  await expect(landing.enterButton).toBeDisabled()
  await expect(landing.idField).toHaveAttribute('maxlength', '6')

  await landing.enterId(roomId.toLowerCase())
  await expect(landing.enterButton).toBeEnabled()
  await expect(inactive).toBeHidden()

  // Back and forth faster than the answers come.
  for (const id of ['YYYYYY', roomId, 'XXXXXX', roomId, 'ZZZZZZ']) await landing.idField.fill(id)
  await expect(inactive).toBeVisible()
  await expect(landing.enterButton).toBeDisabled()
  for (const id of ['YYYYYY', roomId]) await landing.idField.fill(id)
  await expect(landing.joinDialog.getByText('Sala encontrada')).toBeVisible()
  await expect(landing.enterButton).toBeEnabled()
  await expect(inactive).toBeHidden()

  await landing.enterButton.click()
  await expect(page).toHaveURL(`/login?roomId=${roomId}`)
})

test('active rooms are listed with their participants, and a click fills the id', async ({ team, server }) => {
  const { roomId } = await team.openRoom({ roomName: 'Time Pagamentos' })
  const seats = await Promise.all(['Ana', 'Caio'].map((name) => sit(server.origin, roomId, name)))
  const { landing } = await team.person('Bia')
  await landing.open()
  await landing.joinButton.click()
  const entry = landing.joinDialog.getByRole('button', { name: new RegExp(roomId) })
  await expect(entry).toContainText('2')
  await entry.click()
  await expect(landing.idField).toHaveValue(roomId)
  await expect(landing.enterButton).toBeEnabled()
  for (const seat of seats) seat.disconnect()
})

test('without a server the landing page says so', async ({ team, server }) => {
  const { landing, page, watch } = await team.person('Ana')
  await landing.open()
  watch.allowNetworkErrors()
  await server.kill()
  for (const button of [landing.joinButton, landing.createButton]) {
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: /Não foi possível conectar ao servidor/ })).toBeVisible()
    await expect(landing.createButton).toBeVisible()
  }
  await server.launch()
  await landing.createRoom()
})
