import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { fillBoards } from '../../scripts/demo/boards.ts'
import { letters } from '../harness/board-people.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'

// What a first visit loads.
test.use({ firstVisits: true })

/** Bytes of JavaScript that a page has loaded when it is asked, gzipped, each file once. */
function scriptsOf(page: Page): () => Promise<number> {
  const files = new Map<string, Promise<number>>()
  const keep = (response: Response) => {
    if (/\.js$/.test(response.url()))
      files.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      )
  }
  notHandedOn(page).on('response', keep)
  return async () => {
    // What comes later may still be on its way when the page is closed.
    page.off('response', keep)
    return (await Promise.all(files.values())).reduce((sum, bytes) => sum + bytes, 0)
  }
}

test('a first visit loads no more than its budget', async ({ team }) => {
  const { landing, page } = await team.person('Ana')
  const loaded = scriptsOf(page)
  await landing.open()
  await page.waitForLoadState('networkidle')
  const first = await loaded()
  expect(first).toBeGreaterThan(10_000)
  expect(first, 'landing page').toBeLessThanOrEqual(180_000)

  const { roomId } = await team.openRoom()
  const bia = await team.person('Bia')
  await bia.login.open(roomId)
  await bia.login.enterAsGuest('Bia')
  await bia.room.seated()
  const again = await bia.tab()
  const alsoLoaded = scriptsOf(again.page)
  await again.page.goto(`/votacao/${roomId}`)
  await again.room.seated()
  expect(await alsoLoaded(), `room; the landing page took ${first}`).toBeLessThanOrEqual(first + 60_000)
})

test('a board loads no more than its budget on top of a first visit', async ({ team, server }) => {
  const { landing, page } = await team.person('Ana')
  const loaded = scriptsOf(page)
  await landing.open()
  await page.waitForLoadState('networkidle')
  const first = await loaded()

  const bia = await team.member('Bia')
  const { boardId } = await stageBoard(server.origin, bia.account, { cards: letters })
  await bia.signIn()
  const alsoLoaded = scriptsOf(bia.page)
  await bia.board.open(boardId)
  await bia.board.expectCards('A Fazer', letters['A Fazer'])
  await bia.page.waitForLoadState('networkidle')
  const board = await alsoLoaded()
  expect(board).toBeGreaterThan(10_000)
  expect(board, `board; the landing page took ${first}`).toBeLessThanOrEqual(first + 120_000)

  await test.step('one whose cards have covers, files, fields, relations and limits, too', async () => {
    const caio = await team.member('Caio')
    const mate = await team.member('Elisa')
    const full = await fillBoards(server.origin, [caio.account, mate.account])
    await caio.signIn()
    const allLoaded = scriptsOf(caio.page)
    await caio.board.open(full)
    const face = caio.board.card('Pix parcelado: mostrar simulação antes de confirmar')
    await expect(face).toContainText('Bloqueado')
    await expect(face).toContainText('48.000')
    await expect(face.getByText(/anexos?$/)).toBeAttached()
    await expect(caio.page.locator('[data-kanban-item] img').first()).toBeVisible()
    await caio.page.waitForLoadState('networkidle')
    expect(await allLoaded(), `full board; the landing page took ${first}`).toBeLessThanOrEqual(first + 120_000)
  })
})
