import { expect, test } from '../harness/fixtures.ts'

// What has been here before is in a cache, and then nothing has to be fetched.
test.use({ firstVisits: true })

test('a screen that cannot be fetched says why, and is there once the server is', async ({ team, server }) => {
  const { page, landing, login, watch } = await team.person('Ana')
  watch.allowNetworkErrors()
  await landing.open()
  const roomId = await landing.createRoom()
  await server.kill()
  await landing.startButton.click()
  await expect(page.getByRole('heading', { name: 'Erro de conexão com o servidor. Verifique sua internet.' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0)
  const retry = page.getByRole('button', { name: 'Tentar de novo' })
  await retry.click()
  await expect(retry).toBeEnabled()

  await server.launch()
  await retry.click()
  await expect(page).toHaveURL(`/login?roomId=${roomId}`)
  await expect(login.guestName).toBeVisible()
})

test('and leads home, which is here already', async ({ team, server }) => {
  const { page, landing, watch } = await team.person('Ana')
  watch.allowNetworkErrors()
  await landing.open()
  await landing.createRoom()
  await server.kill()
  await landing.startButton.click()
  await page.getByRole('link', { name: 'Voltar ao início' }).click()
  await expect(landing.createButton).toBeVisible()
  await server.launch()
})
