import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'

// What a browser shows before it has the program is what this is about.
test.use({ firstVisits: true })

/** Keeps the program from a page. @returns what lets it come */
async function withoutProgram(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await notHandedOn(page).route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}
const view = (page: Page) => page.locator('html')
/** The files for which a document's first paint waits: each is one more way there and back. */
const awaited = (page: Page) =>
  page.locator('link[rel="stylesheet"], script:not([defer])').evaluateAll((all) => all.map((one) => one.getAttribute('src')))

test('the landing page is seen before the program comes, and stays as it is when it does', async ({ team }) => {
  const { page } = await team.person('Ana')
  const release = await withoutProgram(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Criar Nova Sala' })).toBeVisible()
  await expect(view(page)).toHaveAttribute('data-first-view', 'shown')
  expect(await awaited(page)).toEqual(['/theme.js'])
  const places = () =>
    page
      .locator('h1, h2, h3, p, a, button, select')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => JSON.stringify(one.getBoundingClientRect())))
  // The link past the header comes with the program, and nobody sees it before it has the focus.
  const before = await places()
  release()
  await expect(view(page)).not.toHaveAttribute('data-first-view')
  expect((await places()).slice(1)).toEqual(before)
})

for (const [name, dialog] of [
  ['Criar Nova Sala', 'createDialog'],
  ['Entrar em uma Sala', 'joinDialog'],
] as const)
  test(`'${name}' pressed before the program is there is done once it is`, async ({ team }) => {
    const { page, landing } = await team.person('Ana')
    const release = await withoutProgram(page)
    await page.goto('/')
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    release()
    await expect(landing[dialog]).toBeVisible()
  })

test('a theme and a language that are chosen before the program is there hold once it is', async ({ team }) => {
  const { page } = await team.person('Ana')
  const release = await withoutProgram(page)
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en-US')
  await page.getByRole('button', { name: /tema/i }).click()
  release()
  await expect(view(page)).not.toHaveAttribute('data-first-view')
  await expect(view(page)).toHaveAttribute('lang', 'en-US')
  await expect(view(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('who chose another language here does not see the first view in that of the browser', async ({ team }) => {
  const { page, landing } = await team.person('Ana')
  await landing.open()
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('es-ES')
  await expect(view(page)).toHaveAttribute('lang', 'es-ES')
  const release = await withoutProgram(page)
  await page.reload()
  await expect(view(page)).toHaveAttribute('data-first-view', 'hidden')
  await expect(page.getByText('Criar Nova Sala')).toBeHidden()
  release()
  await expect(view(page)).not.toHaveAttribute('data-first-view')
  await expect(view(page)).toHaveAttribute('lang', 'es-ES')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('where the program could not be fetched, pressing tries again', async ({ team }) => {
  const { page, landing, watch } = await team.person('Ana')
  watch.allowNetworkErrors()
  await notHandedOn(page).route(/\/assets\/index-.*\.js$/, (route) => route.abort())
  await page.goto('/')
  await expect(view(page)).toHaveAttribute('data-first-view', 'failed')
  await page.unroute(/\/assets\/index-.*\.js$/)
  await page.getByRole('button', { name: 'Criar Nova Sala' }).click()
  await expect(view(page)).not.toHaveAttribute('data-first-view')
  await landing.createRoom()
})

test('the door of a room is seen before the program comes, without what only works with it, and stays as it is', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const { page, login, room } = await team.person('Bia', { device: 'phone' })
  const release = await withoutProgram(page)
  await page.goto(`/login?roomId=${roomId}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  expect(await awaited(page)).toEqual(['/theme.js'])
  const places = () =>
    page.locator('h1, form, header button').evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const before = await places()
  release()
  await expect(view(page)).not.toHaveAttribute('data-first-view')
  expect(await places()).toEqual(before)
  await login.enterAsGuest('Bia')
  await room.seated()
})

test('who is signed in does not see the door of a room on the way to the table', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.member('Ana')
  await ana.signIn()
  const release = await withoutProgram(ana.page)
  await ana.page.goto(`/login?roomId=${roomId}`)
  await expect(view(ana.page)).toHaveAttribute('data-first-view', 'hidden')
  release()
  await expect(ana.page).not.toHaveURL(/login/)
})

test('the table of a room is seen before the program comes, and the seat is the same once it has', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const { page, room, login } = await team.person('Bia', { device: 'phone' })
  await login.open(roomId)
  await login.enterAsGuest('Bia')
  await room.seated()
  const release = await withoutProgram(page)
  await page.reload()
  await expect(view(page)).toHaveAttribute('data-first-view', 'shown')
  const status = page.getByText('Conectando à mesa…')
  await expect(status).toBeVisible()
  const table = page.locator('main > div > div').first()
  const { width, height } = await table.evaluate((element) => element.getBoundingClientRect())
  expect(Math.min(width, height)).toBeGreaterThan(200)
  release()
  await room.seated()
  await expect(view(page)).not.toHaveAttribute('data-first-view')
})

test('who has no name here is led on from a room, and does not see its table on the way', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const { page } = await team.person('Bia')
  const release = await withoutProgram(page)
  await page.goto(`/votacao/${roomId}`)
  await expect(view(page)).toHaveAttribute('data-first-view', 'hidden')
  await expect(page.getByText('Conectando à mesa…')).toBeHidden()
  release()
  await expect(page).not.toHaveURL(/votacao/)
})

test('where the program cannot be fetched, a page says so, and a button tries again', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const { page, login, room, watch } = await team.person('Bia', { device: 'phone' })
  watch.allowNetworkErrors()
  await notHandedOn(page).route(/\/assets\/index-.*\.js$/, (route) => route.abort())
  await page.goto(`/login?roomId=${roomId}`)
  await expect(page.getByRole('alert')).toContainText('Verifique sua internet')
  await page.unroute(/\/assets\/index-.*\.js$/)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await login.enterAsGuest('Bia')
  await room.seated()
})
